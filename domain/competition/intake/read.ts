import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import type { FileOutcome } from "#ports/recorded.ts"
import { type FileResult, noteFiles, takeFiles } from "./import.ts"

/** A file whose upload stalled is abandoned after this. */
const patienceMs = 3_600_000

/** Which files to abandon: stalled for this long, of one athlete or of all. */
interface Patience {
  silentMs?: number
  athleteId?: number
}

/**
 * Reads completely uploaded files of an import, records their outcomes, and deletes their bytes. The last one completes the
 * import. Idempotent after an interruption. `signal`: stop between two recordings.
 */
export async function readUploads(
  world: World,
  { importId, files }: { importId: string; files: readonly number[] },
  signal?: AbortSignal,
): Promise<void> {
  const { sql } = world.db
  const waiting = await sql<{ file: number; name: string; athlete_id: number }>`
    select u.file, u.name, i.athlete_id::float8 as athlete_id
    from import_uploads u join imports i on i.id = u.import_id
    where u.import_id = ${importId} and u.file = any(${files}::integer[]) and u.read_at is null
      and u.received_at is not null
    order by u.file
  `
  const [first] = waiting
  // The account was deleted, or another run of this job has finished it.
  if (!first) return finish(world, importId)
  const received = waiting.map(({ file, name }) => ({ name, bytes: bytesOf(world.db, importId, file) }))
  const outcomes = untilAborted(world.sources.files.readReceived(received), signal)
  const spoken = new Set<string>()
  await takeFiles(world, { importId, athleteId: first.athlete_id, files: outcomes }, ({ name }) => {
    spoken.add(name)
  })
  const silent = waiting.filter(
    ({ name }) => !spoken.has(name) && ![...spoken].some((one) => one.startsWith(`${name}/`)),
  )
  const reason =
    "has no recording in it; send FIT, GPX or TCX files, an export from a fitness service, or a .zip of them"
  await noteFiles(
    world,
    importId,
    silent.map(({ name }) => refusedFile(name, reason)),
  )
  await markRead(
    world,
    importId,
    waiting.map(({ file }) => file),
  )
  await finish(world, importId)
}

/** Refuses files whose job has failed for the last time, so that the import ends and its member can start another. */
export async function giveUpReading(
  world: World,
  { importId, files }: { importId: string; files: readonly number[] },
): Promise<void> {
  const rows = await world.db.sql<{ file: number; name: string }>`
    select file, name from import_uploads
    where import_id = ${importId} and file = any(${files}::integer[]) and read_at is null
  `
  const reason = "could not be read after half a day of trying; choose it again"
  await refuseFiles(world, importId, rows, reason)
}

/** Abandons files whose upload stalled for an hour, and records that. Returns how many. */
export async function giveUpUploads(world: World, patience: Patience = {}): Promise<number> {
  const { silentMs = patienceMs, athleteId = null } = patience
  const before = new Date(world.now().getTime() - silentMs)
  const stale = await world.db.sql<{ import_id: string; file: number; name: string }>`
    select u.import_id, u.file, u.name
    from import_uploads u join imports i on i.id = u.import_id
    where u.read_at is null and u.received_at is null and i.started_at < ${before} and not exists (
      select from private.import_parts p
      where p.import_id = u.import_id and p.sent_at >= ${before}
    ) and (${athleteId}::bigint is null or i.athlete_id = ${athleteId})
  `
  const imports = Map.groupBy(stale, (row) => row.import_id)
  const reason = "arrived incomplete; choose it again"
  for (const [importId, rows] of imports) await refuseFiles(world, importId, rows, reason)
  return stale.length
}

async function refuseFiles(
  world: World,
  importId: string,
  rows: readonly { file: number; name: string }[],
  reason: string,
): Promise<void> {
  const refused = rows.map(({ name }) => refusedFile(name, reason))
  await noteFiles(world, importId, refused)
  const files = rows.map(({ file }) => file)
  await markRead(world, importId, files)
  await finish(world, importId)
}

function refusedFile(name: string, reason: string): FileResult {
  return { name, ok: false, activities: 0, reason }
}

async function* bytesOf(db: Db, importId: string, file: number): AsyncGenerator<Uint8Array> {
  let position = 0
  while (true) {
    const [part] = await db.sql<{ bytes: Uint8Array }>`
      select bytes from private.import_parts
      where import_id = ${importId} and file = ${file} and position = ${position}
    `
    if (!part) return
    yield part.bytes
    position += part.bytes.length
  }
}

async function* untilAborted(
  outcomes: AsyncIterable<FileOutcome>,
  signal: AbortSignal | undefined,
): AsyncGenerator<FileOutcome> {
  for await (const outcome of outcomes) {
    signal?.throwIfAborted()
    yield outcome
  }
}

async function markRead(world: World, importId: string, files: readonly number[]): Promise<void> {
  await world.db.sql`
    with gone as (
      delete from private.import_parts where import_id = ${importId} and file = any(${files}::integer[])
    )
    update import_uploads set read_at = ${world.now()}
    where import_id = ${importId} and file = any(${files}::integer[])
  `
}

/** The run that finishes the last file completes the import: by then all files are committed as read. */
async function finish(world: World, importId: string): Promise<void> {
  await world.db.sql`
    update imports set finished_at = ${world.now()}
    where id = ${importId} and finished_at is null
      and not exists (select from import_uploads where import_id = ${importId} and read_at is null)
  `
}
