import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { createCompressor } from "./compress.ts"

const page = "<p>A board of many rows is mostly the same words again.</p>".repeat(200)
const compressed = createCompressor()

function asking(encodings: string): Request {
  return new Request("http://site.example/leaderboard", { headers: { "accept-encoding": encodings } })
}

function answer(body: BodyInit | null = page, headers: HeadersInit = {}): Response {
  return new Response(body, { headers: { "content-type": "text/html; charset=utf-8", ...headers } })
}

test.each([
  ["gzip, deflate, br", "br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)("To who reads %s a page goes as %s", async (accepted, encoding, decompress) => {
  const { headers, body } = await compressed(asking(accepted), answer())
  expect(headers.get("content-encoding")).toBe(encoding)
  expect(headers.get("vary")).toBe("Accept-Encoding")
  const bytes = Buffer.from(await new Response(body).arrayBuffer())
  expect(bytes.length).toBeLessThan(page.length / 10)
  expect(decompress(bytes).toString()).toBe(page)
})

test("Responses are unchanged if no encoding is accepted, for pictures, and if compressed already", async () => {
  const plain = await compressed(asking("identity"), answer())
  expect(plain.headers.get("content-encoding")).toBeNull()
  expect(plain.headers.get("vary")).toBe("Accept-Encoding")
  expect(await plain.text()).toBe(page)
  const png = await compressed(asking("br"), answer(page, { "content-type": "image/png" }))
  expect(png.headers.get("content-encoding")).toBeNull()
  expect(
    (await compressed(asking("br"), answer(page, { "content-encoding": "gzip" }))).headers.get("vary"),
  ).toBeNull()
  expect((await compressed(asking("br"), answer(null))).body).toBeNull()
})
