import { request } from "node:http"

/** Accept-Encoding of the requests: the encoding that all contestants have from the build. */
export const asked = { "accept-encoding": "gzip" }

/** Headers that node:http adds itself. */
const ofNode = /^(?:date|connection|keep-alive)$/i

/**
 * The body as sent, not decompressed, and alternating header names and values, without those that node:http
 * adds.
 */
interface Answer {
  body: Buffer
  headers: string[]
}

/** Sends one request. Rejects when there is no response. */
export function answerOf(address: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(address, { headers: asked }, (response) => {
      const parts: Buffer[] = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("error", reject)
      response.on("end", () => {
        const { rawHeaders } = response
        const headers = rawHeaders.filter((_, index) => !ofNode.test(rawHeaders[index - (index % 2)] ?? ""))
        resolve({ body: Buffer.concat(parts), headers })
      })
    })
      .on("error", reject)
      .end()
  })
}
