import { randomUUID } from "node:crypto"
import type { FileOutcome, RecordedActivity } from "#domain/recorded.ts"
import type { World } from "#domain/world.ts"
import { onActivities } from "../pipeline.ts"
import { kindOf, type SentActivity } from "../scoring/activity.ts"

/** How an import stands, for whoever waits for it. */
export interface ImportProgress {
  id: string
  files: number
  stored: number
  refused: number
  activities: number
}

/** Files that are written in one step. Each step is whole or not there at all. */
const filesPerStep = 40

/** Begins an import, so that its progress can be found before the first file is read. Answers its id. */
export async function beginImport(world: World, athleteId: number): Promise<string> {
  const id = randomUUID()
  await world.db
    .sql`insert into imports (id, athlete_id, started_at) values (${id}, ${athleteId}, ${world.now()})`
  return id
}

/**
 * Takes the activities of files in and ends the import. Killed in the middle and run again, it ends the same: what is
 * there already is written once more and changes nothing.
 */
export async function importFiles(
  world: World,
  order: { importId: string; athleteId: number; files: AsyncIterable<FileOutcome> },
  onFile?: (file: FileOutcome) => void,
): Promise<ImportProgress> {
  const progress = await takeFiles(world, order, onFile)
  await world.db.sql`update imports set finished_at = ${world.now()} where id = ${order.importId}`
  return progress
}

/** Takes the activities of files in, step by step, and notes for each file what became of it. */
export async function takeFiles(
  world: World,
  { importId, athleteId, files }: { importId: string; athleteId: number; files: AsyncIterable<FileOutcome> },
  onFile: (file: FileOutcome) => void = () => {},
): Promise<ImportProgress> {
  const progress: ImportProgress = { id: importId, files: 0, stored: 0, refused: 0, activities: 0 }
  let step: FileOutcome[] = []
  const take = async () => {
    if (step.length === 0) return
    await store(world, importId, athleteId, step)
    for (const file of step) {
      progress.files++
      if (file.ok) {
        progress.stored++
        progress.activities += file.activities.length
      } else progress.refused++
      onFile(file)
    }
    step = []
  }
  for await (const file of files) {
    step.push(file)
    if (step.length >= filesPerStep) await take()
  }
  await take()
  return progress
}

async function store(
  world: World,
  importId: string,
  athleteId: number,
  files: readonly FileOutcome[],
): Promise<void> {
  const sent = files.flatMap((file) => (file.ok ? file.activities.map(toSent) : []))
  if (sent.length > 0) {
    const done = await onActivities(world, athleteId, sent)
    if (!done.ok) throw new Error(`Import ${importId} could not be stored: ${done.code}`)
  }
  await noteFiles(world, importId, files)
}

/** Notes what became of files, for whoever asks how the import stands. */
export async function noteFiles(
  world: World,
  importId: string,
  files: readonly FileOutcome[],
): Promise<void> {
  const rows = files.map((file) => ({
    import_id: importId,
    name: file.name,
    outcome: file.ok ? "stored" : "refused",
    reason: file.ok ? null : file.reason,
    activities: file.ok ? file.activities.length : 0,
    at: world.now(),
  }))
  await world.db.sql`
    insert into import_files
    select distinct on (name) * from jsonb_populate_recordset(null::import_files, ${world.db.sql.json(rows)})
    on conflict (import_id, name) do update set
      outcome = excluded.outcome, reason = excluded.reason, activities = excluded.activities, at = excluded.at
  `
}

/** A recording in the words of the competition. */
function toSent(recorded: RecordedActivity): SentActivity {
  const { sports, ...rest } = recorded
  return {
    ...rest,
    source: "file",
    kind: kindOf(...sports),
    sport: sports[0] ?? "",
    topKmh: null,
    manual: false,
    flagged: false,
    public: true,
  }
}
