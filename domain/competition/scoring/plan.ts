import type { Samples } from "#primitives/samples.ts"
import {
  assess,
  comesWithIt,
  effortOf,
  endOf,
  localDay,
  type SentActivity,
  type StoredActivity,
  type Verdict,
} from "./activity.ts"
import { type DerivedDay, deriveDay, type SeasonBoard } from "./day.ts"
import { areElsewhere, laterElsewhere } from "./elsewhere.ts"
import { areRelated, reachMs, type Share, sharesOf } from "./overlap.ts"
import { type Ends, endPositions, endsOf } from "./places.ts"
import { readSamples } from "./same-recording.ts"
import { isTwin } from "./twin.ts"
import { settleOffset } from "./zone.ts"

/** What counts of an activity if only a part does: seconds and meters. Null when all or nothing counts. */
interface Counts {
  countedS: number | null
  countedM: number | null
}

/** The data needed about an activity near one that changes. */
export interface Neighbor extends Verdict, Counts {
  /** Null until it is stored. */
  id: number | null
  source: string
  externalId: string
  kind: StoredActivity["kind"]
  startedAt: Date
  localOn: string
  elapsedS: number
  movingS: number
  distanceM: number
  detail: number
  trackS: number | null
  trackM: number | null
  receivedAt: Date
  decision: StoredActivity["decision"]
  credit: string | null
  ends: Ends | null
  samples: Samples | null
  /** False when `samples` were left out, because no changed record overlaps it or has a similar length. */
  isRead?: boolean
}

/** A stored activity, with its row's id and current verdict. */
export interface KeptActivity extends StoredActivity, Verdict, Counts {
  id: number | null
  localOn: string
  samples: Samples | null
}

/** An activity of any athlete whose samples may match those of a new one. */
export interface PossibleTwin extends RecordName {
  id: number
  mine: boolean
  startedAt: Date
  samples: Samples | null
  recorderKey: string | null
}

/** The known state of an athlete around the change. */
export interface Surroundings {
  countsFrom: Date
  timeZone: string
  /** Everything that started between `from` and `to`, and every record named by the change. */
  activities: readonly Neighbor[]
  /** The full rows of the records that the change decides on. */
  decided: readonly KeptActivity[]
  /** By id, earliest first. */
  possibleTwins?: readonly PossibleTwin[]
  from: Date
  to: Date
  seasons: readonly SeasonBoard[]
}

export interface RecordName {
  source: string
  externalId: string
}

export interface Change {
  put: readonly SentActivity[]
  remove: readonly RecordName[]
  /** An operator's decision on one activity; null revokes it. */
  decide?: readonly (RecordName & { decision: "count" | "decline" | null })[]
  receivedAt: Date
}

export interface Plan {
  /** Rows to write, with their verdicts. */
  put: KeptActivity[]
  /** Those whose fingerprint is not stored yet. */
  prints: KeptActivity[]
  /** Rows in which only the verdict, or the part that counts, changes. */
  mark: (Verdict & Counts & { id: number })[]
  /** Ids of rows to delete. */
  remove: number[]
  days: DerivedDay[]
  /** Days on which nothing counts any longer. */
  emptyDays: string[]
}

/** A plan, or how wide the surroundings must be to make one, or that the samples of all nearby records are needed. */
type PlanResult =
  | { ok: true; plan: Plan }
  | { ok: false; code: "reach_further"; from: Date; to: Date }
  | { ok: false; code: "samples_left_out" }

/** Activities of one local day start within 50 hours of each other in any time zone; overlaps reach no further. */
export const marginMs = Math.max(50 * 3_600_000, reachMs)

/**
 * Computes how a change affects an athlete's records and days. Pure and deterministic; the outcome depends only on the
 * resulting set of records, not on the order in which they arrived.
 */
