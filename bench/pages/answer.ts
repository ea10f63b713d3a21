import { request } from "node:http"

/** What every contestant is asked with: the coding that all of them have from the build. */
export const asked = { "accept-encoding": "gzip" }

/** Headers that node:http writes by itself. */
const ofNode = /^(?:date|connection|keep-alive)$/i

/** Body as sent, not decompressed, and the headers in turn (name, value) without those that node:http adds. */
interface Answer {
  body: Buffer
  headers: string[]
}

/** Asks once. Rejects when nobody answers. */
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
