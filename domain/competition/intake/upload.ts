import { randomUUID } from "node:crypto"
import { importLimits } from "#content/import-limits.ts"
import { athleteOfUser } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { giveUpUploads } from "./read.ts"

/** Reads completely uploaded files: `{ importId, files: [0, 1] }`. */
export const importQueue = "import"

interface NamedFile {
  name: string
  size: number
}

/** A chunk of a file, starting at `position`. */
export interface Part {
  file: number
  position: number
  bytes: Uint8Array
}

/**
 * Creates an import for an upload. Returns its id and the names under which the files are reported, in the given order.
 * Announcing the same files again returns the same import as long as no bytes have arrived, because the first response
 * may have been lost. Errors: `not_joined`, `too_many_imports` (some are unfinished).
 */
export async function beginUpload(
  world: World,
  userId: string,
  files: readonly NamedFile[],
): Promise<
  { ok: true; importId: string; names: string[] } | { ok: false; code: "not_joined" | "too_many_imports" }
> {
  const athlete = await athleteOfUser(world.db, userId)
  if (!athlete) return { ok: false, code: "not_joined" }
  // Tabs closed during an upload must not block a new one.
  await giveUpUploads(world, { silentMs: 120_000, athleteId: athlete.id })
  const names = distinctNames(files.map(({ name }) => name))
  const importId = randomUUID()
  return world.db.transaction(async ({ sql }) => {
    // Serialized, so that two calls cannot both take the last slot.
    await sql`select from athletes where id = ${athlete.id} for no key update`
    const announced = names.map((name, file) => [name, files[file]?.size])
    const [same] = await sql<{ importId: string }>`
      select import_id as "importId" from import_uploads
      where import_id in (select id from imports where athlete_id = ${athlete.id} and finished_at is null)
      group by import_id
      having jsonb_agg(jsonb_build_array(name, size) order by file) = ${sql.json(announced)}
        and bool_and(arrived = 0 and received_at is null)
    `
    if (same) return { ok: true, importId: same.importId, names }
    const [open] = (await sql`
      select count(*)::integer as n from imports where athlete_id = ${athlete.id} and finished_at is null
        and exists (select from import_uploads where import_id = imports.id)
    `) as [{ n: number }]
    if (open.n >= importLimits.openImports) return { ok: false, code: "too_many_imports" }
    await sql`insert into imports (id, athlete_id, started_at) values (${importId}, ${athlete.id}, ${world.now()})`
    const rows = files.map(({ size }, file) => ({
      import_id: importId,
      file,
      name: names[file],
      size,
      arrived: 0,
    }))
    await sql`
      insert into import_uploads select * from jsonb_populate_recordset(null::import_uploads, ${sql.json(rows)})
    `
    return { ok: true, importId, names }
  })
}

/**
 * Stores chunks of files. The last chunk of a file queues a job that reads it, so the page may be closed. Idempotent,
 * also after the import has finished: a page that was closed before the response arrived sends the same chunks again.
 * Errors: `unknown_import` (not the caller's, or the file was abandoned before all of it had arrived), `unknown_part`
 * (no such file in it, or beyond its declared size).
 */
export async function takeParts(
  world: World,
  userId: string,
  importId: string,
  parts: readonly Part[],
): Promise<{ ok: true; whole: number[] } | { ok: false; code: "unknown_import" | "unknown_part" }> {
  const files = [...new Set(parts.map(({ file }) => file))]
  return world.db.transaction(async (db) => {
    const { sql } = db
    const [found] = await sql`
      select from imports i join athletes a on a.id = i.athlete_id
      where i.id = ${importId} and a.user_id = ${userId}
    `
    if (!found) return { ok: false, code: "unknown_import" }
    const sizes = await sql<{ file: number; size: number; received: boolean; over: boolean }>`
      select file, size::float8 as size, received_at is not null as received, read_at is not null as over
      from import_uploads where import_id = ${importId} and file = any(${files}::integer[])
      order by file for update
    `
    if (sizes.some(({ received, over }) => over && !received)) return { ok: false, code: "unknown_import" }
    const sizeOf = new Map(sizes.map(({ file, size }) => [file, size]))
    const fits = (part: Part) => part.position + part.bytes.length <= (sizeOf.get(part.file) ?? -1)
    if (!parts.every(fits)) return { ok: false, code: "unknown_part" }
    const whole = new Set(sizes.flatMap(({ file, received }) => (received ? [file] : [])))
    const wanted = parts.filter(({ file }) => !whole.has(file))
    const arrived = new Map(files.map((file) => [file, 0]))
    for (const { file, position, bytes } of wanted.flatMap(sliced)) {
      const stored = await sql`
        insert into private.import_parts (import_id, file, position, bytes, sent_at)
        values (${importId}, ${file}, ${position}, ${bytes}, ${world.now()})
        on conflict do nothing
        returning 1
      `
      if (stored.length > 0) arrived.set(file, (arrived.get(file) ?? 0) + bytes.length)
    }
    const complete = await countArrived(db, importId, arrived, world.now())
    if (complete.length > 0) await world.jobs.add(db, importQueue, { importId, files: complete })
    return { ok: true, whole: complete }
  })
}

/** A chunk is sent to the database as text of twice its size, so chunks are small: 200 MB do not take 200 MB of memory. */
const bytesPerRow = 65_536

function sliced({ file, position, bytes }: Part): Part[] {
  return Array.from({ length: Math.ceil(bytes.length / bytesPerRow) }, (_, n) => {
    const from = n * bytesPerRow
    return { file, position: position + from, bytes: bytes.subarray(from, from + bytesPerRow) }
  })
}

/** Adds new bytes by file, and returns the files that are now complete. The caller has locked their rows. */
async function countArrived(
  db: Db,
  importId: string,
  arrived: ReadonlyMap<number, number>,
  now: Date,
): Promise<number[]> {
  const rows = await db.sql<{ file: number; whole: boolean }>`
    update import_uploads u
    set arrived = u.arrived + n.bytes, received_at = case when u.arrived + n.bytes = size then ${now}::timestamptz end
    from unnest(${[...arrived.keys()]}::integer[], ${[...arrived.values()]}::bigint[]) n (file, bytes)
    where u.import_id = ${importId} and u.file = n.file and received_at is null
    returning u.file, received_at is not null as whole
  `
  return rows.filter(({ whole }) => whole).map(({ file }) => file)
}

/** Makes names unique, keeping their order: a second "run.fit.gz" becomes "run (2).fit.gz". */
function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return names.map((name) => {
    let free = name
    while (taken.has(free)) {
      const n = (next.get(name) ?? 1) + 1
      next.set(name, n)
      free = numbered(name, n)
    }
    taken.add(free)
    return free
  })
}

function numbered(name: string, n: number): string {
  const [ending] = /(\.[a-z0-9]+)?(\.gz)?$/i.exec(name) as RegExpExecArray
  return `${name.slice(0, name.length - ending.length)} (${n})${ending}`
}