export function plan(around: Surroundings, change: Change): PlanResult {
  const before = new Map(around.activities.map((activity) => [nameOf(activity), activity]))
  const after = new Map<string, Neighbor>(before)
  const touched = new Map<string, KeptActivity | null>()
  const put = (activity: KeptActivity) => {
    after.set(nameOf(activity), activity)
    touched.set(nameOf(activity), activity)
  }
  const earlier: KeptActivity[] = []
  for (const sent of change.put) {
    const { receivedAt } = change
    const kept = keep(sent, after.get(nameOf(sent)), around, { receivedAt, together: earlier })
    earlier.push(kept)
    put(kept)
  }
  for (const { decision, ...name } of change.decide ?? []) {
    const old = around.decided.find((activity) => nameOf(activity) === nameOf(name))
    if (old) put({ ...old, decision, ...assess({ ...old, decision }, around) })
  }
  for (const name of change.remove) {
    if (after.delete(nameOf(name))) touched.set(nameOf(name), null)
  }

  // Former neighbors of a changed record may now count, its new neighbors may not: judge them together.
  const together = connected([...before.values(), ...after.values()], touched)
  const ends = together.flatMap((a) => [a.startedAt.getTime(), endOf(a).getTime()])
  const from = new Date(Math.min(...ends) - marginMs)
  const to = new Date(Math.max(...ends) + marginMs)
  // Without any, both are invalid dates, which compare false with every date.
  if (from < around.from || to > around.to) return { ok: false, code: "reach_further", from, to }

  const names = new Set(together.map(nameOf))
  // A neighbor may be a copy of a record whose samples were left out, or lose time that only its own samples show.
  const neighbors = together.filter((activity) => !touched.has(nameOf(activity)))
  if (
    neighbors.some(({ samples, isRead }) => samples !== null || isRead === false) &&
    [...after.values()].some(({ isRead }) => isRead === false)
  )
    return { ok: false, code: "samples_left_out" }

  const alone = [...after.values()].filter((a) => names.has(nameOf(a))).map(standingAlone)
  for (const judged of besideEachOther(alone)) after.set(nameOf(judged), judged)
  return { ok: true, plan: difference(before, after, touched, around.seasons) }
}

/** The verdicts of a set of records that is closed under overlap: first individually, then jointly. */
export function judge<A extends KeptActivity>(activities: readonly A[], athlete: { countsFrom: Date }): A[] {
  return besideEachOther(activities.map((activity) => ({ ...activity, ...assess(activity, athlete) })))
}

/** An activity can count less next to others; its individual verdict is known. */
function standingAlone<A extends Neighbor>(activity: A): A {
  if (!besideOthers.includes(activity.reason)) return activity
  return { ...activity, status: "counted", reason: activity.decision === "count" ? "cleared" : "counted" }
}

const besideOthers: readonly Verdict["reason"][] = ["duplicate", "overlap", "beyond-track", "elsewhere"]

function besideEachOther<A extends Neighbor>(alone: readonly A[]): A[] {
  const counted = alone.filter(({ status }) => status === "counted")
  const elsewhere = laterElsewhere(counted)
  const efforts = new Map(
    counted
      .filter((activity) => !elsewhere.has(activity))
      .map((activity) => [activity, { ...activity, ...effortOf(activity) }]),
  )
  const shares = sharesOf([...efforts.values()])
  return alone.map((activity) => {
    if (elsewhere.has(activity))
      return { ...activity, status: "review", reason: "elsewhere", countedS: null, countedM: null }
    const effort = efforts.get(activity)
    if (!effort) return { ...activity, countedS: null, countedM: null }
    const share = shares.get(effort) as Share
    if (share.part === "none")
      return { ...activity, status: "excluded", reason: "duplicate", countedS: null, countedM: null }
    if (share.part === "some")
      return { ...activity, reason: "overlap", countedS: share.movingS, countedM: share.distanceM }
    if (effort.distanceM === activity.distanceM) return { ...activity, countedS: null, countedM: null }
    return { ...activity, reason: "beyond-track", countedS: activity.movingS, countedM: effort.distanceM }
  })
}

