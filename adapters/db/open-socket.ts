import { connect, isIP, Socket } from "node:net"
import { type ConnectionOptions, connect as connectTls } from "node:tls"

/** How the driver would encrypt: its own words, or options of Node. */
export type Encryption = false | string | ConnectionOptions

/** Where a connection leads, as the driver knows it: the hosts in the order of trying. */
interface Target {
  host: readonly string[]
  port: readonly number[]
  path: string | false
}

/** 10 s, as long as the driver waits for the rest of a connection. */
const withinMs = 10_000
/** Asks whether the server encrypts; it answers "S" or "N". */
const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const encrypts = 0x53

/**
 * A socket to the first host that answers, encrypted if so wanted, as postgres.js makes them itself: it takes finished ones
 * only. Where none answers the socket reports the error and closes, as the driver expects.
 */
export async function openSocket({ host, port, path }: Target, encryption: Encryption): Promise<Socket> {
  let failure: unknown
  for (const [index, name] of host.entries()) {
    try {
      const at = path ? { path } : { host: name, port: port[index] ?? 5432 }
      const socket = await opened(connect(at), "connect")
      return encryption === false ? socket : await encrypted(socket, name, encryption)
    } catch (error) {
      failure = error
    }
  }
  const closed = new Socket()
  setImmediate(() => closed.destroy(failure as Error))
  return closed
}

async function encrypted(
  socket: Socket,
  host: string,
  encryption: Exclude<Encryption, false>,
): Promise<Socket> {
  socket.write(request)
  const [answer] = await heard<[Buffer]>(socket, "data")
  // More than the answer was put there by somebody else: nothing is encrypted yet (CVE-2021-23222).
  if (answer.length !== 1) {
    socket.destroy()
    throw new Error("The server said more than whether it encrypts")
  }
  if (answer[0] !== encrypts) {
    if (encryption === "prefer" || encryption === "allow") return socket
    socket.destroy()
    throw new Error("The server does not encrypt connections, and sslmode demands it")
  }
  const trusting = encryption === "require" || encryption === "allow" || encryption === "prefer"
  const own = typeof encryption === "object" ? encryption : trusting ? { rejectUnauthorized: false } : {}
  // A server name must not be an address (RFC 6066, section 3).
  const named = isIP(host) ? {} : { servername: host }
  return opened(connectTls({ socket, ...named, ...own }), "secureConnect")
}

async function opened<S extends Socket>(socket: S, event: string): Promise<S> {
  await heard(socket, event)
  return socket
}

/** Waits for an event; throws what went wrong instead, and closes the socket. */
function heard<Values extends unknown[]>(socket: Socket, event: string): Promise<Values> {
  const { promise, resolve, reject } = Promise.withResolvers<Values>()
  const fail = (error: Error) => {
    reject(error)
    socket.destroy()
  }
  const closed = () =>
    fail(Object.assign(new Error("The connection was closed"), { code: "CONNECTION_CLOSED" }))
  const timer = setTimeout(
    () =>
      fail(Object.assign(new Error("The connection was not opened in time"), { code: "CONNECT_TIMEOUT" })),
    withinMs,
  )
  socket.once(event, (...values: unknown[]) => resolve(values as Values))
  socket.once("error", fail)
  socket.once("close", closed)
  return promise.finally(() => {
    clearTimeout(timer)
    socket.off("error", fail)
    socket.off("close", closed)
  })
}
