import { randomBytes, randomUUID } from "node:crypto"
import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { createDiskFiles } from "#adapters/files/disk.ts"
import { exportObjects } from "#platform/storage/export/export-objects.ts"
import { openLedger } from "#platform/storage/export/ledger.ts"
import { rowsAsSql } from "#platform/storage/export/rows-as-sql.ts"
import { objectsOf } from "#platform/storage/export/source.ts"
import { createTarget, type Target } from "#platform/storage/export/target.ts"
import type { Files } from "#ports/files.ts"
import { scratchFolder } from "#test/support/scratch.ts"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

let from: StorageServer
let to: StorageServer
let source: Client
let arrived: Client
let ledgerPath: string
const owner = randomUUID()

beforeAll(async () => {
  const openToMembers = "create policy own on storage.objects to authenticated using (true) with check (true)"
  ;[from, to] = await Promise.all([startStorage({ sql: openToMembers }), startStorage()])
  source = from.client({ key: from.keys.secret })
  arrived = to.client({ key: to.keys.secret })
  await source.storage.createBucket("open", {
    public: true,
    fileSizeLimit: "2MB",
    allowedMimeTypes: ["image/*", "text/plain"],
  })
  await source.storage.createBucket("closed")
})
afterAll(async () => {
  await Promise.all([from.close(), to.close()])
})
beforeEach(async () => {
  ledgerPath = join(await scratchFolder(), `ledger-${randomUUID()}`)
})
afterEach(() => rm(ledgerPath, { recursive: true, force: true }))

/** Exports from one server to the other; failures by name. */
async function run(changes: { target?: Partial<Target>; files?: Files } = {}) {
  const ledger = await openLedger(ledgerPath)
  const failures: Record<string, string> = {}
  const exported = await exportObjects({
    db: from.db,
    files: changes.files ?? from.files,
    target: { ...createTarget({ url: to.url, key: to.keys.secret }), ...changes.target },
    ledger,
    onFailure: (object, reason) => {
      failures[`${object.bucket_id}/${object.name}`] = reason
    },
  })
  await ledger.close()
  return { ...exported, failures }
}

async function put(bucket: string, name: string, bytes: Buffer | string | Blob, options = {}) {
  const { error } = await source.storage.from(bucket).upload(name, bytes, { upsert: true, ...options })
  if (error) throw error
}

test("buckets and objects arrive with bytes, types, cache rules and metadata, and a second export sends only changes", async () => {
  const bytes = randomBytes(1_500_000)
  await put("open", "a/picture.png", bytes, {
    contentType: "image/png",
    cacheControl: "60",
    metadata: { by: "Ana" },
  })
  await put("open", "note.txt", new Blob(["a note"], { type: "text/plain" }), {
    metadata: { text: "x".repeat(20_000) },
  })
  await put("closed", "empty", "")
  await put("closed", "it's (one) of 'two'.txt", "quoted")
  expect(await run()).toMatchObject({ sent: 4, before: 0, failed: 0, failures: {} })

  const bucket = await arrived.storage.getBucket("open")
  expect(bucket.data).toMatchObject({
    public: true,
    file_size_limit: 2_000_000,
    allowed_mime_types: ["image/*", "text/plain"],
  })
  const picture = await arrived.storage.from("open").download("a/picture.png")
  expect(await picture.data?.bytes()).toEqual(new Uint8Array(bytes))
  const info = await arrived.storage.from("open").info("a/picture.png")
  expect(info).toMatchObject({
    error: null,
    data: { contentType: "image/png", cacheControl: "max-age=60", metadata: { by: "Ana" } },
  })
  expect((await arrived.storage.from("open").info("note.txt")).data?.metadata).toEqual({
    text: "x".repeat(20_000),
  })
  expect((await arrived.storage.from("closed").info("empty")).data?.size).toBe(0)

  await put("closed", "empty", "no longer")
  expect(await run()).toMatchObject({ sent: 1, before: 3, failed: 0 })
  expect(await (await arrived.storage.from("closed").download("empty")).data?.text()).toBe("no longer")
})

