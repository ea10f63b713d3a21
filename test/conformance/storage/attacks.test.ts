import { randomBytes, randomUUID } from "node:crypto"
import { readdir } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

let server: StorageServer
let admin: Client["storage"]
beforeAll(async () => {
  server = await startStorage({ config: { fileBytes: 2_000_000 } })
  admin = server.client({ key: server.keys.secret }).storage
  await admin.createBucket("open", { public: true })
  await admin.createBucket("closed")
  await admin.from("closed").upload("a.txt", "a")
  await admin.from("closed").upload("b.txt", "b")
})
afterAll(() => server.close())

const base = () => `${server.url}/storage/v1`
const key = () => ({ apikey: server.keys.secret })
const answer = async (path: string, init: RequestInit = {}) => {
  const response = await fetch(`${base()}${path}`, { ...init, headers: { ...key(), ...init.headers } })
  return { status: response.status, body: await response.json().catch(() => null), headers: response.headers }
}

async function stagedFiles(): Promise<number> {
  return (await readdir(join(server.root, ".unfinished"))).length
}

async function objects(): Promise<number> {
  const [row] = await server.db.sql<{ n: number }>`select count(*)::int as n from storage.objects`
  return row?.n ?? 0
}

test.each([
  "%2e%2e/secret",
  "a/%2e%2e/%2e%2e/etc/passwd",
  "..%2f..%2fetc%2fpasswd",
  "a%2f..%2fb",
  "a//b",
  "%2fa",
  "a%5c..%5cb",
  "a%00b",
  "a%0ab",
  "a%",
  "%c3%28",
  "a%3c%3e",
  "%e2%80%ae",
])("a key that leads elsewhere is refused: %s", async (name) => {
  const before = await objects()
  for (const method of ["POST", "GET", "DELETE"]) {
    const { status, body } = await answer(`/object/closed/${name}`, {
      method,
      ...(method === "POST" && { body: "x" }),
    })
    // The client normalizes some addresses itself, after which they name another bucket, or none.
    expect(status).toBe(400)
    expect(["InvalidKey", "NoSuchBucket", "NoSuchKey", "InvalidRequest"]).toContain(body.code)
  }
  expect(await objects()).toBe(before)
})

test.each([
  "",
  "/",
  "..",
  "../a",
  "a/../b",
  "./a",
  "a/.",
  "a//b",
  "/a",
  "a/",
  "a\\b",
  "a\0b",
  "\u202ea",
  "x".repeat(1025),
])("nothing is moved, copied or signed to the key %j", async (destinationKey) => {
  const before = await objects()
  const body = JSON.stringify({ bucketId: "closed", sourceKey: "a.txt", destinationKey })
  for (const path of ["/object/copy", "/object/move"])
    expect((await answer(path, { method: "POST", body })).body.code).toBe("InvalidKey")
  expect(await objects()).toBe(before)
})

test("a signed address is valid for one object, one purpose and a limited time, and only if we signed it", async () => {
  const { data } = await admin.from("closed").createSignedUrl("a.txt", 60)
  const token = new URL(data?.signedUrl ?? "").searchParams.get("token") ?? ""
  const get = (path: string, given = token) => answer(`/object/sign/${path}?token=${given}`)
  expect((await get("closed/a.txt")).status).toBe(200)
  for (const [path, given] of [
    ["closed/b.txt", token],
    ["closed/a.txt/", token],
    ["open/a.txt", token],
    ["closed/a.txt", `${token.slice(0, -2)}xx`],
    ["closed/a.txt", `${token.split(".").slice(0, 2).join(".")}.`],
    ["closed/a.txt", ""],
    ["closed/a.txt", await forged({ scope: "download", url: "closed/a.txt" })],
    ["closed/a.txt", await unsigned({ scope: "download", url: "closed/a.txt", exp: 9_999_999_999 })],
  ])
    expect((await get(path ?? "", given)).body.code, path).toMatch(/^Invalid(Signature|Key|Request)$/)
  // For neither an image nor an upload.
  expect((await answer(`/render/image/sign/closed/a.txt?token=${token}`)).body.code).toBe("InvalidSignature")
  const upload = await answer(`/object/upload/sign/closed/a.txt?token=${token}`, { method: "PUT", body: "x" })
  expect(upload.body.code).toBe("InvalidSignature")
  const { data: up } = await admin.from("closed").createSignedUploadUrl("new.txt")
  expect((await get("closed/new.txt", up?.token)).body.code).toBe("InvalidSignature")
  const other = await answer(`/object/upload/sign/closed/other.txt?token=${up?.token}`, {
    method: "PUT",
    body: "x",
  })
  expect(other.body.code).toBe("InvalidSignature")
  server.advance(61)
  expect((await get("closed/a.txt")).body.code).toBe("ExpiredToken")
})

