import { connect } from "node:net"

/** How long the server may take to start a response, and how long it may pause in one; in milliseconds. */
const beginMs = 1_000
const pauseMs = 60

/**
 * Sends `pieces` unmodified (Latin-1) on one connection, each once the server is quiet after the previous one. Returns
 * everything that the server sent until it was quiet after the last piece, or closed the connection.
 */
export function talk(port: number, ...pieces: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1")
    let answer = ""
    let quiet: NodeJS.Timeout | undefined
    const next = () => {
      const piece = pieces.shift()
      if (piece !== undefined) {
        socket.write(piece, "latin1")
        wait(beginMs)
      } else {
        socket.destroy()
        resolve(answer)
      }
    }
    const wait = (ms: number) => {
      clearTimeout(quiet)
      quiet = setTimeout(next, ms)
    }
    socket.on("connect", next)
    socket.on("data", (data) => {
      answer += data.toString("latin1")
      wait(pauseMs)
    })
    socket.on("close", () => {
      clearTimeout(quiet)
      resolve(answer)
    })
    socket.on("error", reject)
  })
}
