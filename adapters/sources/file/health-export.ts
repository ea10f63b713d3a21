import { createHash } from "node:crypto"
import type { RecordedActivity } from "#ports/recorded.ts"
import { isTimeZone, offsetSeconds } from "#primitives/zones.ts"
import { decodeText } from "./collect.ts"
import { workoutElements } from "./health-elements.ts"
import { limits } from "./limits.ts"
import { isRefusal, Refusal } from "./refusal.ts"
import { child, children, number, parse, refuseDeclarations, text, type XmlNode } from "./xml.ts"

/** A workout of an export.xml and the path of its track, relative to that file: "/workout-routes/route_1.gpx". */
export interface HealthWorkout {
  activity: RecordedActivity
  routes: readonly string[]
}

interface HealthExport {
  workouts: HealthWorkout[]
  /** What was omitted, as a sentence without its subject. */
  note: string | undefined
}

/**
 * Streams the workouts of Apple Health's export.xml: the file can be gigabytes, of which workouts are a thousandth.
 * Complete workouts before any damage are kept. Throws a Refusal if there are none.
 */
export async function readHealthExport(bytes: AsyncIterable<Uint8Array>): Promise<HealthExport> {
  const workouts: HealthWorkout[] = []
  let unusable = 0
  let reason: string | undefined
  let note: string | undefined
  try {
    for await (const element of workoutElements(bytes)) {
      const read = workoutOf(element)
      if ("reason" in read) {
        unusable++
        reason ??= read.reason
      } else if (workouts.length === limits.healthWorkouts)
        throw new Refusal(`has more than ${limits.healthWorkouts.toLocaleString("en-US")} workouts`)
      else workouts.push(read)
    }
  } catch (error) {
    if (!isRefusal(error) || workouts.length === 0) throw error
    note = `${error.message}; the workouts before that are taken`
  }
  if (workouts.length === 0) throw new Refusal(reason ?? "no workouts in it")
  if (unusable > 0) note ??= `${unusable} of its workouts left out: one ${reason}`
  return { workouts, note }
}

/** The workouts of an export without routes. */
export function activitiesIn({ workouts, note }: HealthExport) {
  return { activities: workouts.map(({ activity }) => activity), ...(note && { note }) }
}

/** Merges a workout with its route's track: the recorder's totals are kept, everything else comes from the track. */
export function withTrack(workout: RecordedActivity, track: RecordedActivity): RecordedActivity {
  const totals = 400_000
  return {
    ...track,
    ...workout,
    distanceM: workout.distanceM || track.distanceM,
    elevationM: workout.elevationM ?? track.elevationM,
    fiveMinutesKmh: track.fiveMinutesKmh,
    trackS: track.trackS,
    trackM: track.trackM,
    indoor: false,
    detail: track.detail + totals,
  }
}

function workoutOf(element: Buffer): HealthWorkout | { reason: string } {
  try {
    const content = decodeText(element)
    refuseDeclarations(content)
    return fromWorkout(child(parse(content), "Workout"))
  } catch (error) {
    if (isRefusal(error)) return { reason: error.message }
    throw error
  }
}

