import type { RecordedActivity } from "#ports/recorded.ts"
import { readActivitiesCsv } from "./csv.ts"
import { activitiesIn, type HealthWorkout, readHealthExport, withTrack } from "./health-export.ts"
import { limits } from "./limits.ts"
import type { Reading } from "./reading.ts"
import { isCompanion, type ReadOutcome } from "./recording.ts"
import { isNoRecording, isRefusal } from "./refusal.ts"
import { type Budget, type Member, membersOf } from "./zip.ts"

type Outcome = { ok: true; activities: RecordedActivity[]; note?: string } | { ok: false; reason: string }

/** Metadata that some files of an archive hold about others, by file name. */
export class ArchiveMetadata {
  /** Name and sport of a recording, from the activities.csv of a Strava export. */
  readonly listed = new Map<string, { name: string | null; sport: string | null }>()
  /** The workout that a track file belongs to, from the export.xml of Apple Health. */
  readonly workouts = new Map<string, HealthWorkout>()
  /** Outcomes of the files that were read ahead. */
  readonly outcomes = new Map<string, Outcome>()
  /** Folders of Apple Health's exports: only recordings are opened in them. */
  readonly healthFolders: string[] = []
  /** Additional tracks of a workout that already has one. */
  readonly spare = new Set<string>()

  isPassedOver(name: string): boolean {
    if (this.spare.has(name)) return true
    const isRecording = /\.(fit|gpx|tcx|zip)(\.gz)?$/i.test(name)
    return (
      !isRecording && !this.outcomes.has(name) && this.healthFolders.some((folder) => name.startsWith(folder))
    )
  }

  outcomeOf(name: string): Outcome | undefined {
    return this.outcomes.get(name)
  }

  /** Combines the contents of a file with the information in other files about it. */
  complete(name: string, outcome: ReadOutcome): ReadOutcome {
    const workout = this.workouts.get(name)
    if (workout) return withWorkout(workout.activity, outcome)
    const more = this.listed.get(name)
    if (!outcome.ok || !more) return outcome
    return {
      ...outcome,
      activities: outcome.activities.map((activity) => ({
        ...activity,
        name: more.name ?? activity.name,
        // The sport of a leg of a multisport file is more precise than the export's.
        sports:
          more.sport && outcome.activities.length === 1 ? [more.sport, ...activity.sports] : activity.sports,
      })),
    }
  }
}

/** A damaged route affects only the track: the workout does not depend on it. */
function withWorkout(workout: RecordedActivity, outcome: ReadOutcome): ReadOutcome {
  const { name, place } = outcome
  if (!outcome.ok)
    return { name, ok: true, activities: [workout], note: `its route is left out: ${outcome.reason}` }
  const [track] = outcome.activities
  const activities = [track ? withTrack(workout, track) : workout]
  return { name, ok: true, activities, ...(place ? { place } : {}) }
}

/** Reads files that describe others, so that those can then be read in one pass. */
export async function readAhead(
  path: string,
  archive: string,
  { readingAhead = () => undefined }: Reading,
  budget: Budget,
): Promise<ArchiveMetadata> {
  const metadata = new ArchiveMetadata()
  const routes = new Set<string>()
  const health: { member: Member; workouts: HealthWorkout[]; note: string | undefined }[] = []
  let left: number = limits.filesReadAhead
  for await (const member of membersOf(path)) {
    const { name } = member
    if (/(^|\/)workout-routes\/[^/]+\.gpx$/i.test(name)) routes.add(name)
    const isList = /^([^/]+\/)?activities\.csv$/i.test(name) && member.bytes <= limits.csvBytes
    const isHealth = /\.xml$/i.test(name) && !isCompanion(name)
    if (member.problem || !(isList || isHealth) || left === 0) continue
    left--
    const failed = readingAhead(`${archive}/${name}`)
    if (failed !== undefined) metadata.outcomes.set(name, { ok: false, reason: failed })
    else if (isList) await readList(member, metadata, budget)
    else {
      const read = await readHealth(member, metadata, budget)
      if (read) health.push({ member, ...read })
    }
  }
  for (const { member, workouts, note } of health) {
    metadata.healthFolders.push(folderOf(member.name))
    const rest = workouts.filter((workout) => !findRoute(workout, member.name, routes, metadata))
    metadata.outcomes.set(member.name, { ok: true, ...activitiesIn({ workouts: rest, note }) })
  }
  return metadata
}

async function readList(member: Member, metadata: ArchiveMetadata, budget: Budget): Promise<void> {
  const chunks: Uint8Array[] = []
  try {
    for await (const chunk of await member.open()) {
      budget.unpack(chunk.length)
      chunks.push(chunk)
    }
  } catch (error) {
    // The recordings are read without their names.
    if (isRefusal(error) && !budget.isSpent) return
    throw error
  }
  for (const [file, row] of readActivitiesCsv(Buffer.concat(chunks).toString("utf8")))
    metadata.listed.set(folderOf(member.name) + file, row)
}

async function readHealth(member: Member, metadata: ArchiveMetadata, budget: Budget) {
  const counted = async function* () {
    for await (const chunk of await member.open()) {
      budget.unpack(chunk.length)
      yield chunk
    }
  }
  try {
    return await readHealthExport(counted())
  } catch (error) {
    if (!isRefusal(error) || budget.isSpent) throw error
    // The file is read again when its turn comes, and refused then.
    if (!isNoRecording(error)) metadata.outcomes.set(member.name, { ok: false, reason: error.message })
    return undefined
  }
}

/** Whether the archive contains a track of the workout. */
function findRoute(
  workout: HealthWorkout,
  exportName: string,
  routes: ReadonlySet<string>,
  metadata: ArchiveMetadata,
): boolean {
  const found = workout.routes
    .map((route) => folderOf(exportName) + route.replace(/^\/+/, ""))
    .filter((name) => routes.has(name) && !metadata.workouts.has(name))
  const [first, ...others] = found
  if (first === undefined) return false
  metadata.workouts.set(first, workout)
  for (const other of others) metadata.spare.add(other)
  return true
}

function folderOf(name: string): string {
  return name.slice(0, name.lastIndexOf("/") + 1)
}
