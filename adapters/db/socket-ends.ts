import type { Socket } from "node:net"
import type postgres from "postgres"

/**
 * Tells the driver of the end of a connection when nothing that it was given waits to be sent. postgres.js (3.4.9) sends small
 * messages at the end of a turn of the event loop. Told earlier that the socket is closed, it never sends anything over that
 * connection again, also not over the next socket, so that the pool is one connection smaller for good, and every statement
 * that comes to it waits in vain. One that is given to it between the error of a socket and its end is never answered. So both
 * are told in one go, after what it has to send was sent, if in vain.
 */
export class SocketEnds {
  /** Connections with a statement that is not sent, by the driver's numbers. */
  readonly #unsent = new Set<number>()
  #latest: number | undefined
  /** Connections whose socket is known. */
  readonly #known = new Set<number>()

  /**
   * Notes each statement right before it waits to be sent. The driver then asks whether to prepare it, and tells its option
   * `debug`. With that option set it would also show values in its errors, so it is there for that moment only.
   */
  watch({ options }: postgres.Sql): void {
    const { prepare } = options
    let isBuilding = false
    const note = (connection: number) => {
      isBuilding = false
      this.#unsent.add(connection)
      this.#latest = connection
    }
    Object.defineProperties(options, {
      prepare: {
        get() {
          isBuilding = true
          return prepare
        },
      },
      debug: { get: () => (isBuilding ? note : false) },
    })
  }

  /** Holds the socket's error and end back until the driver can bear them. */
  hold(socket: Socket): Socket {
    const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
    const emit = socket.emit.bind(socket) as (event: string, ...given: unknown[]) => boolean
    let connection: number | undefined
    let failure: unknown
    let ended: { hadError: unknown } | undefined

    /** Connections with a statement that may be waiting for this socket. While the socket is not known, any unknown connection may. */
    const waiting = () =>
      [...this.#unsent].filter((one) =>
        connection === undefined ? !this.#known.has(one) : one === connection,
      )
    const know = (one: number | undefined) => {
      connection = one
      if (one !== undefined) this.#known.add(one)
    }
    const tell = () => {
      if (!ended) return
      if (waiting().length > 0) {
        // The next write asks again; one of another socket that is not known does not.
        if (connection === undefined) setImmediate(tell)
        return
      }
      const { hadError } = ended
      ended = undefined
      if (connection !== undefined) this.#known.delete(connection)
      if (failure) emit("error", failure)
      emit("close", hadError)
    }
    socket.write = ((...given: unknown[]) => {
      const answer = write(...given)
      const sent = waiting()
      if (sent.length === 1) know(sent[0])
      for (const one of sent) this.#unsent.delete(one)
      if (ended) process.nextTick(tell)
      return answer
    }) as Socket["write"]
    socket.emit = ((event: string, ...given: unknown[]) => {
      if (event === "error") {
        failure ??= given[0]
        return true
      }
      if (event === "close") {
        ended = { hadError: given[0] }
        // What is not a statement (the start, a password, values) is sent by then.
        setImmediate(tell)
        return true
      }
      if (connection !== undefined || event !== "data") return emit(event, ...given)
      // The first statement of a connection follows from what is heard over it.
      this.#latest = undefined
      const answer = emit(event, ...given)
      know(this.#latest)
      return answer
    }) as Socket["emit"]
    return socket
  }
}
