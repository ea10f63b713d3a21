import FitParser, { getFitGarminProductDisplayName } from "fit-file-parser"
import { z } from "zod"
import type { RecordedActivity } from "#ports/recorded.ts"
import { steepest } from "./climb.ts"
import { refuseContradiction } from "./contradiction.ts"
import { fingerprintOf, locate } from "./fingerprint.ts"
import { withoutUnread } from "./fit-messages.ts"
import { otherFitKind } from "./fit-type.ts"
import { limits } from "./limits.ts"
import { megabytes, NoRecording, Refusal } from "./refusal.ts"
import { Track, type TrackTotals } from "./track.ts"

/**
 * The activities of a FIT file, one per session; a multisport file has several. FIT files can be chained. Intact parts
 * are kept under their number in the file (`#0`), and `note` describes what was left out. Throws a Refusal if nothing
 * is intact.
 */
export async function readFit(bytes: Buffer): Promise<{ activities: RecordedActivity[]; note?: string }> {
  if (bytes.length > limits.fitBytes) throw new Refusal(`larger than ${megabytes(limits.fitBytes)}`)
  const found: (RecordedActivity | Refusal)[] = []
  for (const part of parts(bytes)) found.push(...(await unlessRefused(() => legsOf(part))))
  const [refused, ...others] = found.filter((leg) => leg instanceof Refusal)
  const activities = found.flatMap((leg, number) =>
    leg instanceof Refusal ? [] : [{ ...leg, externalId: `#${number}` }],
  )
  if (activities.length === 0) throw refused ?? new Refusal("an empty file")
  if (!refused) return { activities }
  const note = `${others.length + 1} of its ${found.length} recordings left out: ${refused.message}`
  return { activities, note }
}

async function unlessRefused<T>(read: () => T[] | Promise<T[]>): Promise<(T | Refusal)[]> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return [error]
    throw error
  }
}

/** Splits a chain of FIT files by the lengths in their headers (FIT protocol, "Chained FIT Files"). */
function* parts(bytes: Buffer): Generator<Buffer | Refusal> {
  for (let at = 0; at < bytes.length; ) {
    const headerBytes = bytes[at] as number
    if (headerBytes < 12 || bytes.toString("latin1", at + 8, at + 12) !== ".FIT") {
      yield new Refusal(
        bytes.length < 12
          ? `cut off after ${bytes.length} bytes`
          : at > 0
            ? "bytes that are no recording follow"
            : "not a FIT file, although its name says so",
      )
      return
    }
    const end = at + headerBytes + bytes.readUInt32LE(at + 4) + 2
    if (end > bytes.length) {
      yield new Refusal(`cut off after ${bytes.length} bytes; its header announces ${end}`)
      return
    }
    yield bytes.subarray(at, end)
    at = end
  }
}

async function legsOf(bytes: Buffer | Refusal): Promise<(RecordedActivity | Refusal)[]> {
  if (bytes instanceof Refusal) throw bytes
  const other = otherFitKind(bytes)
  if (other) throw new NoRecording(`a ${other} file, not an activity`)
  const fit = await parse(withoutUnread(bytes))
  const [id] = fit.file_ids as { type?: unknown }[]
  const type = id?.type
  if (type !== undefined && type !== "activity") {
    throw new Refusal(`a ${String(type).replaceAll("_", " ")} file, not an activity`)
  }
  const offset = offsetOf(fit.activity)
  const found = fit.records as Partial<FitRecord>[]
  const records = found.filter((record): record is FitRecord => record.timestamp instanceof Date)
  const sessions = z
    .array(session)
    .parse(fit.sessions)
    .filter(({ start_time, timestamp }) => start_time ?? timestamp)
  if (sessions.length === 0 && found.length === 0) throw new Refusal("no activity in it")
  const [named] = fit.sports as { sport?: unknown }[]
  if (sessions.length === 0) sessions.push(session.parse({ sport: named?.sport }))
  const recorder = recorderOf(id)
  const legs = sessions.map((session) =>
    unlessRefused(() => [
      {
        ...fromSession(session, sessions.length === 1 ? records : within(records, session), offset),
        recorder,
      },
    ]),
  )
  return apart((await Promise.all(legs)).flat())
}

