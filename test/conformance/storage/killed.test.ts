import { createHash, randomBytes, randomUUID } from "node:crypto"
import { readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createDiskFiles } from "#adapters/files/disk.ts"
import { createStorage } from "#platform/storage/service.ts"
import { runProgram } from "#test/support/child-program.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { scratchFolder } from "#test/support/scratch.ts"

let database: TestDatabase
let root: string
beforeAll(async () => {
  database = await createTestDatabase()
  root = join(await scratchFolder(), `b4m-killed-${randomUUID()}`)
  await database.db.sql`insert into storage.buckets (id, name) values ('kept', 'kept')`
})
afterAll(async () => {
  await database.drop()
  await rm(root, { recursive: true, force: true })
})

test("killed in the middle of 100 uploads, three times: acknowledged uploads are complete, others are gone", async () => {
  const acknowledged = new Map<string, string>()
  const replaced = new Map<string, string[]>()
  let failed = 0
  for (let round = 0; round < 3; round++) {
    const program = runProgram(join(import.meta.dirname, "../../support/uploads-program.ts"), [
      database.url,
      root,
    ])
    const { url } = await program.ready
    let done = 0
    const upload = async (n: number) => {
      // Every tenth replaces one object; bytes arrive in two pieces, so that many are half sent at the kill.
      const name = n % 10 === 0 ? "replaced.bin" : `${round}/${n}.bin`
      const bytes = randomBytes(40_000 + n * 500)
      const hash = createHash("sha256").update(bytes).digest("hex")
      if (name === "replaced.bin") replaced.set(name, [...(replaced.get(name) ?? []), hash])
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          controller.enqueue(bytes.subarray(0, 20_000))
          await wait(Math.random() * 30)
          controller.enqueue(bytes.subarray(20_000))
          controller.close()
        },
      })
      const init = {
        method: "POST",
        body,
        duplex: "half",
        headers: { apikey: "sb_secret_test", "x-upsert": "true" },
      }
      try {
        const response = await fetch(`${url}/storage/v1/object/kept/${name}`, init as RequestInit)
        if (response.status !== 200) throw new Error(await response.text())
        acknowledged.set(name, hash)
        done++
      } catch {
        failed++
      }
    }
    const uploads = Array.from({ length: 100 }, (_, n) => n)
    const workers = Array.from({ length: 20 }, async () => {
      for (let n = uploads.shift(); n !== undefined; n = uploads.shift()) await upload(n)
    })
    const all = Promise.all(workers)
    await expect.poll(() => done).toBeGreaterThan(10 + round * 12)
    await program.kill()
    await all
  }
  expect(acknowledged.size).toBeGreaterThan(50)
  expect(failed).toBeGreaterThan(50)

  const files = createDiskFiles({ root })
  const rows = await database.db.sql<{ name: string; version: string; size: number }>`
    select name, version, (metadata ->> 'size')::int as size from storage.objects
  `
  for (const { name, version, size } of rows) {
    const file = await files.get(`objects/${version}`)
    const bytes = Buffer.from(await new Response(file?.body).arrayBuffer())
    expect(bytes.length, name).toBe(size)
    expect(createHash("sha256").update(bytes).digest("hex"), name).toBe(version)
  }
  const versions = new Map(rows.map(({ name, version }) => [name, version]))
  for (const [name, hash] of acknowledged) {
    if (name === "replaced.bin") expect(replaced.get(name)).toContain(versions.get(name))
    else expect(versions.get(name), name).toBe(hash)
  }

  // After the sweep exactly the files named by rows remain; it removes others only once they are old.
  const log = collectLog()
  const secret = "a secret of tests with more than 32 characters"
  const sweep = (hours: number) =>
    createStorage({
      db: database.db,
      files,
      secret,
      log,
      now: () => new Date(Date.now() + hours * 3_600_000),
    }).prune()
  expect(await sweep(5)).toEqual({ removed: 0 })
  await sweep(7)
  const kept: string[] = []
  for await (const { key } of files.list("objects")) kept.push(key.slice(-64))
  expect(kept.toSorted()).toEqual([...new Set(rows.map(({ version }) => version))].toSorted())
  await files.removeUnfinished(new Date(Date.now() + 60_000))
  expect(await readdir(join(root, ".unfinished"))).toEqual([])
})

test("the sweep removes a file whose row was deleted in SQL, and no file that another object still uses", async () => {
  const files = createDiskFiles({ root: join(root, "swept") })
  const log = collectLog()
  const now = () => new Date(Date.now() + 7 * 3_600_000)
  const storage = createStorage({ db: database.db, files, secret: "x".repeat(32), log, now })
  async function* bytes(text: string) {
    yield Buffer.from(text)
  }
  const [used, lost] = [await files.put("objects", bytes("used")), await files.put("objects", bytes("lost"))]
  await database.db.sql`
    insert into storage.objects (bucket_id, name, version) values ('kept', 'used', ${used.key.slice(-64)})
  `
  await files.put("uploads/00000000-0000-4000-8000-000000000000", bytes("a part of nothing"))
  expect(await storage.prune()).toEqual({ removed: 2 })
  expect(await files.stat(used.key)).not.toBeNull()
  expect(await files.stat(lost.key)).toBeNull()
})
