import type { RecordedActivity } from "#ports/recorded.ts"
import { steepest } from "./climb.ts"
import { refuseContradiction } from "./contradiction.ts"
import { fingerprintOf, locate } from "./fingerprint.ts"
import { detailScore } from "./fit.ts"
import { Refusal } from "./refusal.ts"
import { addSegment, Track, type TrackPoint } from "./track.ts"
import { child, children, number, readXml, text, type XmlNode } from "./xml.ts"

/**
 * The activities of a TCX file (Garmin Training Center Database v2); each sport of a multisport session is one. Distance and
 * moving time come from the laps, else from the track. Throws a Refusal.
 */
export async function readTcx(chunks: AsyncIterable<Uint8Array>): Promise<RecordedActivity[]> {
  const { rest, runs } = await readXml(chunks, "Trackpoint", toPoint)
  const database = child(rest, "TrainingCenterDatabase")
  if (!database) throw new Refusal("not a TCX file, although its name says so")
  const list = child(database, "Activities")
  const multisport = children(list, "MultiSportSession").flatMap((session) => [
    ...children(child(session, "FirstSport"), "Activity"),
    ...children(session, "NextSport").flatMap((next) => children(next, "Activity")),
  ])
  const found = [...children(list, "Activity"), ...multisport]
  if (found.length === 0) {
    const planned = child(database, "Workouts") ?? child(database, "Courses")
    throw new Refusal(planned ? "a planned workout or course, not an activity" : "no activity in it")
  }
  const activities = found.flatMap((node) => fromActivity(node, runs) ?? [])
  if (activities.length === 0) throw new Refusal("no times in this track, so it cannot be scored")
  return activities
}

function fromActivity(node: XmlNode, runs: readonly TrackPoint[][]): RecordedActivity | undefined {
  const track = new Track()
  const laps = children(node, "Lap")
  for (const lap of laps) for (const segment of children(lap, "Track")) addSegment(track, segment, runs)
  const totals = track.totals()
  const startText = text(laps[0], "@StartTime") ?? text(node, "Id")
  const startedAt = totals?.startedAt ?? new Date(startText ?? Number.NaN)
  if (Number.isNaN(startedAt.getTime())) return undefined
  const timer = sum(laps, "TotalTimeSeconds")
  const meters = sum(laps, "DistanceMeters")
  const movingS = timer > 0 ? timer : totals?.movingS
  if (movingS === undefined) return undefined
  // A lap without points only has its own duration.
  if (totals) refuseContradiction(movingS, totals.elapsedS)
  const sport = text(node, "@Sport") ?? ""
  return {
    externalId: "",
    // "Other" is unspecific; notes and names often state the sport.
    sports: [sport, text(node, "Notes")].filter(
      (name) => name !== undefined && name !== "" && name !== "Other",
    ) as string[],
    name: text(node, "Notes")?.slice(0, 100) ?? null,
    startedAt,
    utcOffsetS: null,
    elapsedS: Math.max(totals?.elapsedS ?? 0, movingS),
    movingS,
    distanceM: meters > 0 ? meters : (totals?.distanceM ?? 0),
    elevationM: totals?.elevationM ?? null,
    fiveMinutesKmh: totals?.fiveMinutesKmh ?? null,
    ...locate(track),
    ...steepest(track),
    fingerprint: fingerprintOf(track, { virtual: /virtual/i.test(sport) }),
    indoor: track.located === 0,
    virtual: /virtual/i.test(sport),
    detail: detailScore(track.length, track.located, track.hearts, timer > 0),
    recorder: recorderOf(child(node, "Creator")),
  }
}

function recorderOf(creator: XmlNode | undefined): RecordedActivity["recorder"] {
  const serial = text(creator, "UnitId")
  return { model: text(creator, "Name") || null, serial: serial && serial !== "0" ? serial : null }
}

function sum(laps: readonly XmlNode[], name: string): number {
  return laps.reduce((total, lap) => total + (number(lap, name) || 0), 0)
}

function toPoint(node: XmlNode): TrackPoint {
  const position = child(node, "Position")
  return {
    time: Date.parse(text(node, "Time") ?? ""),
    lat: number(position, "LatitudeDegrees"),
    lon: number(position, "LongitudeDegrees"),
    distance: number(node, "DistanceMeters"),
    elevation: number(node, "AltitudeMeters"),
    heart: number(child(node, "HeartRateBpm"), "Value") || Number.NaN,
  }
}
