import { randomBytes, randomUUID } from "node:crypto"
import { Upload } from "tus-js-client"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

const sql = `
  create policy "own folder" on storage.objects for all to authenticated
    using ((storage.foldername(name))[1] = auth.uid()::text)
    with check ((storage.foldername(name))[1] = auth.uid()::text);
`

let server: StorageServer
let admin: Client["storage"]
const ann = randomUUID()
let token: string
beforeAll(async () => {
  server = await startStorage({ sql, config: { fileBytes: 20_000_000 } })
  admin = server.client({ key: server.keys.secret }).storage
  await admin.createBucket("videos")
  await admin.createBucket("small", { public: false, fileSizeLimit: 1000, allowedMimeTypes: ["text/plain"] })
  token = await server.issuer.token({ sub: ann })
})
afterAll(() => server.close())

const endpoint = () => `${server.url}/storage/v1/upload/resumable`
const bearer = (given = token) => ({ authorization: `Bearer ${given}` })

/** The official client of the protocol, as Supabase's documentation uses it. */
function send(bytes: Buffer, name: string, options: Partial<ConstructorParameters<typeof Upload>[1]> = {}) {
  return new Promise<string>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: endpoint(),
      headers: bearer(),
      chunkSize: 6 * 1024 * 1024,
      retryDelays: null,
      metadata: {
        bucketName: "videos",
        objectName: name,
        contentType: "video/mp4",
        cacheControl: "60",
        metadata: JSON.stringify({ a: "1" }),
      },
      onSuccess: () => resolve(upload.url ?? ""),
      onError: reject,
      ...options,
    })
    upload.start()
  })
}

/** The protocol by hand, for requests that a correct client never sends. */
async function create(
  name: string,
  size: number,
  headers: Record<string, string> = bearer(),
  { bucket = "videos", contentType = "text/plain" } = {},
) {
  const encoded = (text: string) => Buffer.from(text).toString("base64")
  return fetch(endpoint(), {
    method: "POST",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(size),
      "upload-metadata": `bucketName ${encoded(bucket)},objectName ${encoded(name)},contentType ${encoded(contentType)}`,
      ...headers,
    },
  })
}

function patch(
  location: string | null,
  offset: number,
  body: BodyInit,
  headers: Record<string, string> = bearer(),
) {
  return fetch(new URL(location ?? "", server.url), {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      ...headers,
    },
    body,
  })
}

async function offsetOf(location: string | null): Promise<string | null> {
  const response = await fetch(new URL(location ?? "", server.url), {
    method: "HEAD",
    headers: { "tus-resumable": "1.0.0" },
  })
  return response.headers.get("upload-offset")
}

