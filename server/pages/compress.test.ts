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
  const { headers, body } = compressed(asking(accepted), answer())
  expect(headers.get("content-encoding")).toBe(encoding)
  expect(headers.get("vary")).toBe("Accept-Encoding")
  const bytes = Buffer.from(await new Response(body).arrayBuffer())
  expect(bytes.length).toBeLessThan(page.length / 10)
  expect(decompress(bytes).toString()).toBe(page)
})

test("Who reads no coding of ours, a picture, and what is compressed already are left as they are", async () => {
  const plain = compressed(asking("identity"), answer())
  expect(plain.headers.get("content-encoding")).toBeNull()
  expect(plain.headers.get("vary")).toBe("Accept-Encoding")
  expect(await plain.text()).toBe(page)
  const png = compressed(asking("br"), answer(page, { "content-type": "image/png" }))
  expect(png.headers.get("content-encoding")).toBeNull()
  expect(
    compressed(asking("br"), answer(page, { "content-encoding": "gzip" })).headers.get("vary"),
  ).toBeNull()
  expect(compressed(asking("br"), answer(null)).body).toBeNull()
})

test("What streams arrives while the rest is still being written", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const response = compressed(asking("br"), answer(readable))
  const reader = (response.body as ReadableStream<Uint8Array>).getReader()
  void writer.write(Buffer.from("<h1>The board</h1>"))
  const first = await reader.read()
  expect(first.value?.length).toBeGreaterThan(0)
  void writer.close()
  const rest: Uint8Array[] = [first.value as Uint8Array]
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) rest.push(piece.value)
  expect(brotliDecompressSync(Buffer.concat(rest)).toString()).toBe("<h1>The board</h1>")
})

test("A visitor who leaves in the middle ends the rendering", async () => {
  let cancelled = false
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      controller.enqueue(Buffer.from(page))
    },
    cancel() {
      cancelled = true
    },
  })
  const reader = (compressed(asking("gzip"), answer(endless)).body as ReadableStream<Uint8Array>).getReader()
  await reader.read()
  await reader.cancel()
  await expect.poll(() => cancelled).toBe(true)
})
