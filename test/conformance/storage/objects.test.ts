import { createHash, randomBytes } from "node:crypto"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

let server: StorageServer
let admin: Client
beforeAll(async () => {
  server = await startStorage()
  admin = server.client({ key: server.keys.secret })
  await admin.storage.createBucket("open", { public: true })
  await admin.storage.createBucket("closed", { public: false })
})
afterAll(() => server.close())

const open = () => admin.storage.from("open")
const closed = () => admin.storage.from("closed")
let next = 0
const path = (ending = "txt") => `folder/file-${next++}.${ending}`
const codeOf = (error: unknown) => Object(error).code ?? Object(error).statusCode

test("upload takes text, bytes, blobs, forms and streams, and gives back the same bytes", async () => {
  const bytes = randomBytes(300_000)
  const form = new FormData()
  form.append("cacheControl", "60")
  form.append("", new Blob([bytes], { type: "application/x-own" }), "a.bin")
  const bodies = [
    bytes,
    new Blob([bytes], { type: "application/x-own" }),
    bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength),
    form,
    new Blob([bytes]).stream(),
  ]
  for (const body of bodies) {
    const at = path("bin")
    const { data, error } = await closed().upload(at, body as Blob, { contentType: "application/x-own" })
    expect(error).toBeNull()
    expect(data).toMatchObject({
      path: at,
      fullPath: `closed/${at}`,
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const back = await closed().download(at)
    expect(back.error).toBeNull()
    expect(Buffer.from((await back.data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true)
    const info = await closed().info(at)
    expect(info.data).toMatchObject({ size: 300_000, contentType: "application/x-own", bucketId: "closed" })
    expect(info.data?.cacheControl).toBe(body === form ? "max-age=60" : "max-age=3600")
    expect(info.data?.version).toBe(createHash("sha256").update(bytes).digest("hex"))
  }
})

test("upload refuses existing objects, upsert and update replace them, update refuses missing ones", async () => {
  const at = path()
  expect((await closed().update(at, "x")).error).toMatchObject({ statusCode: "404" })
  await closed().upload(at, "one")
  const again = await closed().upload(at, "two")
  expect(again.error).toMatchObject({
    statusCode: "409",
    message: "The resource already exists",
    status: 400,
  })
  expect(codeOf(again.error)).toBeDefined()
  const id = (await closed().info(at)).data?.id
  await closed().upload(at, "three", { upsert: true, metadata: { a: "1" } })
  expect(await (await closed().download(at)).data?.text()).toBe("three")
  expect((await closed().info(at)).data).toMatchObject({ id, metadata: { a: "1" } })
  await closed().update(at, "four")
  expect(await (await closed().download(at)).data?.text()).toBe("four")
})

test("download returns whole files, ranges and 304", async () => {
  const at = path()
  await open().upload(at, "0123456789", { cacheControl: "120" })
  const address = open().getPublicUrl(at).data.publicUrl
  const whole = await fetch(address)
  expect(await whole.text()).toBe("0123456789")
  const headers = Object.fromEntries(whole.headers)
  expect(headers).toMatchObject({
    "accept-ranges": "bytes",
    "cache-control": "max-age=120",
    "content-length": "10",
    "x-robots-tag": "none",
  })
  const get = (extra: Record<string, string>) => fetch(address, { headers: extra })
  const part = await get({ range: "bytes=2-4" })
  expect([part.status, await part.text(), part.headers.get("content-range")]).toEqual([
    206,
    "234",
    "bytes 2-4/10",
  ])
  expect(await (await get({ range: "bytes=-3" })).text()).toBe("789")
  expect(await (await get({ range: "bytes=2-4", "if-range": '"other"' })).text()).toBe("0123456789")
  const beyond = await get({ range: "bytes=10-" })
  expect([beyond.status, await beyond.json()]).toMatchObject([416, { code: "InvalidRange" }])
  expect((await get({ "if-none-match": headers.etag ?? "" })).status).toBe(304)
  expect((await get({ "if-modified-since": headers["last-modified"] ?? "" })).status).toBe(304)
  expect((await get({ "if-none-match": '"other"' })).status).toBe(200)
  const head = await fetch(address, { method: "HEAD" })
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""])
  await open().upload("empty.txt", "")
  expect(await (await fetch(open().getPublicUrl("empty.txt").data.publicUrl)).text()).toBe("")
})

test("download as an attachment has the requested name", async () => {
  await open().upload("photo.png", "not really", { contentType: "image/png" })
  const named = async (download: string | boolean) =>
    (await fetch(open().getPublicUrl("photo.png", { download }).data.publicUrl)).headers.get(
      "content-disposition",
    )
  expect(await named("Grüße (1).png")).toBe("attachment; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.png")
  expect(await named(true)).toBe("attachment; filename*=UTF-8''photo.png")
  expect(
    (await fetch(open().getPublicUrl("photo.png").data.publicUrl)).headers.get("content-disposition"),
  ).toBeNull()
})

test("public addresses show only public buckets", async () => {
  await closed().upload("secret.txt", "secret")
  const address = closed().getPublicUrl("secret.txt").data.publicUrl
  const refused = await fetch(address)
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: "NoSuchBucket", statusCode: "404" },
  ])
  const missing = await fetch(open().getPublicUrl("nothing.txt").data.publicUrl)
  expect(await missing.json()).toEqual({
    statusCode: "404",
    error: "not_found",
    message: "Object not found",
    code: "NoSuchKey",
  })
})

