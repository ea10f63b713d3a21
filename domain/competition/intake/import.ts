import { randomUUID } from "node:crypto"
import { countOf, grouped } from "#content/amounts.ts"
import { importLimits } from "#content/import-limits.ts"
import type { World } from "#domain/world.ts"
import type { FileOutcome } from "#ports/recorded.ts"
import { cleanText } from "#primitives/plain.ts"
import { keepOriginal } from "../originals/keep.ts"
import { removeUnused } from "../originals/remove.ts"
import { keepStrengthLogs } from "./strength-logs.ts"
import { type Outcome, take } from "./take.ts"

/** How many files of an import were stored or refused, and how many activities the stored ones contained. */
interface ImportProgress {
  id: string
  files: number
  stored: number
  refused: number
  activities: number
}

/** The outcome of one file: how many of its activities are stored, and why one or all of them are not. */
export interface FileResult {
  name: string
  ok: boolean
  activities: number
  reason: string | null
}

const gigabytes = importLimits.keptBytesPerAthlete / 1e9

/** Files per transaction. Each is stored entirely or not at all. */
const filesPerStep = 40

/** Creates an import, so that its progress can be queried before the first file is read. Returns its id. */
export async function beginImport(world: World, athleteId: number): Promise<string> {
  const id = randomUUID()
  await world.db
    .sql`insert into imports (id, athlete_id, started_at) values (${id}, ${athleteId}, ${world.now()})`
  return id
}

/**
 * Stores the activities of files and completes the import. Idempotent: interrupted and rerun, it gives the same result.
 * `onFile` is called with the outcome of each file once it is stored.
 */
export async function importFiles(
  world: World,
  order: { importId: string; athleteId: number; files: AsyncIterable<FileOutcome> },
  onFile?: (file: FileResult) => void,
): Promise<ImportProgress> {
  const progress = await takeFiles(world, order, onFile)
  await world.db.sql`update imports set finished_at = ${world.now()} where id = ${order.importId}`
  return progress
}

/** Stores the activities of files, batch by batch, and records the outcome of each file. */
export async function takeFiles(
  world: World,
  { importId, athleteId, files }: { importId: string; athleteId: number; files: AsyncIterable<FileOutcome> },
  onFile: (file: FileResult) => void = () => {},
): Promise<ImportProgress> {
  const progress: ImportProgress = { id: importId, files: 0, stored: 0, refused: 0, activities: 0 }
  let step: FileOutcome[] = []
  const store = async () => {
    const results = await takeStep(world, athleteId, step)
    await noteFiles(world, importId, results)
    for (const file of results) {
      progress.files++
      progress.activities += file.activities
      if (file.ok) progress.stored++
      else progress.refused++
      onFile(file)
    }
    step = []
  }
  for await (const file of files) {
    // Its bytes are available only until the next one is requested.
    step.push(file.ok ? await withOriginal(world, athleteId, file) : file)
    if (step.length >= filesPerStep) await store()
  }
  await store()
  return progress
}

/** Keeps the bytes of each file that has them, and reports when there is no space left. */
async function withOriginal(
  world: World,
  athleteId: number,
  file: FileOutcome & { ok: true },
): Promise<FileOutcome> {
  const { name, original } = file
  if (!original || (await keepOriginal(world, { athleteId, name, original })) !== "full") return file
  const why = `we could not keep its file, because your ${gigabytes} GB for original files are full`
  return { ...file, note: file.note ? `${file.note}; ${why}` : why }
}

async function takeStep(
  world: World,
  athleteId: number,
  files: readonly FileOutcome[],
): Promise<FileResult[]> {
  const activities = files.flatMap((file) => (file.ok ? file.activities : []))
  const outcomes = await take(world, { athleteId, source: "file", activities })
  const results: FileResult[] = []
  const contentIds: string[] = []
  for (const file of files) {
    if (!file.ok) {
      results.push({ name: file.name, ok: false, activities: 0, reason: file.reason })
      continue
    }
    const result = resultOf(file.name, outcomes.splice(0, file.activities.length))
    if (file.original && result.activities === 0) contentIds.push(file.original.contentId)
    const { logs = [] } = file
    if (logs.length === 0) {
      results.push(withNotes(result, [file.note]))
      continue
    }
    const kept = await keepStrengthLogs(world, { athleteId, logs })
    if (kept === 0 && result.activities === 0)
      results.push({ ...result, ok: false, reason: "only has sessions with impossible dates" })
    else results.push(withNotes(result, [file.note, keptLogs(kept, logs.length)]))
  }
  if (contentIds.length > 0) await removeUnused(world, { athleteId, contentIds })
  return results
}

/** A file with several activities is refused only when all of them are. */
function resultOf(name: string, outcomes: readonly Outcome[]): FileResult {
  const refused = outcomes.filter(({ state }) => state === "refused")
  const stored = outcomes.length - refused.length
  const [first] = refused
  if (!first) return { name, ok: true, activities: stored, reason: null }
  if (stored === 0) return { name, ok: false, activities: 0, reason: first.reason }
  const left = `${refused.length} of ${countOf(outcomes.length, "activity", "activities")} left out: one ${first.reason}`
  return { name, ok: true, activities: stored, reason: left }
}

/** Additional notes on a file, after the reason why some of its activities were omitted. */
function withNotes(result: FileResult, notes: readonly (string | undefined)[]): FileResult {
  const all = [result.reason, ...notes].filter((one) => one)
  return { ...result, reason: all.join("; ") || null }
}

function keptLogs(kept: number, all: number): string {
  const words = `${countOf(kept, "strength session")} kept as self-reported: no points, but sets and volume for a recording from the same time`
  return kept === all ? words : `${words}; ${grouped(all - kept)} left out, because the date is impossible`
}

/** A name is part of a key, which PostgreSQL limits to about 2,700 bytes. */
const longestName = 500

/** Records the outcomes of files, for the import's progress. Does nothing if the import no longer exists. */
export async function noteFiles(world: World, importId: string, files: readonly FileResult[]): Promise<void> {
  const rows = files.map((file) => ({
    import_id: importId,
    name: cleanText(file.name, longestName),
    outcome: file.ok ? "stored" : "refused",
    reason: file.reason && cleanText(file.reason, 1000),
    activities: file.activities,
    at: world.now(),
  }))
  await world.db.sql`
    insert into import_files
    select distinct on (name) * from jsonb_populate_recordset(null::import_files, ${world.db.sql.json(rows)})
    where exists (select from imports where id = ${importId})
    on conflict (import_id, name) do update set
      outcome = excluded.outcome, reason = excluded.reason, activities = excluded.activities, at = excluded.at
  `
}