/**
 * The legs of a file follow each other. If one is stated to last beyond the start of the next one, it is shortened, but
 * not below its moving time: some recorders count each leg from its start to the end of the file.
 */
function apart(legs: readonly (RecordedActivity | Refusal)[]): (RecordedActivity | Refusal)[] {
  const starts = legs.flatMap((leg) => (leg instanceof Refusal ? [] : [leg.startedAt.getTime()]))
  return legs.map((leg) => {
    if (leg instanceof Refusal) return leg
    const from = leg.startedAt.getTime()
    const next = Math.min(...starts.filter((start) => start > from))
    const room = Math.max(leg.movingS, (next - from) / 1000)
    return leg.elapsedS > room ? { ...leg, elapsedS: room } : leg
  })
}

async function parse(bytes: Buffer): Promise<Awaited<ReturnType<FitParser["parseAsync"]>>> {
  const parser = new FitParser({ force: false, mode: "list", lengthUnit: "m", speedUnit: "m/s" })
  try {
    return await parser.parseAsync(Buffer.from(bytes) as Buffer<ArrayBuffer>)
  } catch (error) {
    if (String(error).includes("CRC")) throw new Refusal("damaged: its checksum does not match")
    throw new Refusal("damaged: its records cannot be read")
  }
}

/*
 * The library lets a developer field replace the profile's field of the same name, whatever it contains. A value that
 * is not a number or date counts as missing.
 */
const amount = z.number().min(0).optional().catch(undefined)
const instant = z.date().optional().catch(undefined)
/** A number if the device is newer than the library's profile. */
const sportName = z.string().optional().catch(undefined)
const session = z.object({
  ...{ start_time: instant, timestamp: instant, sport: sportName, sub_sport: sportName },
  ...{ total_elapsed_time: amount, total_timer_time: amount, total_distance: amount, total_ascent: amount },
})
type FitSession = z.infer<typeof session>

interface FitRecord {
  timestamp: Date
  position_lat?: unknown
  position_long?: unknown
  distance?: unknown
  altitude?: unknown
  enhanced_altitude?: unknown
  heart_rate?: unknown
}

function numberIn(value: unknown): number {
  return Number.isFinite(value) ? (value as number) : Number.NaN
}

function fromSession(
  session: FitSession,
  records: readonly FitRecord[],
  utcOffsetS: number | null,
): RecordedActivity {
  const track = new Track()
  for (const record of records) {
    track.add({
      time: record.timestamp.getTime(),
      lat: numberIn(record.position_lat),
      lon: numberIn(record.position_long),
      distance: numberIn(record.distance),
      elevation: numberIn(record.enhanced_altitude ?? record.altitude),
      // A heart rate strap that has lost contact writes zero.
      heart: numberIn(record.heart_rate) || Number.NaN,
    })
  }
  const totals = track.totals()
  const startedAt = session.start_time ?? totals?.startedAt ?? session.timestamp
  if (!startedAt) throw new Refusal("no times in it, so it cannot be scored")
  if (startedAt.getTime() < Date.UTC(1995, 0)) {
    throw new Refusal(
      `its clock was never set (it says ${startedAt.getUTCFullYear()}), so its day is unknown`,
    )
  }
  const movingS = session.total_timer_time ?? totals?.movingS
  if (movingS === undefined) throw new Refusal("no duration in it, so it cannot be scored")
  for (const clockS of clocks(session, startedAt, totals)) refuseContradiction(movingS, clockS)
  const sub = session.sub_sport ?? ""
  return {
    externalId: "",
    sports: named(session)
      .filter((name) => name !== undefined)
      .filter((name) => name !== "generic"),
    name: null,
    startedAt,
    utcOffsetS,
    // Some recorders round these two differently or get one wrong; the timer cannot have run longer than from start to
    // end.
    elapsedS: Math.max(session.total_elapsed_time ?? totals?.elapsedS ?? movingS, movingS),
    movingS,
    distanceM: session.total_distance ?? totals?.distanceM ?? 0,
    elevationM: session.total_ascent ?? totals?.elevationM ?? null,
    fiveMinutesKmh: totals?.fiveMinutesKmh ?? null,
    ...locate(track),
    ...steepest(track),
    fingerprint: fingerprintOf(track, { virtual: sub.includes("virtual") }),
    // Without positions this cannot be verified, and the recorder is trusted like any indoor device.
    indoor: track.located === 0 || /indoor|treadmill|spin|virtual/.test(sub),
    virtual: sub.includes("virtual"),
    detail: detailScore(track.length, track.located, track.hearts, session.total_timer_time !== undefined),
  }
}

