import { activityKinds } from "#content/activity-kinds.ts"
import { servicesWithoutOriginals } from "#content/services.ts"
import type { Outcome, Refusal } from "#primitives/outcome.ts"
import { cleanText } from "#primitives/plain.ts"
import { mostBytes, unpackSamples } from "#primitives/samples.ts"
import { type SentActivity, sources } from "../scoring/activity.ts"

/** An invalid activity: the first invalid field, and why, as a sentence without its subject. */
type InvalidActivity = Refusal<"invalid_activity", { field: string; reason: string }>

/** A value outside these limits is a clock or sensor error, never a workout. */
const earliest = Date.UTC(1995, 0)
const latest = Date.UTC(2100, 0)
const mostSeconds = 366 * 86_400
const mostMeters = 100_000_000
const mostClimbM = 100_000
const mostKmh = 100_000
const mostOffsetS = 18 * 3600

/**
 * Parses an activity from an external source. Rounds seconds and meters to integers; truncates text and removes characters
 * that a database cannot store.
 */
export function parseActivity(sent: unknown): Outcome<SentActivity, InvalidActivity> {
  const given = (typeof sent === "object" && sent !== null ? sent : {}) as Record<string, unknown>
  const wrong: string[] = []
  /** If a value is missing, nothing is returned at the end. */
  const need = <T>(field: keyof SentActivity, value: T | undefined): T => {
    if (value === undefined) wrong.push(field)
    return value as T
  }
  const name = (field: string, max: number) => {
    const value = given[field]
    const usable = typeof value === "string" && value.length > 0 && value.length <= max
    return usable && cleanText(value, max) === value ? value : undefined
  }
  const whole = (field: string, max: number) => {
    const value = given[field]
    return typeof value === "number" && value >= 0 && value <= max ? Math.round(value) : undefined
  }
  const optional = (field: string, max: number) => {
    const value = given[field]
    if (value === undefined || value === null) return null
    return typeof value === "number" && Math.abs(value) <= max ? value : undefined
  }
  const rounded = (field: string, max: number) =>
    given[field] === undefined || given[field] === null ? null : whole(field, max)
  const flag = (field: string, otherwise: boolean) => {
    const value = given[field]
    return value === undefined ? otherwise : typeof value === "boolean" ? value : undefined
  }
  const text = (field: string, max: number) => {
    const value = given[field]
    return typeof value === "string" ? cleanText(value, max).trim() || null : null
  }
  const startedAt = new Date(given.startedAt as string | number | Date)
  const inRange = startedAt.getTime() >= earliest && startedAt.getTime() < latest
  const value: SentActivity = {
    source: need(
      "source",
      sources.find((source) => source === given.source),
    ),
    externalId: need("externalId", name("externalId", 200)),
    kind: need(
      "kind",
      activityKinds.find((kind) => kind === given.kind),
    ),
    sport: need("sport", typeof given.sport === "string" ? cleanText(given.sport, 80) : undefined),
    name: typeof given.name === "string" ? cleanText(given.name, 200) || null : null,
    startedAt: need("startedAt", inRange ? startedAt : undefined),
    utcOffsetS: need("utcOffsetS", optional("utcOffsetS", mostOffsetS)),
    elapsedS: need("elapsedS", whole("elapsedS", mostSeconds)),
    movingS: need("movingS", whole("movingS", mostSeconds)),
    distanceM: need("distanceM", whole("distanceM", mostMeters)),
    elevationM: need("elevationM", optional("elevationM", mostClimbM)),
    fiveMinutesKmh: need("fiveMinutesKmh", optional("fiveMinutesKmh", mostKmh)),
    topKmh: need("topKmh", optional("topKmh", mostKmh)),
    manual: need("manual", flag("manual", false)),
    flagged: need("flagged", flag("flagged", false)),
    indoor: need("indoor", flag("indoor", false)),
    virtual: need("virtual", flag("virtual", false)),
    public: need("public", flag("public", true)),
    detail: need("detail", whole("detail", 1_000_000)),
    trackS: need("trackS", rounded("trackS", mostSeconds)),
    trackM: need("trackM", rounded("trackM", mostMeters)),
    climbMph: need("climbMph", optional("climbMph", mostClimbM)),
    climbBpm: need("climbBpm", optional("climbBpm", 300)),
    fingerprint: null,
    credit: text("credit", 120),
    recorderModel: text("recorderModel", 120),
    recorderKey: text("recorderKey", 64),
  }
  value.fingerprint = need("fingerprint", readFingerprint(value.source, given.fingerprint))
  const field = wrong[0]
  if (field === undefined) return { ok: true, value }
  return { ok: false, code: "invalid_activity", field, reason: reasonFor(field, given[field], startedAt) }
}

/** Null for a source whose terms forbid storing samples, whatever it sends. */
function readFingerprint(source: SentActivity["source"], given: unknown): string | null | undefined {
  if (given === undefined || given === null || servicesWithoutOriginals.includes(source)) return null
  if (typeof given !== "string" || given.length > mostBytes * 2) return undefined
  return unpackSamples(Buffer.from(given, "base64")) ? given : undefined
}

function reasonFor(field: string, value: unknown, startedAt: Date): string {
  const above = typeof value === "number" && value > 0
  if (field === "startedAt") {
    if (Number.isNaN(startedAt.getTime())) return "does not say when it started"
    const year = startedAt.getUTCFullYear()
    return year < 2000
      ? `says it started in ${year}; we accept nothing before 1995, because the clock was probably never set`
      : `says it started in ${year}; we accept nothing from 2100 on, because the clock was probably set wrong`
  }
  if ((field === "elapsedS" || field === "movingS") && above) return "is longer than a year"
  if (field === "distanceM" && above) return "is longer than 100,000 km"
  if (field === "elevationM" && above) return "has more than 100 km of climb"
  const names: Record<string, string> = {
    elapsedS: "duration",
    movingS: "moving time",
    distanceM: "distance",
    elevationM: "climb",
    fiveMinutesKmh: "speed over five minutes",
    topKmh: "top speed",
    climbMph: "fastest climb",
    climbBpm: "heart rate uphill",
    utcOffsetS: "offset from UTC",
  }
  return `has no usable value for its ${names[field] ?? field}`
}