test("list shows one folder: files, folders, in order, by page and by search", async () => {
  await admin.storage.createBucket("listed")
  const listed = admin.storage.from("listed")
  for (const name of ["b.txt", "a.txt", "B2.txt", "sub/x.txt", "sub/deep/y.txt", "10_a.txt", "aab.txt"])
    await listed.upload(name, name)
  const names = async (...options: Parameters<typeof listed.list>) =>
    (await listed.list(...options)).data?.map(({ name }) => name)
  expect(await names()).toEqual(["10_a.txt", "B2.txt", "a.txt", "aab.txt", "b.txt", "sub"])
  expect(await names("sub")).toEqual(["deep", "x.txt"])
  expect(await names("su")).toEqual([])
  expect(await names("", { limit: 2, offset: 1 })).toEqual(["B2.txt", "a.txt"])
  expect(await names("", { search: "b" })).toEqual(["B2.txt", "b.txt"])
  expect(await names("", { search: "10_" })).toEqual(["10_a.txt"])
  expect(await names("", { search: "_" })).toEqual([])
  expect((await names("", { sortBy: { column: "created_at", order: "desc" } }))?.slice(-2)).toEqual([
    "a.txt",
    "b.txt",
  ])
  const [folder] = (await listed.list("", { search: "sub" })).data ?? []
  expect(folder).toMatchObject({ id: null, metadata: null })
})

test("the pages of a list contain all of its entries in order, ascending and descending, whatever objects are next to a folder", async () => {
  await admin.storage.createBucket("walked")
  const walked = admin.storage.from("walked")
  const keys = "a a-b a.b/c a/b a/b/c a/d a0 ab/x b/a/a b/a/b b/z c z/1 z/2 Z".split(" ")
  for (const key of keys) await walked.upload(key, key)
  const entriesIn = (prefix: string) => {
    const inside = keys.filter((key) => key.startsWith(prefix))
    const names = inside.map((key) => {
      const at = key.indexOf("/", prefix.length)
      return at < 0 ? key : key.slice(0, at + 1)
    })
    return [...new Set(names)].sort()
  }
  for (const prefix of ["", "a", "a/", "b/a/", "z/", "nothing/"])
    for (const order of ["asc", "desc"] as const) {
      const expected = order === "asc" ? entriesIn(prefix) : entriesIn(prefix).reverse()
      for (const limit of [1, 3, 100]) {
        const found: string[] = []
        let cursor: string | undefined
        do {
          const { data } = await walked.listV2({
            ...{ prefix, limit, with_delimiter: true, sortBy: { column: "name", order } },
            ...(cursor && { cursor }),
          })
          const page = [...(data?.folders ?? []), ...(data?.objects ?? [])].map(({ name }) => name).sort()
          found.push(...(order === "asc" ? page : page.reverse()))
          cursor = data?.nextCursor
        } while (cursor)
        expect(found, `${prefix} ${order} ${limit}`).toEqual(expected)
        if (prefix !== "" && !prefix.endsWith("/")) continue
        const names: string[] = []
        for (let offset = 0; offset < expected.length; offset += limit) {
          const sortBy = { column: "name", order }
          const { data } = await walked.list(prefix.replace(/\/$/, ""), { limit, offset, sortBy })
          names.push(...(data ?? []).map(({ id, name }) => `${prefix}${name}${id === null ? "/" : ""}`))
        }
        expect(names, `${prefix} ${order} ${limit}, by offset`).toEqual(expected)
      }
    }
})

