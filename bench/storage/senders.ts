/**
 * Sends uploads from a process of its own: `senders.ts <bytes>`. For each message {url, seconds, connections, headers} it sends
 * other bytes each time over connections that stay open, and answers {done, seconds}.
 */
import { randomBytes, randomUUID } from "node:crypto"
import { connect, type Socket } from "node:net"

export interface Uploads {
  /** The name of each upload is added to it. */
  url: string
  seconds: number
  connections: number
  headers: Record<string, string>
}

export interface Sent {
  done: number
  seconds: number
}

const bytes = Number(process.argv[2])

process.on("message", async (uploads: Uploads) => {
  const started = performance.now()
  const passed = () => (performance.now() - started) / 1000
  const counts = await Promise.all(
    Array.from({ length: uploads.connections }, () => sendUntil(uploads, () => passed() >= uploads.seconds)),
  )
  process.send?.({ done: counts.reduce((sum, one) => sum + one, 0), seconds: passed() } satisfies Sent)
})

async function sendUntil({ url, headers }: Uploads, isOver: () => boolean): Promise<number> {
  const { hostname, port, pathname } = new URL(url)
  const lines = Object.entries({ host: "bench", ...headers, "content-length": String(bytes) })
  const body = randomBytes(bytes)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let done = 0
  try {
    while (!isOver()) {
      // The same bytes would be one file.
      randomBytes(16).copy(body)
      const first = `POST ${pathname}${randomUUID()}.bin HTTP/1.1`
      socket.write(`${[first, ...lines.map(([name, value]) => `${name}: ${value}`)].join("\r\n")}\r\n\r\n`)
      socket.write(body)
      await accepted(socket)
      done++
    }
  } finally {
    socket.destroy()
  }
  return done
}

/** Resolves with the end of one answer that says 200; both servers announce the length of theirs. */
function accepted(socket: Socket): Promise<void> {
  let text = ""
  return new Promise((resolve, reject) => {
    const end = (error?: Error) => {
      socket.off("data", onData).off("error", end).off("close", onClose)
      error ? reject(error) : resolve()
    }
    const onClose = () => end(new Error("The connection was closed"))
    const onData = (chunk: Buffer) => {
      text += chunk.toString("latin1")
      const [, head, length] = /^([\s\S]*?content-length: (\d+)[\s\S]*?\r\n\r\n)/i.exec(text) ?? []
      if (head === undefined || text.length < head.length + Number(length)) return
      end(text.startsWith("HTTP/1.1 200 ") ? undefined : new Error(text.slice(0, 500)))
    }
    socket.on("data", onData).on("error", end).on("close", onClose)
  })
}