function keep(
  sent: SentActivity,
  old: Neighbor | undefined,
  around: Surroundings,
  { receivedAt, together }: { receivedAt: Date; together: readonly KeptActivity[] },
): KeptActivity {
  const samples = readSamples(sent.fingerprint)
  const ends = sent.virtual ? null : endsOf(samples)
  const place = ends && endPositions(ends)[0]
  const id = old?.id ?? null
  const stored = {
    ...sent,
    ...settleOffset(sent, around.timeZone, place),
    // A track recorded indoors does not show where the athlete is.
    ends: sent.indoor ? null : ends,
    samples,
    receivedAt: old && !cameTooEarly(old) ? old.receivedAt : receivedAt,
    decision: old?.decision ?? null,
    twinOf: twinOf({ ...sent, id, samples }, around.possibleTwins ?? [], together),
  }
  const verdict = assess(stored, around)
  return { ...stored, ...verdict, id, localOn: localDay(stored), countedS: null, countedM: null }
}

/** The first activity with the same recording, or with parts of it, so that the first sender's keeps counting. */
function twinOf(
  activity: RecordName & Pick<KeptActivity, "id" | "startedAt" | "samples" | "recorderKey">,
  possible: readonly PossibleTwin[],
  together: readonly KeptActivity[],
): number | null {
  for (const other of possible) {
    if (activity.id !== null && other.id >= activity.id) continue
    if (isTwin(activity, other)) return other.id
  }
  const first = together.find(
    (other) =>
      (activity.id === null || (other.id !== null && other.id < activity.id)) &&
      isTwin(activity, { ...other, mine: true }),
  )
  return first ? (first.id ?? comesWithIt) : null
}

/** If it arrived before its end because of a wrong clock, the next attempt sets its time of arrival. */
function cameTooEarly({ reason }: Neighbor): boolean {
  return reason === "in-future" || reason === "not-over"
}

function connected(activities: readonly Neighbor[], touched: ReadonlyMap<string, unknown>): Neighbor[] {
  const found: Neighbor[] = []
  let rest: Neighbor[] = []
  for (const activity of activities) (touched.has(nameOf(activity)) ? found : rest).push(activity)
  for (let next = 0; next < found.length; next++) {
    const activity = withEffort(found[next] as Neighbor)
    const others: Neighbor[] = []
    for (const other of rest) {
      const isBeside = areRelated(activity, withEffort(other)) || areElsewhere(activity, other)
      ;(isBeside ? found : others).push(other)
    }
    rest = others
  }
  return found
}

function withEffort(activity: Neighbor): Neighbor {
  return { ...activity, ...effortOf(activity) }
}

function difference(
  before: ReadonlyMap<string, Neighbor>,
  after: ReadonlyMap<string, Neighbor>,
  touched: ReadonlyMap<string, KeptActivity | null>,
  seasons: readonly SeasonBoard[],
): Plan {
  const result: Plan = { put: [], prints: [], mark: [], remove: [], days: [], emptyDays: [] }
  const days = new Set<string>()
  for (const [name, written] of touched) {
    const old = before.get(name)
    const now = after.get(name)
    if (old) days.add(old.localOn)
    if (now) days.add(now.localOn)
    if (written) {
      const { status, reason, countedS, countedM } = now ?? written
      const kept = { ...written, status, reason, countedS, countedM }
      result.put.push(kept)
      if (!isEqualSamples(old?.samples ?? null, kept.samples)) result.prints.push(kept)
    } else if (old?.id != null) result.remove.push(old.id)
  }
  for (const [name, now] of after) {
    if (touched.has(name)) continue
    const old = before.get(name) as Neighbor
    const { status, reason, countedS, countedM } = now
    // Each reason belongs to one status.
    if (old.reason === reason && old.countedS === countedS && old.countedM === countedM) continue
    result.mark.push({ id: old.id as number, status, reason, countedS, countedM })
    days.add(now.localOn)
  }
  for (const localOn of [...days].sort()) {
    const counted = [...after.values()].filter((a) => a.localOn === localOn && a.status === "counted")
    const day = deriveDay(localOn, counted, seasons)
    if (day) result.days.push(day)
    else result.emptyDays.push(localOn)
  }
  return result
}

function isEqualSamples(a: Samples | null, b: Samples | null): boolean {
  if (a === null || b === null) return a === b
  return JSON.stringify(a) === JSON.stringify(b)
}

function nameOf({ source, externalId }: RecordName): string {
  return `${source}\n${externalId}`
}