test("list v2 pages through keys by cursor, with and without folders", async () => {
  await admin.storage.createBucket("paged")
  const paged = admin.storage.from("paged")
  const keys = Array.from(
    { length: 12 },
    (_, n) => `${n % 3 === 0 ? "even" : "odd"}/${String(n).padStart(2, "0")}.txt`,
  )
  for (const key of keys) await paged.upload(key, key)
  const all = async (sortBy?: { column: "name" | "created_at"; order: "asc" | "desc" }) => {
    const found: string[] = []
    let cursor: string | undefined
    do {
      const { data } = await paged.listV2({
        limit: 5,
        ...(cursor ? { cursor } : {}),
        ...(sortBy ? { sortBy } : {}),
      })
      found.push(...(data?.objects ?? []).map(({ name }) => name))
      cursor = data?.hasNext ? data.nextCursor : undefined
    } while (cursor)
    return found
  }
  expect(await all()).toEqual(keys.toSorted())
  expect(await all({ column: "name", order: "desc" })).toEqual(keys.toSorted().reverse())
  expect(await all({ column: "created_at", order: "asc" })).toEqual(keys)
  expect(await all({ column: "created_at", order: "desc" })).toEqual(keys.toReversed())
  const { data } = await paged.listV2({ with_delimiter: true })
  expect(data).toMatchObject({
    hasNext: false,
    objects: [],
    folders: [{ name: "even/", key: "even" }, { name: "odd/" }],
  })
  expect((await paged.listV2({ prefix: "even/0", with_delimiter: true })).data?.objects).toHaveLength(4)
  expect((await paged.listV2({ cursor: "nonsense" })).error).toMatchObject({
    message: expect.stringContaining("cursor"),
  })
})

test("remove returns the removed rows, and their bytes are deleted with the last of them", async () => {
  await closed().upload("one.txt", "shared bytes")
  await closed().copy("one.txt", "two.txt")
  const version = (await closed().info("one.txt")).data?.version ?? ""
  expect((await closed().remove(["one.txt", "nothing.txt"])).data?.map(({ name }) => name)).toEqual([
    "one.txt",
  ])
  expect(await (await closed().download("two.txt")).data?.text()).toBe("shared bytes")
  expect(await server.files.stat(`objects/${version}`)).not.toBeNull()
  await closed().remove(["two.txt"])
  expect(await server.files.stat(`objects/${version}`)).toBeNull()
  expect((await closed().exists("two.txt")).data).toBe(false)
})

test("move and copy keep bytes and metadata, also into another bucket", async () => {
  const at = path()
  await closed().upload(at, "moving", { contentType: "text/x-own", metadata: { a: "1" } })
  expect((await closed().move(at, "moved.txt")).data).toMatchObject({ message: "Successfully moved" })
  expect((await closed().exists(at)).data).toBe(false)
  await closed().move("moved.txt", "there.txt", { destinationBucket: "open" })
  expect((await open().copy("there.txt", "copy.txt")).data).toMatchObject({ path: "open/copy.txt" })
  for (const name of ["there.txt", "copy.txt"])
    expect((await open().info(name)).data).toMatchObject({ contentType: "text/x-own", metadata: { a: "1" } })
  expect((await open().copy("there.txt", "copy.txt")).error).toMatchObject({ statusCode: "409" })
  expect((await open().move("there.txt", "copy.txt")).error).toMatchObject({ statusCode: "409" })
  expect((await open().move("nothing.txt", "other.txt")).error).toMatchObject({ statusCode: "404" })
  expect((await open().copy("there.txt", "x.txt", { destinationBucket: "nowhere" })).error).toMatchObject({
    message: "Bucket not found",
  })
})

