/** Incoming webhooks of Discord and Slack: receives messages, and answers as it is told to. */
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

interface ChatRequest {
  path: string
  method: string
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it looks at
  body: any
}

export interface ChatStandIn {
  origin: string
  received: ChatRequest[]
  /** Connections so far. */
  connections(): number
  /** What is said to messages for a path from now on; 200 by default. */
  answer(path: string, answer: (response: ServerResponse) => void): void
  close(): Promise<void>
}

export async function startChatService(): Promise<ChatStandIn> {
  const received: ChatRequest[] = []
  const answers = new Map<string, (response: ServerResponse) => void>()
  let connections = 0
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { url: path = "", method = "" } = request
    received.push({ path, method, body: JSON.parse(Buffer.concat(chunks).toString() || "null") })
    const answer = answers.get(path) ?? ((to: ServerResponse) => to.writeHead(200).end("ok"))
    answer(response)
  })
  server.on("connection", () => {
    connections++
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    answer: (path, answer) => answers.set(path, answer),
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