async function forged(content: object): Promise<string> {
  return new SignJWT({ ...content })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode("a secret of tests with more than 32 characters"))
}

async function unsigned(content: object): Promise<string> {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part({ alg: "none" })}.${part(content)}.`
}

const unknown = "application/octet-stream"

test.each([
  ["page.html", "text/html", unknown],
  ["page.svg", "image/svg+xml", "image/svg+xml"],
  ["page.xml", "application/xhtml+xml", unknown],
  ["a.js", "text/javascript", unknown],
  ["b.js", "Application/X-JavaScript; charset=utf-8", unknown],
  ["c.js", "text/ecmascript", unknown],
  ["a.css", "text/css", unknown],
  ["a.wasm", "application/wasm", unknown],
  ["a.json", "application/json", "application/json"],
  ["a.txt", "text/plain;charset=UTF-8", "text/plain;charset=UTF-8"],
  ["a.mp4", "video/mp4", "video/mp4"],
  ["a.pdf", "application/pdf", "application/pdf"],
  ["a.png", "image/png", "image/png"],
])("%s sent as %s is served as %s, without a way to run on our origin", async (name, contentType, served) => {
  const script = "<html><script>alert(document.domain)</script></html>"
  await admin.from("open").upload(name, script, { contentType })
  const response = await fetch(`${base()}/object/public/open/${name}`)
  expect(await response.text()).toBe(script)
  expect(response.headers.get("content-type")).toBe(served)
  // HEAD returns the type that the sender declared.
  expect((await admin.from("open").info(name)).data?.contentType).toBe(contentType)
  expect(response.headers.get("x-content-type-options")).toBe("nosniff")
  expect(response.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox")
  expect(response.headers.get("content-disposition")?.split(";")[0] ?? null).toBe(
    contentType === "image/png" ? null : "attachment",
  )
})

test.each([
  "image/png, text/javascript",
  "image/png\r\nset-cookie: a=b",
  "text/plain; charset=x, text/javascript",
  "image/png;\u00e9",
  "",
])("a row whose type is %j is served as bytes of no type", async (mimetype) => {
  await admin.from("open").upload("odd.png", "alert(1)", { contentType: "image/png", upsert: true })
  await server.db.sql`
    update storage.objects set metadata = metadata || jsonb_build_object('mimetype', ${mimetype}::text)
    where name = 'odd.png'
  `
  const response = await fetch(`${base()}/object/public/open/odd.png`)
  expect([response.status, response.headers.get("content-type")]).toEqual([200, unknown])
})

test("headers cannot be smuggled through a type, a cache rule or a file name", async () => {
  for (const contentType of ["text/plain\u00e9", "nonsense", "text/", "text/plain/x"])
    expect(
      (
        await answer("/object/open/t.txt", {
          method: "POST",
          body: "x",
          headers: { "content-type": contentType },
        })
      ).body.code,
    ).toBe("InvalidMimeType")
  const form = new FormData()
  form.append("cacheControl", "60\r\nset-cookie: a=b")
  form.append("", new Blob(["x"], { type: "text/plain" }))
  await answer("/object/open/cached.txt", { method: "POST", body: form })
  const served = await fetch(
    `${base()}/object/public/open/cached.txt?download=${encodeURIComponent('a"\r\nset-cookie: a=b')}`,
  )
  expect(served.headers.get("cache-control")).toBe("no-cache")
  expect(served.headers.get("set-cookie")).toBeNull()
  expect(served.headers.get("content-disposition")).toBe(
    "attachment; filename*=UTF-8''a%22%0D%0Aset-cookie%3A%20a%3Db",
  )
})

const nul = "a\0b"
test.each([
  ["POST", "/object/list/closed", { prefix: nul }],
  ["POST", "/object/list/closed", { prefix: "", search: nul }],
  ["POST", "/object/list-v2/closed", { prefix: nul }],
  [
    "POST",
    "/object/list-v2/closed",
    { cursor: Buffer.from(JSON.stringify([nul, nul])).toString("base64url") },
  ],
  ["POST", "/object/sign/closed", { expiresIn: 60, paths: [nul] }],
  ["POST", "/object/sign/closed/a.txt", { expiresIn: 60, versionId: nul }],
  ["DELETE", "/object/closed", { prefixes: [nul] }],
  ["DELETE", "/object/closed", { prefixes: [{ path: "a.txt", versionId: nul }] }],
  ["POST", "/object/move", { bucketId: nul, sourceKey: "a.txt", destinationKey: "c.txt" }],
  ["POST", "/object/move", { bucketId: "closed", sourceKey: nul, destinationKey: "c.txt" }],
  [
    "POST",
    "/object/move",
    { bucketId: "closed", sourceKey: "a.txt", destinationKey: "c.txt", destinationBucket: nul },
  ],
  ["POST", "/object/copy", { bucketId: "closed", sourceKey: nul, destinationKey: "c.txt" }],
  [
    "POST",
    "/object/copy",
    { bucketId: "closed", sourceKey: "a.txt", destinationKey: "c.txt", destinationBucket: nul },
  ],
  [
    "POST",
    "/object/copy",
    {
      ...{ bucketId: "closed", sourceKey: "a.txt", destinationKey: "c.txt" },
      ...{ copyMetadata: false, metadata: { mimetype: `text/${nul}` } },
    },
  ],
  ["GET", "/bucket/a%00b", undefined],
  ["GET", "/bucket?search=a%00b", undefined],
  ["POST", "/bucket/a%00b/empty", undefined],
  ["PUT", "/bucket/a%00b", {}],
  ["DELETE", "/bucket/a%00b", undefined],
  ["GET", "/object/closed/a.txt?versionId=a%00b", undefined],
])("the character 0 is refused: %s %s %j", async (method, path, body) => {
  const { status, body: said } = await answer(path, {
    method,
    ...(body && { body: JSON.stringify(body) }),
  })
  expect([status, said.code]).toEqual([400, expect.stringMatching(/^Invalid|^NoSuchBucket$/)])
  expect(said.message).not.toBe("Internal server error")
})

test("an oversize upload in pieces, without a length, is stopped at the limit and leaves nothing", async () => {
  const before = await objects()
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(randomBytes(65_536))
      if (sent > 40_000_000) controller.close()
    },
  })
  const init = { method: "POST", body: endless, duplex: "half" } as RequestInit
  const outcome = await answer("/object/open/endless.bin", init).catch(() => null)
  if (outcome) expect(outcome.body.code).toBe("EntityTooLarge")
  expect(sent).toBeLessThan(40_000_000)
  const form = new FormData()
  form.append("", new Blob([randomBytes(2_000_001)]))
  expect((await answer("/object/open/form.bin", { method: "POST", body: form })).body.code).toBe(
    "EntityTooLarge",
  )
  expect(await objects()).toBe(before)
  expect(await stagedFiles()).toBe(0)
})

test("an upload that is cut off leaves nothing, whether sent as a plain body or as a form", async () => {
  const before = await objects()
  const { hostname, port } = new URL(server.url)
  const start = async (type: string, first: string) => {
    const socket = connect(Number(port), hostname)
    socket.write(
      `POST /storage/v1/object/open/half-${randomUUID()}.bin HTTP/1.1\r\nhost: x\r\napikey: ${server.keys.secret}\r\n` +
        `content-type: ${type}\r\ncontent-length: 1900000\r\n\r\n${first}${"x".repeat(1_500_000)}`,
    )
    // More than is held in memory, so a file of unfinished bytes exists.
    await expect.poll(stagedFiles).toBe(1)
    socket.destroy()
    await expect.poll(stagedFiles).toBe(0)
  }
  await start("text/plain", "")
  await start(
    "multipart/form-data; boundary=b",
    '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\n',
  )
  expect(await objects()).toBe(before)
})

test("a body too large for memory is refused before a byte of it is read", async () => {
  await admin.createBucket("pictures", { public: false, allowedMimeTypes: ["image/*"] })
  const { hostname, port } = new URL(server.url)
  const announce = (bucket: string, key: string, length: number) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      socket.write(
        `POST /storage/v1/object/${bucket}/never.bin HTTP/1.1\r\nhost: x\r\napikey: ${key}\r\n` +
          `content-type: text/plain\r\ncontent-length: ${length}\r\n\r\n`,
      )
      socket.on("data", (data) => {
        resolve(/"code":"(\w+)"/.exec(data.toString())?.[1] ?? data.toString())
        socket.destroy()
      })
      socket.on("error", reject)
      // A request waiting for bytes must not keep the server from closing.
      socket.setTimeout(20_000, () => socket.destroy(new Error("No answer came before the bytes")))
    })
  const { publishable, secret } = server.keys
  expect(
    await Promise.all([
      announce("closed", publishable, 1_900_000),
      announce("pictures", secret, 1_900_000),
      announce("closed", secret, 2_000_001),
    ]),
  ).toEqual(["AccessDenied", "InvalidMimeType", "EntityTooLarge"])
})

test("custom metadata is an object of at most 1 MB without the character 0", async () => {
  const message = "The metadata must be a JSON object of at most 1 MB"
  for (const metadata of [{ a: "x".repeat(1024 * 1024) }, { a: "\0" }])
    expect((await admin.from("open").upload("m.txt", new Blob(["x"]), { metadata })).error).toMatchObject({
      statusCode: "400",
      message,
    })
  const headers = { "x-metadata": Buffer.from("[]").toString("base64") }
  const list = await answer("/object/open/m.txt", { method: "POST", body: "x", headers })
  expect(list.body.message).toBe(message)
})

test("a command has at most 2 MB", async () => {
  const body = JSON.stringify({ prefix: "", unknown: "x".repeat(2 * 1024 * 1024) })
  expect((await answer("/object/list/open", { method: "POST", body })).body.code).toBe("EntityTooLarge")
})

test("a form with more parts than the client sends is refused", async () => {
  const form = new FormData()
  for (let n = 0; n < 11; n++) form.append(`field-${n}`, "x")
  form.append("", new Blob(["x"]))
  expect((await answer("/object/open/parts.txt", { method: "POST", body: form })).body.code).toBe(
    "InvalidRequest",
  )
})

test("malformed forms are refused with a message", async () => {
  for (const [type, body] of [
    ["multipart/form-data", "x"],
    ["multipart/form-data; boundary=b", ""],
    ["multipart/form-data; boundary=b", "--b\r\n\r\n"],
    [
      "multipart/form-data; boundary=b",
      '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\ntext\r\n--b--\r\n',
    ],
    [
      "multipart/form-data; boundary=b",
      '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\nhalf',
    ],
  ] as const) {
    const { status, body: said } = await answer("/object/open/form.txt", {
      method: "POST",
      body,
      headers: { "content-type": type },
    })
    expect([status, said?.code]).toEqual([400, "InvalidRequest"])
    expect(said.message).toMatch(/\w+ \w+/)
  }
  expect(await stagedFiles()).toBe(0)
})

test.each([
  ["/object/list/open", "POST", "{"],
  ["/object/list/open", "POST", '{"limit":-1}'],
  ["/object/list/open", "POST", '{"sortBy":{"column":"name; drop table storage.objects"}}'],
  ["/object/list-v2/open", "POST", '{"cursor":"eyJhIjoxfQ"}'],
  ["/object/closed", "DELETE", '{"prefixes":[]}'],
  ["/object/closed", "DELETE", `{"prefixes":${JSON.stringify(Array.from({ length: 1001 }, String))}}`],
  ["/object/sign/closed/a.txt", "POST", '{"expiresIn":0}'],
  [
    "/object/sign/closed",
    "POST",
    `{"expiresIn":60,"paths":${JSON.stringify(Array.from({ length: 1001 }, String))}}`,
  ],
  ["/object/move", "POST", "{}"],
  ["/bucket?sortColumn=owner", "GET", undefined],
  ["/render/image/authenticated/closed/a.txt?width=2001", "GET", undefined],
  ["/nothing", "GET", undefined],
])("bad input to %s is refused with a code: %s %s", async (path, method, body) => {
  const { status, body: said } = await answer(path, { method, ...(body === undefined ? {} : { body }) })
  expect([status, said.code]).toMatchObject([400, expect.stringMatching(/^Invalid/)])
  expect(said).toMatchObject({
    statusCode: "400",
    error: expect.any(String),
    message: expect.stringMatching(/\w+/),
  })
})
