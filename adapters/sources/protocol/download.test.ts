/** Files at URLs chosen by others: from which origins they are fetched, and with which credentials. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { download } from "./download.ts"

let [here, elsewhere]: [Server, Server] = [createServer(), createServer()]
let [origin, otherOrigin] = ["", ""]
/** The requests received: the path and the token. */
let asked: string[] = []
let bytes = 3

async function listen(name: string): Promise<[Server, string]> {
  const server = createServer((request, response) => {
    const path = request.url ?? "/"
    asked.push(`${name}${path} ${request.headers.authorization ?? "without a token"}`)
    const hops = Number(/^\/hops\/(\d+)/.exec(path)?.[1] ?? 0)
    if (hops > 0) response.writeHead(302, { location: hops === 1 ? "/file" : `/hops/${hops - 1}` }).end()
    else if (path === "/away") response.writeHead(302, { location: `${otherOrigin}/file` }).end()
    else if (path === "/gone") response.writeHead(404).end()
    else if (path === "/down") response.writeHead(503).end()
    else response.end(Buffer.alloc(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return [server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`]
}

beforeAll(async () => {
  ;[here, origin] = await listen("here")
  ;[elsewhere, otherOrigin] = await listen("elsewhere")
})
afterAll(() => {
  for (const server of [here, elsewhere]) {
    server.closeAllConnections()
    server.close()
  }
})
beforeEach(() => {
  asked = []
  bytes = 3
})

const get = (url: string, origins = [origin]) =>
  download(url, { title: "Polar", origins, now: () => new Date(), headers: { authorization: "token" } })
const nothing = { ok: true, value: null }

test("A file of an allowed origin is fetched with the token, and redirects without it", async () => {
  expect(await get(`${origin}/hops/3`)).toEqual({ ok: true, value: Buffer.alloc(3) })
  expect(asked).toEqual([
    "here/hops/3 token",
    "here/hops/2 without a token",
    "here/hops/1 without a token",
    "here/file without a token",
  ])
  expect(await get(`${origin}/hops/4`)).toEqual(nothing)
})

test("Other origins, origins with the same prefix, and URLs with credentials are not requested", async () => {
  const { port } = new URL(origin)
  const refused = [
    `${otherOrigin}/file`,
    `${origin}.evil.example/file`,
    `http://somebody@127.0.0.1:${port}/file`,
    `http://:word@127.0.0.1:${port}/file`,
    `https://127.0.0.1:${port}/file`,
    "file:///etc/passwd",
    "no address",
    "",
  ]
  for (const url of refused) expect(await get(url), url).toEqual(nothing)
  expect(asked).toEqual([])
  // An origin that merely starts like an allowed one.
  expect(await get(`${origin}/file`, [origin.slice(0, -1)])).toEqual(nothing)
  expect(asked).toEqual([])
})

test("A redirect to another origin is not followed", async () => {
  expect(await get(`${origin}/away`)).toEqual(nothing)
  expect(asked).toEqual(["here/away token"])
  expect(await get(`${origin}/away`, [origin, otherOrigin])).toMatchObject({ value: Buffer.alloc(3) })
  expect(asked.at(-1)).toBe("elsewhere/file without a token")
})

test("A missing file is reported, an outage throws, and a file larger than any recording is abandoned", async () => {
  expect(await get(`${origin}/gone`)).toEqual({ ok: false, code: "not_found" })
  await expect(get(`${origin}/down`)).rejects.toThrow("Polar answered 503")
  bytes = 32 * 1024 * 1024
  expect((await get(`${origin}/file`)).ok).toBe(true)
  bytes++
  const left = await get(`${origin}/file`)
  // Not compared as a whole: printing a difference of 32 MB would take minutes.
  expect(left.ok && left.value === null).toBe(true)
})
