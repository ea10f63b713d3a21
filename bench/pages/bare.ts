/**
 * node bench/pages/bare.ts <URL of a page> <port>: a node:http server with Node's defaults that answers every
 * request with the bytes and headers of that page.
 */
import { createServer } from "node:http"
import { answerOf } from "./answer.ts"

const [address = "", port = "0"] = process.argv.slice(2)
const { body, headers } = await answerOf(address)
createServer((_request, response) => {
  response.writeHead(200, headers).end(body)
}).listen(Number(port), "127.0.0.1")
process.on("SIGTERM", () => process.exit(0))
