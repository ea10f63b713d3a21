import { type ActivityKind, activityKinds, kindWords } from "#content/activity-kinds.ts"
import type { Ruleset } from "#content/competitions.ts"

/** The input of scoring: whole seconds and whole meters, so that sums do not depend on their order. */
export interface Effort {
  kind: ActivityKind
  movingS: number
  distanceM: number
}

/** One line of the explanation. The points of all lines add up to the day's points. */
export interface ScoreLine {
  part: "time" | "distance" | "consistency" | "limit"
  kind?: ActivityKind
  text: string
  points: number
}

export interface DayScore {
  ruleset: number
  points: number
  /** The moving minutes required for the consistency points. */
  active: boolean
  movingS: number
  distanceM: number
  lines: ScoreLine[]
}

/** Scores one athlete-day with reasons. Pure; independent of the order of the efforts. */
export function score(efforts: readonly Effort[], ruleset: Ruleset): DayScore {
  const totals = sumByKind(efforts)
  const movingS = efforts.reduce((sum, effort) => sum + effort.movingS, 0)
  const distanceM = efforts.reduce((sum, effort) => sum + effort.distanceM, 0)
  const active = movingS >= ruleset.consistency.minMovingMinutes * 60
  const exact = [...timeLines(totals, ruleset), ...distanceLines(totals, ruleset)]
  if (active) exact.push({ part: "consistency", text: "active day", points: ruleset.consistency.points })
  const sum = whole(exact.reduce((total, line) => total + line.points, 0))
  const lines = roundTogether(exact, sum)
  const points = Math.min(sum, ruleset.maxPointsPerDay)
  if (points < sum) {
    lines.push({ part: "limit", text: `at most ${ruleset.maxPointsPerDay} a day`, points: points - sum })
  }
  return { ruleset: ruleset.version, points, active, movingS, distanceM, lines }
}

interface Total {
  kind: ActivityKind
  movingS: number
  distanceM: number
}

function sumByKind(efforts: readonly Effort[]): Total[] {
  const totals = new Map<ActivityKind, Total>()
  for (const { kind, movingS, distanceM } of efforts) {
    const total = totals.get(kind)
    if (!total) totals.set(kind, { kind, movingS, distanceM })
    else {
      total.movingS += movingS
      total.distanceM += distanceM
    }
  }
  return [...totals.values()].sort((a, b) => activityKinds.indexOf(a.kind) - activityKinds.indexOf(b.kind))
}

/** Kinds fill the bands in the order of the table, so that each line can state what it earned. */
function timeLines(totals: readonly Total[], ruleset: Ruleset): ScoreLine[] {
  const lines: ScoreLine[] = []
  let used = 0
  for (const { kind, movingS } of totals) {
    const weight = ruleset.time.weights[kind]
    if (!weight || movingS === 0) continue
    const weighted = (movingS / 60) * weight
    const points = banded(used + weighted, ruleset) - banded(used, ruleset)
    used += weighted
    const reduced = points < weighted - 1e-9
    const minutes = `${amount(movingS / 60, 0)} min ${kindWords[kind].doing}`
    lines.push({
      part: "time",
      kind,
      text: `${minutes}${weight === 1 ? "" : ` at ${weight}`}${reduced ? " (less beyond the first hour)" : ""}`,
      points,
    })
  }
  return lines
}

function banded(minutes: number, ruleset: Ruleset): number {
  let left = minutes
  let points = 0
  for (const band of ruleset.time.bands) {
    const inBand = Math.min(left, band.minutes)
    points += inBand * band.rate
    left -= inBand
  }
  return points
}

function distanceLines(totals: readonly Total[], ruleset: Ruleset): ScoreLine[] {
  const scoring = totals.filter(({ kind, distanceM }) => ruleset.distance.factors[kind] && distanceM > 0)
  const lines: ScoreLine[] = []
  let used = 0
  for (const { kind, distanceM } of scoring) {
    const full = (distanceM / 1000) * (ruleset.distance.factors[kind] ?? 0)
    const points = halved(used + full, ruleset) - halved(used, ruleset)
    used += full
    const doing = scoring.length > 1 ? ` ${kindWords[kind].doing}` : ""
    const reduced = points < full - 1e-9 ? ` (half beyond ${ruleset.distance.wholePoints} points)` : ""
    const decimals = distanceM < 2000 ? 2 : 1
    lines.push({
      part: "distance",
      kind,
      text: `${amount(distanceM / 1000, decimals)} km${doing}${reduced}`,
      points,
    })
  }
  return lines
}

function halved(points: number, { distance }: Ruleset): number {
  return (
    Math.min(points, distance.wholePoints) + Math.max(0, points - distance.wholePoints) * distance.rateBeyond
  )
}

/** Half a point rounds up. Rounding to six decimals first removes binary fraction errors ("30.499999999" is 30.5). */
function whole(points: number): number {
  return Math.floor(Number(points.toFixed(6)) + 0.5)
}

/**
 * Rounds the lines so that they add up to `sum`: the largest remainders are rounded up; among equal ones, the first.
 */
function roundTogether(lines: readonly ScoreLine[], sum: number): ScoreLine[] {
  const exact = lines.map((line) => Number(line.points.toFixed(6)))
  const floors = exact.map((points) => Math.floor(points))
  const missing = sum - floors.reduce((total, points) => total + points, 0)
  const upwards = exact
    .map((points, index) => ({ index, rest: points - Math.floor(points) }))
    .sort((a, b) => b.rest - a.rest)
    .slice(0, missing)
    .map(({ index }) => index)
  return lines.map((line, index) => ({
    ...line,
    points: (floors[index] ?? 0) + (upwards.includes(index) ? 1 : 0),
  }))
}

function amount(value: number, decimals: number): string {
  return Number(value.toFixed(decimals)).toString()
}