test("resumable uploads in chunks become one object, with its type, cache rule and metadata", async () => {
  const bytes = randomBytes(15_000_000)
  const url = await send(bytes, `${ann}/film.mp4`)
  expect(Buffer.from(new URL(url).pathname.split("/").at(-1) ?? "", "base64url").toString()).toMatch(
    new RegExp(`^videos/${ann}/film.mp4/[0-9a-f-]{36}$`),
  )
  const videos = server.client({ token }).storage.from("videos")
  const back = await videos.download(`${ann}/film.mp4`)
  expect(Buffer.from((await back.data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true)
  expect((await videos.info(`${ann}/film.mp4`)).data).toMatchObject({
    size: 15_000_000,
    contentType: "video/mp4",
    cacheControl: "max-age=60",
    metadata: { a: "1" },
  })
  const parts: string[] = []
  for await (const { key } of server.files.list("uploads")) parts.push(key)
  expect(parts).toEqual([])
  // A client that missed the last response learns that the upload is complete.
  expect(await offsetOf(new URL(url).pathname)).toBe("15000000")
})

test("an interrupted upload resumes where it stopped, and is not an object before its end", async () => {
  const location = (await create(`${ann}/broken.txt`, 10)).headers.get("location")
  expect((await patch(location, 0, "01234")).headers.get("upload-offset")).toBe("5")
  expect(await offsetOf(location)).toBe("5")
  expect((await admin.from("videos").exists(`${ann}/broken.txt`)).data).toBe(false)
  expect((await patch(location, 3, "34567")).status).toBe(409)
  expect((await patch(location, 5, "56789xxx")).status).toBe(413)
  const both = await Promise.all([patch(location, 5, "56789"), patch(location, 5, "56789")])
  expect(both.map(({ status }) => status)).toContain(204)
  expect(await (await admin.from("videos").download(`${ann}/broken.txt`)).data?.text()).toBe("0123456789")
})

test("an empty resumable upload is an empty object", async () => {
  expect((await create(`${ann}/empty.txt`, 0)).status).toBe(201)
  expect((await admin.from("videos").info(`${ann}/empty.txt`)).data).toMatchObject({ size: 0 })
})

test("somebody else cannot start, continue or end an upload", async () => {
  const bob = await server.issuer.token({ sub: randomUUID() })
  expect((await create(`${ann}/theirs.txt`, 5, bearer(bob))).status).toBe(403)
  const location = (await create(`${ann}/mine.txt`, 5)).headers.get("location")
  for (const headers of [bearer(bob), { apikey: server.keys.publishable }, { apikey: server.keys.secret }])
    expect((await patch(location, 0, "01234", headers)).status).toBe(403)
  expect((await patch(location, 0, "01234", {})).status).toBe(400)
  const end = (headers: Record<string, string>) =>
    fetch(new URL(location ?? "", server.url), {
      method: "DELETE",
      headers: { "tus-resumable": "1.0.0", ...headers },
    })
  expect((await end(bearer(bob))).status).toBe(403)
  expect(await offsetOf(location)).toBe("0")
  expect((await end(bearer())).status).toBe(204)
  expect(await offsetOf(location)).toBeNull()
  expect((await admin.from("videos").exists(`${ann}/mine.txt`)).data).toBe(false)
})

test("an upload that exists, is too large, of a wrong type or without a bucket is refused before its bytes", async () => {
  await admin.from("videos").upload(`${ann}/there.txt`, "there")
  expect((await create(`${ann}/there.txt`, 5)).status).toBe(409)
  expect((await create(`${ann}/there.txt`, 5, { ...bearer(), "x-upsert": "true" })).status).toBe(201)
  expect((await create(`${ann}/large.txt`, 1001, bearer(), { bucket: "small" })).status).toBe(413)
  expect((await create(`${ann}/large.txt`, 20_000_001)).status).toBe(413)
  expect((await create(`${ann}/a.txt`, 5, bearer(), { bucket: "nowhere" })).status).toBe(404)
  // The protocol's metadata is base64, so a type may contain characters that a header cannot.
  for (const contentType of [
    "text/html",
    "text/plain;\r\nset-cookie: a=b",
    "text/plain; a=\u20ac",
    "text/plain;\0",
  ])
    expect((await create(`${ann}/a.txt`, 5, bearer(), { bucket: "small", contentType })).status).toBe(415)
  expect((await create("../a.txt", 5)).status).toBe(400)
  const answer = await create(`${ann}/there.txt`, 5)
  expect(await answer.text()).toBe("The resource already exists")
})

test("an upload keeps its initial options: it does not replace an object created meanwhile", async () => {
  const name = `${ann}/meanwhile.txt`
  const location = (await create(name, 5)).headers.get("location")
  await admin.from("videos").upload(name, "faster")
  const late = await patch(location, 0, "01234", { ...bearer(), "x-upsert": "true" })
  expect(late.status).toBe(409)
  expect(await (await admin.from("videos").download(name)).data?.text()).toBe("faster")
})

test("a signed address accepts one resumable upload, only of its own object", async () => {
  const { data } = await admin.from("videos").createSignedUploadUrl("signed.txt")
  const headers = { "x-signature": data?.token ?? "" }
  const options = { endpoint: `${endpoint()}/sign`, headers }
  await send(Buffer.from("signed"), "signed.txt", options)
  expect(await (await admin.from("videos").download("signed.txt")).data?.text()).toBe("signed")
  await expect(send(Buffer.from("signed"), "other.txt", options)).rejects.toThrow("signature")
  await expect(
    send(Buffer.from("x"), "signed.txt", { ...options, headers: { "x-signature": "no" } }),
  ).rejects.toThrow()
  const location = (await create(`${ann}/member.txt`, 5)).headers.get("location")
  const other = location?.replace("/resumable/", "/resumable/sign/") ?? ""
  expect((await patch(other, 0, "01234", headers)).status).toBe(403)
})

test("unfinished uploads expire, and their parts are deleted", async () => {
  const location = (await create(`${ann}/left.txt`, 12_000_000)).headers.get("location")
  expect((await patch(location, 0, randomBytes(7_000_000))).status).toBe(204)
  server.advance(24 * 3600 + 1)
  expect((await patch(location, 7_000_000, "x")).status).toBe(410)
  await server.storage.prune()
  expect(await offsetOf(location)).toBeNull()
  const parts: string[] = []
  for await (const { key } of server.files.list("uploads")) parts.push(key)
  expect(parts).toEqual([])
})