test("encoded bytes are stored and served unchanged, with their encoding", async () => {
  const text = "to be compressed ".repeat(50)
  const bytes = gzipSync(text)
  const options = { contentType: "text/plain", contentEncoding: "gzip" }
  for (const [name, body] of [
    ["raw.txt", bytes],
    ["form.txt", new Blob([bytes])],
  ] as const) {
    expect((await open().upload(name, body, options)).error).toBeNull()
    const served = await fetch(open().getPublicUrl(name).data.publicUrl)
    // fetch decodes a response that declares an encoding.
    expect([served.headers.get("content-encoding"), await served.text()]).toEqual(["gzip", text])
  }
  const encodingOf = async (name: string) =>
    (await fetch(open().getPublicUrl(name).data.publicUrl, { method: "HEAD" })).headers.get(
      "content-encoding",
    )
  expect((await open().info("raw.txt")).data).toMatchObject({ contentEncoding: "gzip" })
  // Overrides apply only if the other values are not copied.
  const metadata = { contentEncoding: "", mimetype: "application/gzip", cacheControl: "max-age=5" }
  await open().copy("raw.txt", "same.gz", { metadata })
  await open().copy("raw.txt", "plain.gz", { copyMetadata: false, metadata })
  expect([await encodingOf("same.gz"), await encodingOf("plain.gz")]).toEqual(["gzip", null])
  expect((await open().info("same.gz")).data).toMatchObject({ contentType: "text/plain" })
  expect((await open().info("plain.gz")).data).toMatchObject({
    contentType: "application/gzip",
    cacheControl: "max-age=5",
  })
  const headers = { apikey: server.keys.secret, "content-encoding": "gzip\u00e9, x y z" }
  const address = `${server.url}/storage/v1/object/open/odd.txt`
  expect((await fetch(address, { method: "POST", headers, body: "x" })).status).toBe(200)
  expect(await encodingOf("odd.txt")).toBeNull()
})

test("a version is requested by its id, and only available while the object has it", async () => {
  await closed().upload("version.txt", "first")
  const versionId = (await closed().info("version.txt")).data?.version ?? ""
  const signed = (await closed().createSignedUrl("version.txt", 60, { versionId })).data?.signedUrl ?? ""
  expect(await (await closed().download("version.txt", { versionId })).data?.text()).toBe("first")
  expect(await (await fetch(signed)).text()).toBe("first")
  await closed().update("version.txt", "second")
  const missing = { statusCode: "404", message: "Object not found" }
  expect((await closed().download("version.txt", { versionId })).error).not.toBeNull()
  expect((await closed().info("version.txt", { versionId })).error).toMatchObject(missing)
  expect((await closed().createSignedUrl("version.txt", 60, { versionId })).error).toMatchObject(missing)
  expect((await fetch(signed)).status).toBe(400)
  const from = { sourceVersionId: versionId }
  expect((await closed().move("version.txt", "moved-version.txt", from)).error).toMatchObject(missing)
  expect((await closed().copy("version.txt", "copied-version.txt", from)).error).toMatchObject(missing)
  // A request to remove the previous version must not remove this one.
  expect((await closed().remove([{ path: "version.txt", versionId }])).data).toEqual([])
  const current = (await closed().info("version.txt")).data?.version ?? ""
  const removed = await closed().remove([{ path: "version.txt", versionId: current }])
  expect(removed.data).toMatchObject([{ name: "version.txt" }])
})