/** The session's duration in seconds according to each part of the file that states it. */
function* clocks(
  { total_elapsed_time: elapsed, timestamp }: FitSession,
  startedAt: Date,
  totals: TrackTotals | undefined,
): Generator<number> {
  // Records that continue for longer show that this field is wrong.
  if (elapsed !== undefined) yield Math.max(elapsed, totals?.elapsedS ?? 0)
  const ended = timestamp ? (timestamp.getTime() - startedAt.getTime()) / 1000 : 0
  // Some recorders write the session's start into both fields.
  if (ended > 0) yield Math.max(ended, totals?.elapsedS ?? 0)
}

/** The recorder's own totals and heart rate outweigh a few additional points. */
export function detailScore(points: number, located: number, hearts: number, hasTotals: boolean): number {
  const share = (part: number) => (part > points / 2 ? 1 : 0)
  return (
    (hasTotals ? 400_000 : 0) + share(located) * 200_000 + share(hearts) * 100_000 + Math.min(points, 99_999)
  )
}

function within(records: readonly FitRecord[], session: FitSession): FitRecord[] {
  const from = session.start_time?.getTime() ?? Number.NEGATIVE_INFINITY
  const to = from + (session.total_elapsed_time ?? session.total_timer_time ?? 0) * 1000
  return records.filter(({ timestamp }) => timestamp.getTime() >= from && timestamp.getTime() <= to)
}

/** Manufacturer, product and serial number of the recorder, from the file_id message. */
function recorderOf(id: object | undefined): RecordedActivity["recorder"] {
  const { product_name, manufacturer, product, serial_number } = (id ?? {}) as Record<string, unknown>
  const named = manufacturer === "garmin" ? getFitGarminProductDisplayName(Number(product)) : null
  const texts = [manufacturer, product_name ?? named ?? product].flatMap((one) =>
    (typeof one === "string" && one !== "") || typeof one === "number" ? [String(one)] : [],
  )
  const model =
    texts
      .join(" ")
      .replaceAll("_", " ")
      .replace(/^./, (first) => first.toUpperCase()) || null
  return {
    model,
    serial: typeof serial_number === "number" && serial_number > 0 ? String(serial_number) : null,
  }
}

/** The activity message contains the same instant in UTC and in local time. */
function offsetOf(activity: unknown): number | null {
  const { timestamp, local_timestamp: local } = (activity ?? {}) as {
    timestamp?: unknown
    local_timestamp?: unknown
  }
  if (!(timestamp instanceof Date && local instanceof Date)) return null
  const offset = Math.round((local.getTime() - timestamp.getTime()) / 900_000) * 900
  return Math.abs(offset) <= 14 * 3600 ? offset : null
}

/** The more specific name comes first. "On a track" or "on a trail" means a run only if the sport is unspecific. */
function named({ sport, sub_sport: sub }: { sport?: string; sub_sport?: string }): (string | undefined)[] {
  return /wheelchair|skating/i.test(sport ?? "") ? [sport, sub] : [sub, sport]
}
