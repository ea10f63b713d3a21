/** Concurrent operations are held at the decisive moment, so that no outcome depends on timing. */
import { createHash } from "node:crypto"
import { Hono } from "hono"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Caller } from "#platform/gateway/contract.ts"
import { createStorage } from "#platform/storage/service.ts"
import { collectLog } from "#test/support/collected-log.ts"
import type { Client } from "../support/server.ts"
import { type StorageServer, startStorage } from "../support/storage.ts"

/** Committing an object with this name waits for the lock of this test. */
const sql = `
  create function public.hold() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(hashtextextended('storage.test', 0)); return null; end $$;
  create constraint trigger hold after insert on storage.objects deferrable initially deferred
    for each row when (new.name = 'held.txt') execute function public.hold();
`
let server: StorageServer
let own: ReturnType<Client["storage"]["from"]>
beforeAll(async () => {
  server = await startStorage({ sql })
  const { storage } = server.client({ key: server.keys.secret })
  await storage.createBucket("own")
  own = storage.from("own")
})
afterAll(() => server.close())

/** Statements that wait for a lock. */
async function waiting(): Promise<number> {
  const [row] = await server.db.sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `
  return row?.n ?? 0
}

const versionOf = (text: string) => createHash("sha256").update(text).digest("hex")

test("bytes stay while an object with the same bytes is being stored, even if the other one is removed", async () => {
  await own.upload("first.txt", "the same bytes")
  const both = await server.db.transaction(async (inner) => {
    await inner.sql`select pg_advisory_xact_lock(hashtextextended('storage.test', 0))`
    const upload = own.upload("held.txt", "the same bytes")
    await expect.poll(waiting).toBe(1)
    const removal = own.remove(["first.txt"])
    // It checks whether any object uses the bytes once the upload has ended.
    await expect.poll(waiting).toBe(2)
    return { upload, removal }
  })
  expect([(await both.upload).error, (await both.removal).error]).toEqual([null, null])
  expect(await (await own.download("held.txt")).data?.text()).toBe("the same bytes")
})

test("an object deleted while it is copied is not copied without its bytes", async () => {
  await own.upload("going.txt", "going")
  const version = versionOf("going")
  const copy = await server.db.transaction(async (inner) => {
    await inner.sql`select pg_advisory_xact_lock(hashtextextended(${`storage.version:${version}`}, 0))`
    const copying = own.copy("going.txt", "copied.txt")
    await expect.poll(waiting).toBe(1)
    await inner.sql`delete from storage.objects where name = 'going.txt'`
    await server.files.remove(`objects/${version}`)
    return { copying }
  })
  expect((await copy.copying).error).toMatchObject({ statusCode: "404" })
})

test("two processes that receive the same part of a resumable upload at once count it once", async () => {
  const { db, files, keys } = server
  const encoded = (text: string) => Buffer.from(text).toString("base64")
  const begun = await fetch(`${server.url}/storage/v1/upload/resumable`, {
    method: "POST",
    headers: {
      apikey: keys.secret,
      "tus-resumable": "1.0.0",
      "upload-length": "2000",
      "upload-metadata": `bucketName ${encoded("own")},objectName ${encoded("twice.txt")}`,
    },
  })
  const location = new URL(begun.headers.get("location") ?? "", server.url)
  const other = new Hono<{ Variables: { caller: Caller } }>()
  other.use(async (c, next) => {
    c.set("caller", { role: "service_role", userId: null, claims: { role: "service_role" } })
    await next()
  })
  const options = { db, files, secret: "x".repeat(32), now: () => new Date(), log: collectLog() }
  other.route("/", createStorage(options).app)
  const headers = {
    apikey: keys.secret,
    "tus-resumable": "1.0.0",
    "upload-offset": "0",
    "content-type": "application/offset+octet-stream",
  }
  const part = { method: "PATCH", headers, body: "x".repeat(1000) }
  const both = await db.transaction(async (inner) => {
    await inner.sql`select 1 from storage.resumable_uploads where name = 'twice.txt' for update`
    const answers = Promise.all([fetch(location, part), other.request(location, part)])
    // Both have found the row at the same offset.
    await expect.poll(waiting).toBe(2)
    return { answers }
  })
  expect((await both.answers).map(({ status }) => status).toSorted()).toEqual([204, 409])
})
