import { randomBytes } from "node:crypto"
import { request } from "node:http"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

/** The maximum size of stored renderings, so small that a few exceed it. */
const keptBytes = 1_500_000

let server: StorageServer
let admin: Client["storage"]
let member: string
beforeAll(async () => {
  server = await startStorage({ config: { renderingsBytes: keptBytes } })
  admin = server.client({ key: server.keys.secret }).storage
  member = await server.issuer.token({ sub: "00000000-0000-4000-8000-000000000001" })
  await admin.createBucket("open", { public: true })
  await upload("large.png", 1_100, 1_100)
  await upload("middle.png", 330, 330)
  await upload("small.png", 300, 200)
})
afterAll(() => server.close())

/** A picture of noise, which no format compresses: 3 bytes for each pixel. */
async function upload(name: string, width: number, height: number) {
  const raw = { width, height, channels: 3 } as const
  const bytes = await sharp(randomBytes(width * height * 3), { raw })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const { error } = await admin.from("open").upload(name, bytes, { contentType: "image/png" })
  expect(error).toBeNull()
}

/** One request on a separate connection; its status, or 0 if it was aborted. */
function ask(address: string, { token, hangUp }: { token?: string; hangUp?: Promise<unknown> } = {}) {
  return new Promise<{ status: number; bytes: Buffer }>((resolve) => {
    const url = `${server.url}/storage/v1/render/image/public/open/${address}`
    const headers = { connection: "close", ...(token && { authorization: `Bearer ${token}` }) }
    const sent = request(url, { agent: false, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on("data", (chunk: Buffer) => chunks.push(chunk))
      answer.on("error", () => {})
      answer.on("close", () =>
        resolve({ status: answer.complete ? (answer.statusCode ?? 0) : 0, bytes: Buffer.concat(chunks) }),
      )
    })
    sent.on("error", () => resolve({ status: 0, bytes: Buffer.alloc(0) }))
    sent.end()
    void hangUp?.then(() => sent.destroy())
  })
}

const rendered = async () => {
  const [row] = await server.db.sql<{ n: number; bytes: number }>`
    select count(*)::int as n, coalesce(sum(size), 0)::int as bytes from storage.renderings
  `
  return row ?? { n: 0, bytes: 0 }
}
async function keptFiles(): Promise<number> {
  let n = 0
  for await (const _file of server.files.list("renderings")) n++
  return n
}

test("a member's picture does not wait for all requests of somebody else", async () => {
  let ended = 0
  const hangUp = Promise.withResolvers<void>()
  const flood = Array.from({ length: 60 }, async (_, at) => {
    await ask(`large.png?width=${100 + at}`, { hangUp: hangUp.promise })
    ended++
  })
  await expect.poll(() => ended).toBeGreaterThan(3)
  const before = ended
  expect((await ask("small.png?width=50", { token: member })).status).toBe(200)
  expect(ended - before).toBeLessThan(10)
  hangUp.resolve()
  await Promise.all(flood)
})

test("waiting requests hold no picture bytes in memory", async () => {
  const before = process.memoryUsage().arrayBuffers
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().arrayBuffers - before)
  }, 5)
  let ended = 0
  const hangUp = Promise.withResolvers<void>()
  const all = Array.from({ length: 40 }, async (_, at) => {
    await ask(`large.png?width=${200 + at}`, { hangUp: hangUp.promise })
    ended++
  })
  await expect.poll(() => ended).toBeGreaterThan(2)
  hangUp.resolve()
  await Promise.all(all)
  clearInterval(watch)
  // 40 times 3.6 MB are 145 MB.
  expect(most).toBeLessThan(100_000_000)
})

test("requests whose client disconnects leave the queue", async () => {
  const before = (await rendered()).n
  const hangUp = Promise.withResolvers<void>()
  const all = Array.from({ length: 50 }, (_, at) =>
    ask(`large.png?width=${250 + at}&format=avif&quality=20`, { hangUp: hangUp.promise }),
  )
  await expect.poll(async () => (await rendered()).n).not.toBe(before)
  hangUp.resolve()
  expect((await Promise.all(all)).filter(({ status }) => status === 0).length).toBeGreaterThan(30)
  // From the same caller, so it is processed after the caller's remaining requests.
  expect((await ask("small.png?width=51")).status).toBe(200)
  const names = await server.db.sql`select id from storage.renderings where mime_type = 'image/avif'`
  expect(names.length).toBeLessThan(30)
})

test("a caller with too many waiting requests is refused with 503 and Retry-After, and nobody else is", async () => {
  const hangUp = Promise.withResolvers<void>()
  const answers = Array.from({ length: 80 }, (_, at) =>
    ask(`large.png?width=${300 + at}`, { hangUp: hangUp.promise }),
  )
  const refused = await Promise.any(
    answers.map(async (answer) => ((await answer).status === 503 ? answer : Promise.reject(new Error("no")))),
  )
  expect(JSON.parse(refused.bytes.toString())).toMatchObject({ code: "SlowDown", statusCode: "503" })
  expect((await ask("small.png?width=52", { token: member })).status).toBe(200)
  hangUp.resolve()
  await Promise.all(answers)
})

test("the same picture in the same size is rendered once, stored, and deleted with its object", async () => {
  await upload("once.png", 600, 600)
  const many = await Promise.all(
    Array.from({ length: 12 }, (_, at) => ask("once.png?width=64", at % 2 ? { token: member } : {})),
  )
  expect(many.map(({ status }) => status)).toEqual(Array(12).fill(200))
  const [first] = many
  const version = (await admin.from("open").info("once.png")).data?.version ?? ""
  const kept = await server.db.sql<{
    id: string
  }>`select id from storage.renderings where version = ${version}`
  expect(kept).toHaveLength(1)
  // Without the object's bytes nothing could be rendered again.
  await server.files.remove(`objects/${version}`)
  expect((await ask("once.png?width=65")).status).toBe(400)
  expect((await ask("once.png?width=64")).bytes.equals(first?.bytes ?? Buffer.alloc(0))).toBe(true)
  await admin.from("open").remove(["once.png"])
  expect((await ask("once.png?width=64")).status).toBe(400)
  for await (const file of server.files.list("renderings")) expect(file.key).not.toContain(kept[0]?.id)
})

test("the least recently used renderings are deleted to stay below the limit", async () => {
  for (let at = 0; at < 9; at++)
    expect((await ask(`middle.png?width=${300 + at}&height=300`)).status).toBe(200)
  const { n, bytes } = await rendered()
  expect(bytes).toBeLessThan(keptBytes * 1.3)
  expect(n).toBeGreaterThan(0)
  expect(await keptFiles()).toBe(n)
})

test("files of renderings without a row are removed by the sweep", async () => {
  await server.db.sql`delete from storage.renderings`
  server.advance(7 * 3600)
  await server.storage.prune()
  expect(await keptFiles()).toBe(0)
  expect((await ask("small.png?width=50")).status).toBe(200)
})
