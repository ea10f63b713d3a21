import { randomUUID } from "node:crypto"
import { importLimits } from "#content/import-limits.ts"
import { athleteOfUser } from "#domain/members/member.ts"
import type { Db, World } from "#domain/world.ts"
import { giveUpUploads } from "./read.ts"

/** Reads files that were received whole: `{ importId, files: [0, 1] }`. */
export const importQueue = "import"

interface NamedFile {
  name: string
  size: number
}

/** A piece of a file, from `position` on. */
export interface Part {
  file: number
  position: number
  bytes: Uint8Array
}

/**
 * Begins an import of files that will be sent. Answers its id and the names under which the files are told about, in the
 * given order. Errors: `not_joined`, `too_many_imports` (some are not done yet).
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
  // Tabs that were closed in the middle must not stand in the way.
  await giveUpUploads(world, { silentMs: 120_000, athleteId: athlete.id })
  const names = distinctNames(files.map(({ name }) => name))
  const importId = randomUUID()
  return world.db.transaction(async ({ sql }) => {
    // One at a time, so that two calls do not both find room for the last one.
    await sql`select from athletes where id = ${athlete.id} for no key update`
    const [open] = await sql<{ n: number }>`
      select count(*)::integer as n from imports where athlete_id = ${athlete.id} and finished_at is null
        and exists (select from import_uploads where import_id = imports.id)
    `
    if ((open?.n ?? 0) >= importLimits.openImports) return { ok: false, code: "too_many_imports" }
    await sql`insert into imports (id, athlete_id, started_at) values (${importId}, ${athlete.id}, ${world.now()})`
    const rows = files.map(({ size }, file) => ({ import_id: importId, file, name: names[file], size }))
    await sql`
      insert into import_uploads select * from jsonb_populate_recordset(null::import_uploads, ${sql.json(rows)})
    `
    return { ok: true, importId, names }
  })
}

/**
 * Takes pieces of files. With the last piece of a file a job is queued that reads it, so nothing waits for a page that may
 * be closed. Sending a piece again changes nothing. Errors: `unknown_import` (not the caller's, or over),
 * `unknown_part` (no such file in it, or beyond its announced size).
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
      where i.id = ${importId} and a.user_id = ${userId} and i.finished_at is null
    `
    if (!found) return { ok: false, code: "unknown_import" }
    const sizes = await sql<{ file: number; size: number; received: boolean }>`
      select file, size::float8 as size, received_at is not null as received
      from import_uploads where import_id = ${importId} and file = any(${files}::integer[]) and read_at is null
      order by file for update
    `
    const known = new Map(sizes.map((one) => [one.file, one]))
    const fits = (part: Part) => part.position + part.bytes.length <= (known.get(part.file)?.size ?? -1)
    if (!parts.every(fits)) return { ok: false, code: "unknown_part" }
    const wanted = parts.filter(({ file, bytes }) => !known.get(file)?.received && bytes.length > 0)
    for (const { file, position, bytes } of wanted.flatMap(sliced)) {
      await sql`
        insert into private.import_parts (import_id, file, position, bytes, sent_at)
        values (${importId}, ${file}, ${position}, ${bytes}, ${world.now()})
        on conflict do nothing
      `
    }
    const whole = await markWhole(db, importId, files, world.now())
    if (whole.length > 0) await world.jobs.add(db, importQueue, { importId, files: whole })
    return { ok: true, whole }
  })
}

/** On its way to the database a piece is held as text of twice its size, so it goes in small ones: 200 MB take no 200 MB. */
const bytesPerRow = 65_536

function sliced({ file, position, bytes }: Part): Part[] {
  return Array.from({ length: Math.ceil(bytes.length / bytesPerRow) }, (_, n) => {
    const from = n * bytesPerRow
    return { file, position: position + from, bytes: bytes.subarray(from, from + bytesPerRow) }
  })
}

async function markWhole(db: Db, importId: string, files: readonly number[], now: Date): Promise<number[]> {
  const rows = await db.sql<{ file: number }>`
    update import_uploads u set received_at = ${now}
    where import_id = ${importId} and file = any(${files}::integer[]) and received_at is null and size = (
      select coalesce(sum(length(bytes)), 0) from private.import_parts p
      where p.import_id = u.import_id and p.file = u.file
    )
    returning file
  `
  return rows.map(({ file }) => file)
}

/** Names that all differ, in the given order: a second "run.fit.gz" becomes "run (2).fit.gz". */
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
  const ending = /(\.[a-z0-9]+)?(\.gz)?$/i.exec(name)?.[0] ?? ""
  return `${name.slice(0, name.length - ending.length)} (${n})${ending}`
}
