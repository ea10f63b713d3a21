import { deflateSync } from "node:zlib"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createRenderer } from "#platform/storage/images/renderer.ts"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

let server: StorageServer
let admin: Client["storage"]
beforeAll(async () => {
  server = await startStorage({ config: { imagePixels: 1_000_000 } })
  admin = server.client({ key: server.keys.secret }).storage
  await admin.createBucket("open", { public: true })
  const photo = sharp({ create: { width: 400, height: 200, channels: 3, background: "#c04020" } })
  const exif = {
    IFD0: { Copyright: "somebody" },
    IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" },
  }
  const bytes = await photo.withExif(exif).jpeg().toBuffer()
  await admin.from("open").upload("photo.jpg", bytes, { contentType: "image/jpeg" })
})
afterAll(() => server.close())

const rendered = async (query: string, headers: Record<string, string> = {}, name = "photo.jpg") => {
  const response = await fetch(`${server.url}/storage/v1/render/image/public/open/${name}?${query}`, {
    headers,
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test("images are rendered to the size, fit and format that were requested", async () => {
  const sizes: [string, number, number][] = [
    ["width=100&height=100", 100, 100],
    ["width=100", 100, 50],
    ["width=100&height=100&resize=contain", 100, 50],
    ["width=100&height=100&resize=fill", 100, 100],
    ["width=2000", 400, 200],
  ]
  for (const [query, width, height] of sizes) {
    const { response, bytes } = await rendered(query)
    expect(response.headers.get("content-type")).toBe("image/jpeg")
    expect(await sharp(bytes).metadata()).toMatchObject({ width, height, format: "jpeg" })
  }
  for (const [query, accept, type] of [
    ["width=50&format=avif", "*/*", "image/avif"],
    ["width=50&format=webp", "*/*", "image/webp"],
    ["width=50", "image/avif,image/webp,*/*", "image/webp"],
    ["width=50&format=origin", "image/webp", "image/jpeg"],
  ] as const)
    expect((await rendered(query, { accept })).response.headers.get("content-type")).toBe(type)
})

test("a rendered image has no metadata, keeps its cache rule and reports how it was rendered", async () => {
  const original = await (await admin.from("open").download("photo.jpg")).data?.arrayBuffer()
  expect((await sharp(Buffer.from(original ?? new ArrayBuffer())).metadata()).exif).toBeDefined()
  const { response, bytes } = await rendered("width=200&height=200&quality=60")
  expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "max-age=3600",
    "x-transformations": "height:200,width:200,resizing_type:fill,quality:60",
    "x-content-type-options": "nosniff",
    vary: "accept",
  })
  const etag = response.headers.get("etag") ?? ""
  expect((await rendered("width=200&height=200&quality=60", { "if-none-match": etag })).response.status).toBe(
    304,
  )
  expect((await rendered("width=201&height=200&quality=60", { "if-none-match": etag })).response.status).toBe(
    200,
  )
})

test("a signed image is rendered as signed, whatever else its address requests", async () => {
  const { data } = await admin
    .from("open")
    .createSignedUrl("photo.jpg", 60, { transform: { width: 40, height: 40 } })
  const response = await fetch(`${data?.signedUrl}&width=2000&height=1`)
  expect(response.headers.get("x-transformations")).toBe("height:40,width:40,resizing_type:fill")
  const plain = (data?.signedUrl ?? "").replace("/render/image/sign/", "/object/sign/")
  expect(await (await fetch(plain)).json()).toMatchObject({ code: "InvalidSignature" })
})

test("sides, quality and formats out of range are refused", async () => {
  for (const query of [
    "width=0",
    "width=2001",
    "height=-5",
    "quality=19",
    "quality=101",
    "format=svg",
    "resize=x",
    "width=1e9",
  ])
    expect((await rendered(query)).response.status).toBe(400)
})

/** A PNG of one color that has a few kB and decompresses to `side` times `side` pixels. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(type), data])
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = Buffer.alloc(side * (Math.ceil(side / 8) + 1))
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return ~crc >>> 0
}

test("a decompression bomb, a document and bytes that are not an image are stored but never rendered", async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>'
  expect(bomb(9_000).length).toBeLessThan(50_000)
  for (const [name, body] of [
    ["bomb.png", bomb(9_000)],
    ["drawing.svg", svg],
    ["words.png", "no image"],
  ] as const) {
    expect((await admin.from("open").upload(name, body, { contentType: "image/png" })).error).toBeNull()
    for (const query of ["width=10", "width=10&format=webp"]) {
      const { response, bytes } = await rendered(query, {}, name)
      expect([response.status, JSON.parse(bytes.toString())]).toMatchObject([400, { code: "InvalidRequest" }])
    }
  }
  const small = await admin.from("open").upload("small.png", bomb(900), { contentType: "image/png" })
  expect(small.error).toBeNull()
  expect((await rendered("width=10", {}, "small.png")).response.status).toBe(200)
})

test("a source above 25 MB is not read for an image", async () => {
  await admin.from("open").copy("photo.jpg", "large.jpg")
  await server.db.sql`
    update storage.objects set metadata = metadata || '{"size": 26214401}' where name = 'large.jpg'
  `
  const { bytes } = await rendered("width=10", {}, "large.jpg")
  expect(JSON.parse(bytes.toString()).message).toBe("The file is too large to make an image from it")
})

test("an AVIF is encoded with little effort, and not at all if that would take too long", async () => {
  const render = createRenderer({ imagePixels: 50_000_000, imageSeconds: 10 })
  const shades = (width: number, height: number) => {
    const raw = { width, height, channels: 1 } as const
    const bytes = Uint8Array.from({ length: width * height }, (_, at) => (at < 50_000 ? (at >> 3) % 251 : 0))
    return sharp(bytes, { raw }).png({ compressionLevel: 1 }).toBuffer()
  }
  for (const [width, height, effort] of [
    [64, 64, 2],
    [2_001, 2_000, 0],
  ] as const) {
    const image = await shades(width, height)
    const written = (await render(image, { format: "avif" }, "")).bytes
    expect(written.length).toBe((await sharp(image).avif({ quality: 80, effort }).toBuffer()).length)
  }
  const wide = await sharp({ create: { width: 16_001, height: 1_000, channels: 3, background: "#c04020" } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  for (const height of [undefined, 1_000])
    await expect(render(wide, { format: "avif", height }, "")).rejects.toThrow("ask for a smaller width")
  expect((await render(wide, { format: "avif", width: 200 }, "")).mimeType).toBe("image/avif")
})
