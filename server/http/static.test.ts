import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterEach, beforeEach, expect, test } from "vitest"
import { precompress } from "#app/vite/precompress.ts"
import { talk } from "#test/support/raw-http.ts"
import { answerWith, createHttpServer } from "./listen.ts"
import { createStatic } from "./static.ts"

const html = `<!doctype html><link rel="canonical" href="http://built.example/about"><p>${"about ".repeat(200)}</p><script>run()</script>`
let buildDir: string
let server: Server
let base: string
let port: number
let served: string[]

beforeEach(async () => {
  buildDir = await mkdtemp(join(tmpdir(), "static-"))
  await mkdir(join(buildDir, "client/about"), { recursive: true })
  await mkdir(join(buildDir, "client/assets"))
  await writeFile(join(buildDir, "client/index.html"), html)
  await writeFile(join(buildDir, "client/about/index.html"), html)
  await writeFile(join(buildDir, "client/assets/root-abc.js"), "export const a = 1\n".repeat(50))
  await writeFile(join(buildDir, "client/about.data"), "[1]")
  await writeFile(join(buildDir, "client/a b.png"), Buffer.from("0123456789"))
  await precompress(buildDir, "http://built.example")
  await start("http://built.example")
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await rm(buildDir, { recursive: true })
})

async function start(siteUrl: string) {
  server?.close()
  served = []
  const files = await createStatic({
    buildDir,
    siteUrl,
    isHttps: ({ headers }) => headers["x-forwarded-proto"] === "https",
    securityHeaders: ({ scriptHashes = [], https }) => ({
      "content-security-policy": `script-src ${scriptHashes.map((hash) => `'${hash}'`).join(" ")}`,
      ...(https ? { "strict-transport-security": "max-age=1" } : {}),
    }),
    onServed: ({ method, status }) => served.push(`${method} ${status}`),
  })
  server = createHttpServer()
  answerWith(server, {
    request(incoming, outgoing) {
      files.serve(incoming, outgoing, () =>
        outgoing.writeHead(404, { by: "node" }).end(`node ${incoming.method}`),
      )
    },
    upgrade: (_incoming, socket) => socket.destroy(),
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  port = (server.address() as AddressInfo).port
  base = `http://127.0.0.1:${port}`
}

const get = (path: string, more = "") => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`

test("a page is sent in the client's best supported encoding", async () => {
  const answer = await fetch(`${base}/about`, { headers: { "accept-encoding": "gzip, deflate, br, zstd" } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8")
  expect(answer.headers.get("vary")).toBe("Accept-Encoding")
  expect(answer.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
  expect(answer.headers.get("content-encoding")).toBe("br")
  expect(await answer.text()).toBe(html)

  const zipped = await talk(port, get("/about", "Accept-Encoding: gzip\r\n"))
  expect(zipped).toContain("Content-Encoding: gzip\r\n")
  expect(
    gunzipSync(Buffer.from(zipped.split("\r\n\r\n").slice(1).join("\r\n\r\n"), "latin1")).toString(),
  ).toBe(html)

  const plain = await talk(port, get("/about"))
  expect(plain).not.toMatch(/content-encoding/i)
  expect(plain.endsWith(html)).toBe(true)
  expect(plain).toContain(`Content-Length: ${html.length}\r\n`)
})

test("the data of a page is sent in the same way as the page", async () => {
  const answer = await fetch(`${base}/about.data`)
  expect(answer.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
  expect(answer.headers.get("content-type")).toBe("text/x-script; charset=utf-8")
  expect((await fetch(`${base}/about.data?search=x`)).headers.get("by")).toBe("node")
})

test("each encoding has its own strong ETag, and a known ETag gets a 304", async () => {
  const tagOf = async (encoding: string) =>
    (await fetch(`${base}/`, { headers: { "accept-encoding": encoding } })).headers.get("etag") ?? ""
  const [br, gzip, identity] = [await tagOf("br"), await tagOf("gzip"), await tagOf("identity")]
  expect(new Set([br, gzip, identity]).size).toBe(3)
  expect(br).toMatch(/^"[^"]+"$/)
  for (const known of [br, `"x", W/${br}`, "*"]) {
    const answer = await talk(port, get("/", `Accept-Encoding: br\r\nIf-None-Match: ${known}\r\n`))
    expect(answer).toMatch(/^HTTP\/1.1 304 Not Modified\r\n/)
    expect(answer.endsWith("\r\n\r\n")).toBe(true)
    expect(answer).toContain("content-security-policy")
  }
  expect(await talk(port, get("/", `Accept-Encoding: gzip\r\nIf-None-Match: ${br}\r\n`))).toMatch(
    /^HTTP\/1.1 200/,
  )
})

test("hashed files may be cached for a year, others for an hour", async () => {
  const cacheOf = async (path: string) => (await fetch(base + path)).headers.get("cache-control")
  expect(await cacheOf("/assets/root-abc.js")).toBe("public, max-age=31536000, immutable")
  expect(await cacheOf("/a%20b.png")).toBe("public, max-age=3600, stale-while-revalidate=86400")
})

test("the policy of a page contains the hashes of its inline scripts", async () => {
  const { createHash } = await import("node:crypto")
  const hash = createHash("sha256").update("run()").digest("base64")
  expect((await fetch(`${base}/about`)).headers.get("content-security-policy")).toBe(
    `script-src 'sha256-${hash}'`,
  )
})

test("responses over https include HSTS", async () => {
  expect(await talk(port, get("/", "X-Forwarded-Proto: https\r\n"))).toContain("strict-transport-security")
  expect(await talk(port, get("/"))).not.toContain("strict-transport-security")
})

test("HEAD returns the headers of GET without the body", async () => {
  const answer = await fetch(`${base}/about`, { method: "HEAD", headers: { "accept-encoding": "identity" } })
  expect(answer.headers.get("content-length")).toBe(String(html.length))
  expect(await answer.text()).toBe("")
})

test("missing files, requests with a query and writes are passed on", async () => {
  for (const path of [
    "/missing",
    "/about/index.html",
    "/about?q=1",
    "/../pages.json",
    "/%2e%2e/pages.json",
    "/%zz",
  ])
    expect([path, (await talk(port, get(path))).includes("by: node")]).toEqual([path, true])
  expect(await (await fetch(`${base}/about`, { method: "POST" })).text()).toBe("node POST")
  expect((await fetch(`${base}/about?utm_source=mail&fbclid=1`)).status).toBe(200)
  expect((await fetch(`${base}/about?utm_source=mail&q=1`)).headers.get("by")).toBe("node")
  expect((await fetch(`${base}/assets/root-abc.js?v=1`)).status).toBe(200)
})

test("ranges of a picture can be requested", async () => {
  const part = await fetch(`${base}/a%20b.png`, { headers: { range: "bytes=2-4" } })
  expect([part.status, part.headers.get("content-range"), await part.text()]).toEqual([
    206,
    "bytes 2-4/10",
    "234",
  ])
  const beyond = await fetch(`${base}/a%20b.png`, { headers: { range: "bytes=20-" } })
  expect([beyond.status, beyond.headers.get("content-range")]).toEqual([416, "bytes */10"])
  const stale = await fetch(`${base}/a%20b.png`, { headers: { range: "bytes=2-4", "if-range": '"old"' } })
  expect([stale.status, await stale.text()]).toEqual([200, "0123456789"])
})

test("one connection carries requests for files and for others, in fragments and pipelined", async () => {
  const close = "Connection: close\r\n"
  const mixed = await talk(port, get("/about"), get("/missing"), get("/about"), get("/about", close))
  expect(mixed.match(/HTTP\/1.1 \d+/g)).toEqual([
    "HTTP/1.1 200",
    "HTTP/1.1 404",
    "HTTP/1.1 200",
    "HTTP/1.1 200",
  ])
  const pieces = await talk(port, get("/about").slice(0, 9), get("/about", close).slice(9))
  expect(pieces.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200"])
  const piped = await talk(port, get("/about") + get("/missing") + get("/about", close))
  expect(piped.match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 404", "HTTP/1.1 200"])
})

test("a site whose URL changed since the build shows the new URL, compressed again", async () => {
  await start("https://moved.example")
  const answer = await talk(port, get("/about", "Accept-Encoding: br\r\n"))
  const body = Buffer.from(answer.split("\r\n\r\n").slice(1).join("\r\n\r\n"), "latin1")
  expect(brotliDecompressSync(body).toString()).toContain('href="https://moved.example/about"')
  expect((await fetch(`${base}/about`)).headers.get("content-security-policy")).toContain("sha256-")
})

test("every response is reported", async () => {
  await fetch(`${base}/about`)
  await fetch(`${base}/about`, { method: "HEAD" })
  await fetch(`${base}/missing`)
  expect(served).toEqual(["GET 200", "HEAD 200"])
})