test("an interrupted export resumes where it stopped, even after half a line", async () => {
  for (let n = 0; n < 12; n++) await put("closed", `many/${n}`, `bytes ${n}`)
  let calls = 0
  const cut = createTarget({ url: to.url, key: to.keys.secret })
  const first = await run({
    target: {
      put: async (object, bytes) => {
        if (++calls > 5) throw new Error("the line is cut")
        await cut.put(object, bytes)
      },
    },
  })
  expect(first.sent).toBe(5)
  expect(first.failed).toBe(11)
  expect(Object.values(first.failures)).toContain("the line is cut")
  const text = await readFile(ledgerPath, "utf8")
  await writeFile(ledgerPath, text.slice(0, -10))
  expect(await run()).toMatchObject({ before: 4, sent: 12, failed: 0 })
  expect(await run()).toMatchObject({ before: 16, sent: 0, failed: 0 })
})

test("objects are read page by page, each once", async () => {
  const names: string[] = []
  for await (const { bucket_id, name } of objectsOf(from.db, 3)) names.push(`${bucket_id}/${name}`)
  const all = await from.db
    .sql`select bucket_id || '/' || name as name from storage.objects order by bucket_id, name`
  expect(names).toEqual(all.map(({ name }) => name))
})

test("an object that arrives altered, is damaged or is missing here fails, and is not recorded in the ledger", async () => {
  await put("closed", "wrong", "these bytes")
  expect((await run({ target: { hashOf: async () => "0".repeat(64) } })).failures["closed/wrong"]).toBe(
    "it arrived with other bytes",
  )
  const damaged: Files = {
    ...from.files,
    get: async (key, range) => {
      const file = await from.files.get(key, range)
      await file?.body.cancel()
      return file && { ...file, body: new Blob(["other bytes"]).stream() }
    },
  }
  await put("closed", "damaged", "whole bytes")
  expect((await run({ files: damaged })).failures["closed/damaged"]).toBe(
    "its bytes are damaged on this server",
  )
  expect((await arrived.storage.from("closed").exists("damaged")).data).toBe(false)

  const empty = createDiskFiles({ root: join(await scratchFolder(), `b4m-nothing-${randomUUID()}`) })
  expect((await run({ files: empty })).failures["closed/wrong"]).toBe("its bytes are not on this server")
  expect(await run()).toMatchObject({ before: 0, failed: 0 })
})

test("a refusal by the target is reported with its reason, and a wrong key stops before the first object", async () => {
  await arrived.storage.createBucket("narrow")
  await source.storage.createBucket("narrow")
  await put("narrow", "large", "more than a byte")
  const target = createTarget({ url: to.url, key: to.keys.secret })
  const made = async (bucket: Parameters<Target["makeBucket"]>[0]) =>
    target.makeBucket(bucket.id === "narrow" ? { ...bucket, file_size_limit: "1" } : bucket)
  expect((await run({ target: { makeBucket: made } })).failures).toEqual({
    "narrow/large": "The object exceeded the maximum allowed size",
  })
  const stranger = createTarget({ url: to.url, key: to.keys.publishable })
  await expect(run({ target: stranger })).rejects.toThrow(
    "The bucket closed could not be made there: new row violates row-level security policy",
  )
})

test("owners and times are exported as SQL", async () => {
  const member = from.client({ token: await from.issuer.token({ sub: owner }) })
  const { error } = await member.storage.from("closed").upload("o'wned", "mine")
  expect(error).toBeNull()
  await from.db.sql`update storage.objects set created_at = '2026-01-02T03:04:05Z' where name = 'o''wned'`
  await run()
  const statements: string[] = []
  for await (const statement of rowsAsSql(from.db)) statements.push(statement)
  expect([statements.shift(), statements.pop()]).toEqual(["begin;", "commit;"])
  for (const statement of statements) await to.db.query(statement)
  expect(await to.db.sql`select owner_id, created_at from storage.objects where name = 'o''wned'`).toEqual([
    { owner_id: owner, created_at: new Date("2026-01-02T03:04:05Z") },
  ])
  await rm(ledgerPath)
})
