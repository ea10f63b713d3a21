import { gzipSync } from "node:zlib"
import { readRecording } from "#adapters/sources/file/recording.ts"
import { type Outcome, take } from "#domain/competition/intake/take.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import { toFit } from "./model/fit.ts"
import { toGpx } from "./model/gpx.ts"
import { endOf, type Recording, type Sending } from "./model/recording.ts"
import type { Stage } from "./stage.ts"

/** One recording as received: its id, and whether it was accepted. */
export interface Sent {
  athleteId: number
  source: Sending["source"]
  externalId: string
  outcome: Outcome
}

/** A sending as parsed by its source's reader. */
export interface Prepared extends Pick<Sending, "athlete" | "source" | "arrivesAt"> {
  endsAt: Date
  /** None when the file is refused. */
  activities: readonly RecordedActivity[]
}

/** Parses it the way its source does: files by the file reader. */
export async function prepare(sending: Sending): Promise<Prepared> {
  const { athlete, source, arrivesAt, recordings } = sending
  const endsAt = new Date(Math.max(...recordings.map((one) => endOf(one).getTime())))
  return { athlete, source, arrivesAt, endsAt, activities: await activitiesOf(sending) }
}

/** Sends it through the same intake as every source, at the time of its arrival. */
export async function deliver(stage: Stage, prepared: Prepared): Promise<Sent[]> {
  const { source, activities } = prepared
  await stage.setNow(prepared.arrivesAt)
  const athleteId = stage.idOf(prepared.athlete)
  const outcomes = await take(stage.world, { athleteId, source, activities })
  return outcomes.map((outcome, nr) => ({
    athleteId,
    source,
    externalId: (activities[nr] as RecordedActivity).externalId,
    outcome,
  }))
}

async function activitiesOf({
  source,
  as,
  recordings,
  sports = [],
  isManual = false,
}: Sending): Promise<RecordedActivity[]> {
  if (as === "totals")
    return recordings.map((recording) => ({ ...totalsOf(recording, sports), manual: isManual }))
  const plain = as === "gpx" ? Buffer.from(toGpx(recordings[0] as Recording)) : toFit(recordings)
  const bytes = as === "fit.gz" ? gzipSync(plain) : plain
  const read = await readRecording(`training.${as}`, async function* () {
    yield bytes
  })
  if (!read.ok) return []
  if (source === "file") return [...read.activities]
  // A service has its own ids.
  return read.activities.map((activity) => ({ ...activity, externalId: activity.externalId.slice(0, 12) }))
}

function totalsOf(
  { startedAt, utcOffsetS, elapsedS, timerS, meters }: Recording,
  sports: readonly string[],
): RecordedActivity {
  return {
    externalId: String(startedAt.getTime()),
    sports,
    name: null,
    startedAt,
    utcOffsetS,
    elapsedS,
    movingS: timerS,
    distanceM: meters,
    elevationM: null,
    fiveMinutesKmh: null,
    indoor: false,
    virtual: false,
    detail: 1000,
  }
}