test("a list shows one key, and nothing if only previous versions or delete markers are requested", async () => {
  for (const name of ["versions/one", "versions/one.txt"]) await closed().upload(name, "x")
  const names = (answer: { data: { name: string }[] | null }) => answer.data?.map(({ name }) => name)
  const both = { noncurrentVersions: "include", deleteMarkers: "include" } as const
  const v2 = async (options: object) => (await closed().listV2({ prefix: "versions/one", ...options })).data
  expect(names(await closed().list("versions", both))).toEqual(["one", "one.txt"])
  expect(names(await closed().list("versions/one", { exactMatch: true }))).toEqual(["one"])
  expect((await v2(both))?.objects).toHaveLength(2)
  expect((await v2({ exactMatch: true }))?.objects.map(({ name }) => name)).toEqual(["versions/one"])
  for (const only of [{ noncurrentVersions: "only" }, { deleteMarkers: "only" }] as const) {
    expect((await closed().list("versions", only)).data).toEqual([])
    expect((await v2(only))?.objects).toEqual([])
  }
})

test("a copy has the custom metadata of its source, or of the header if it is not copied", async () => {
  await closed().upload("with-own.txt", "x", { metadata: { a: "1" } })
  const before = (await closed().info("with-own.txt")).data
  const copy = async (destinationKey: string, copyMetadata?: boolean) => {
    const headers = {
      apikey: server.keys.secret,
      "content-type": "application/json",
      "x-metadata": Buffer.from('{"b":"2"}').toString("base64"),
    }
    const body = JSON.stringify({
      bucketId: "closed",
      sourceKey: "with-own.txt",
      destinationKey,
      copyMetadata,
    })
    await fetch(`${server.url}/storage/v1/object/copy`, { method: "POST", headers, body })
    return (await closed().info(destinationKey)).data
  }
  const copied = await copy("copied-own.txt")
  expect(copied).toMatchObject({ metadata: { a: "1" }, etag: before?.etag })
  expect(Date.parse(copied?.lastModified ?? "")).toBeGreaterThan(Date.parse(before?.lastModified ?? ""))
  expect(await copy("given-own.txt", false)).toMatchObject({ metadata: { b: "2" } })
})

test("exists distinguishes a missing object from a failure", async () => {
  await closed().upload("here.txt", "x")
  expect(await closed().exists("here.txt")).toMatchObject({ data: true, error: null })
  expect((await closed().exists("not-here.txt")).data).toBe(false)
})

test("signed addresses show one object for a while, and download under a name", async () => {
  await closed().upload("signed.txt", "for you")
  const { data } = await closed().createSignedUrl("signed.txt", 60, { download: "own.txt" })
  const answer = await fetch(data?.signedUrl ?? "")
  expect([await answer.text(), answer.headers.get("content-disposition")]).toEqual([
    "for you",
    "attachment; filename*=UTF-8''own.txt",
  ])
  const { data: many } = await closed().createSignedUrls(["signed.txt", "nothing.txt"], 60)
  expect(many).toMatchObject([
    { path: "signed.txt", error: null },
    { path: "nothing.txt", signedUrl: null },
  ])
  expect(many?.[1]?.error).toContain("does not exist")
  expect((await closed().createSignedUrl("nothing.txt", 60)).error).toMatchObject({ statusCode: "404" })
})

test("signed uploads write one object once, or repeatedly if signed for upsert", async () => {
  const { data } = await closed().createSignedUploadUrl("sent.txt")
  const browser = server.client().storage.from("closed")
  const send = (text: string, token = data?.token ?? "") =>
    browser.uploadToSignedUrl("sent.txt", token, new Blob([text]))
  expect((await send("first")).error).toBeNull()
  expect((await send("second")).error).toMatchObject({ statusCode: "409" })
  const { data: again } = await closed().createSignedUploadUrl("sent.txt", { upsert: true })
  expect((await send("third", again?.token)).error).toBeNull()
  expect((await send("fourth", again?.token)).error).toBeNull()
  expect(await (await closed().download("sent.txt")).data?.text()).toBe("fourth")
})
