import { createHash } from "node:crypto"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { beginUpload, takeParts } from "./upload.ts"

/** For how long the same key gets the same answer, in hours. */
const keptHours = 24

/** One whole file, with the key of a caller who may send it again. */
interface WholeFile {
  name: string
  bytes: Uint8Array
  /** Any text of the caller's; null: each call is an upload of its own. */
  key: string | null
}

/**
 * Takes a whole file in one transaction and queues the job that reads it. The same key with the same file returns the import of
 * the first call, also after a crash between the commit and the answer. Errors: `key_reused` (with another file), `not_joined`,
 * `too_many_imports` (some are unfinished).
 */
export async function uploadOnce(
  world: World,
  userId: string,
  { name, bytes, key }: WholeFile,
): Promise<
  { ok: true; importId: string } | { ok: false; code: "key_reused" | "not_joined" | "too_many_imports" }
> {
  const hash = createHash("sha256").update(name).update("\0").update(bytes).digest()
  return world.db.transaction(async (db) => {
    const inside = { ...world, db }
    if (key !== null) {
      // The same key at the same time waits for the first one.
      await db.sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${userId} ${key}`}, 0))`
      const [before] = await db.sql<{ hash: Buffer; importId: string }>`
        select body_hash as hash, import_id as "importId" from private.upload_keys
        where user_id = ${userId} and key = ${key} and at > ${hoursBefore(world.now())}`
      if (before)
        return before.hash.equals(hash)
          ? { ok: true, importId: before.importId }
          : { ok: false, code: "key_reused" }
    }
    const begun = await beginUpload(inside, userId, [{ name, size: bytes.length }])
    if (!begun.ok) return begun
    const { importId } = begun
    const taken = await takeParts(inside, userId, importId, [{ file: 0, position: 0, bytes }])
    if (!taken.ok) throw new Error(`The file of a new import was refused: ${taken.code}`)
    if (key !== null)
      await db.sql`
        insert into private.upload_keys (user_id, key, body_hash, import_id, at)
        values (${userId}, ${key}, ${hash}, ${importId}, ${world.now()})
        on conflict (user_id, key)
        do update set body_hash = excluded.body_hash, import_id = excluded.import_id, at = excluded.at`
    return { ok: true, importId }
  })
}

/** Forgets keys after a day. Run hourly by a deadline. */
export async function tidyUploadKeys({ sql }: Pick<Db, "sql">, now: Date): Promise<void> {
  await sql`delete from private.upload_keys where at <= ${hoursBefore(now)}`
}

function hoursBefore(now: Date): Date {
  return new Date(now.getTime() - keptHours * 3_600_000)
}
