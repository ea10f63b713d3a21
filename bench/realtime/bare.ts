/** The least that broadcasts: `ws` passes each message on to every other socket. Prints its address as `{"url": ...}`. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { WebSocket, WebSocketServer } from "ws"

const server = createServer()
const sockets = new WebSocketServer({ server })
sockets.on("connection", (socket) => {
  socket.on("message", (data, isBinary) => {
    for (const other of sockets.clients)
      if (other !== socket && other.readyState === WebSocket.OPEN) other.send(data, { binary: isBinary })
  })
})
server.listen(0, "127.0.0.1", () =>
  process.stdout.write(
    `${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`,
  ),
)
process.stdin.on("end", () => process.exit(0)).resume()