function fromWorkout(node: XmlNode | undefined): HealthWorkout {
  const type = (text(node, "@workoutActivityType") ?? "").replace(/^HKWorkoutActivityType/, "")
  const start = instantOf(text(node, "@startDate"))
  const end = instantOf(text(node, "@endDate"))
  if (!start || !end || end.at < start.at) throw new Refusal("does not say when it started and ended")
  const elapsedS = (end.at.getTime() - start.at.getTime()) / 1000
  const given = number(node, "@duration") * (secondsIn[text(node, "@durationUnit") ?? "min"] ?? Number.NaN)
  const movingS = Number.isNaN(given) ? elapsedS : given
  const metadata = new Map(
    children(node, "MetadataEntry").map((entry) => [text(entry, "@key"), text(entry, "@value") ?? ""]),
  )
  const routes = children(node, "WorkoutRoute").flatMap((route) =>
    children(route, "FileReference").flatMap((file) => text(file, "@path") ?? []),
  )
  const indoor = metadata.get("HKIndoorWorkout")
  const zone = metadata.get("HKTimeZone")
  const facts = [type, start.at.getTime(), Math.round(elapsedS), Math.round(movingS)]
  const activity: RecordedActivity = {
    // Every export contains all workouts again, and its bytes differ each time.
    externalId: `apple-health-${createHash("sha256").update(facts.join("|")).digest("hex").slice(0, 32)}`,
    sports: [type],
    name: null,
    startedAt: start.at,
    // The dates have the offset of the phone that exported them; the workout's own time zone is more accurate.
    utcOffsetS: zone && isTimeZone(zone) ? offsetSeconds(start.at, zone) : start.offsetS,
    elapsedS,
    movingS,
    distanceM: metersOf(node, type),
    elevationM: climbOf(metadata.get("HKElevationAscended")),
    fiveMinutesKmh: null,
    trackS: 0,
    trackM: 0,
    indoor: indoor === undefined ? routes.length === 0 : indoor === "1",
    virtual: false,
    manual: metadata.get("HKWasUserEntered") === "1",
    // Exports include other apps' copies of workouts, so a record with a track has more detail.
    detail: 100_000,
  }
  return { activity, routes }
}

const secondsIn: Record<string, number> = { s: 1, min: 60, hr: 3600 }
const metersIn: Record<string, number> = { m: 1, km: 1000, mi: 1609.344, yd: 0.9144, ft: 0.3048, cm: 0.01 }

/** "2026-08-05 17:00:00 +0200" */
function instantOf(date: string | undefined): { at: Date; offsetS: number } | undefined {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d) ([+-])(\d\d)(\d\d)$/.exec(date ?? "")
  if (!found) return undefined
  const [, day, time, sign, hours, minutes] = found
  const at = new Date(`${day}T${time}${sign}${hours}:${minutes}`)
  const aheadS = Number(hours) * 3600 + Number(minutes) * 60
  return Number.isNaN(at.getTime()) ? undefined : { at, offsetS: sign === "-" ? -aheadS : aheadS }
}

/** Which of Apple's distances belongs to the sport. Steps between two strength sets do not count. */
const distanceOf: readonly (readonly [RegExp, RegExp])[] = [
  [/wheelchair/i, /DistanceWheelchair$/],
  [/run|walk|hik|jog/i, /DistanceWalkingRunning$/],
  [/cycl|bik/i, /DistanceCycling$/],
  [/swim/i, /DistanceSwimming$/],
  [/row/i, /DistanceRowing$/],
  [/paddl/i, /DistancePaddleSports$/],
  [/crosscountryski/i, /DistanceCrossCountrySkiing$/],
  [/ski|snow/i, /DistanceDownhillSnowSports$/],
  [/skat/i, /DistanceSkatingSports$/],
]

function metersOf(node: XmlNode | undefined, type: string): number {
  const wanted = distanceOf.find(([sport]) => sport.test(type))?.[1]
  if (!wanted) return 0
  const statistic = children(node, "WorkoutStatistics").find((one) => wanted.test(text(one, "@type") ?? ""))
  const meters = statistic
    ? number(statistic, "@sum") * (metersIn[text(statistic, "@unit") ?? ""] ?? Number.NaN)
    : number(node, "@totalDistance") * (metersIn[text(node, "@totalDistanceUnit") ?? ""] ?? Number.NaN)
  return Number.isNaN(meters) ? 0 : meters
}

/** "1234 cm" */
function climbOf(quantity: string | undefined): number | null {
  const [, value, unit] = /^([\d.]+) (\w+)$/.exec(quantity ?? "") ?? []
  const meters = Number(value) * (metersIn[unit ?? ""] ?? Number.NaN)
  return Number.isNaN(meters) ? null : meters
}
