import {
  assess,
  endOf,
  localDay,
  type SentActivity,
  type StoredActivity,
  settleOffset,
  type Verdict,
} from "./activity.ts"
import { type DerivedDay, deriveDay, type SeasonBoard } from "./day.ts"
import { duplicates, reachMs, type Span, sameWorkout } from "./overlap.ts"

/** What must be known of an activity beside which another one changes. */
export interface Neighbour extends Verdict {
  /** Null until it has a row. */
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
  receivedAt: Date
  decision: StoredActivity["decision"]
}

/** An activity as it is kept, with its row's id and the verdict that stands. */
export interface KeptActivity extends StoredActivity, Verdict {
  id: number | null
  localOn: string
}

/** What is known of an athlete around the change. */
export interface Surroundings {
  countsFrom: Date
  timeZone: string
  /** Everything that started between `from` and `to`, and every record that the change names. */
  activities: readonly Neighbour[]
  /** The whole rows of the records that the change decides on. */
  decided?: readonly KeptActivity[]
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
  /** An operator's word on one activity; null takes it back. */
  decide?: readonly (RecordName & { decision: "count" | "decline" | null })[]
  receivedAt: Date
}

export interface Plan {
  /** Rows to write, with their verdicts. */
  put: KeptActivity[]
  /** Rows that only change their verdict. */
  mark: (Verdict & { id: number })[]
  /** Ids of rows to remove. */
  remove: number[]
  days: DerivedDay[]
  /** Days on which nothing counts any more. */
  emptyDays: string[]
}

/** A plan, or how far the surroundings must reach to make it. */
type PlanResult = { ok: true; plan: Plan } | { ok: false; code: "reach_further"; from: Date; to: Date }

/** Activities of one local day start within 50 hours of each other, whatever the clocks; overlaps reach no further. */
export const marginMs = Math.max(50 * 3_600_000, reachMs)

/**
 * What a change does to an athlete's records and days. Pure: the same surroundings and the same change give the same plan,
 * and the outcome depends only on which records there are in the end, not on the order in which they came.
 */
export function plan(around: Surroundings, change: Change): PlanResult {
  const before = new Map(around.activities.map((activity) => [nameOf(activity), activity]))
  const after = new Map<string, Neighbour>(before)
  const touched = new Map<string, KeptActivity | null>()
  const put = (activity: KeptActivity) => {
    after.set(nameOf(activity), activity)
    touched.set(nameOf(activity), activity)
  }
  for (const sent of change.put) put(keep(sent, after.get(nameOf(sent)), around, change.receivedAt))
  for (const { decision, ...name } of change.decide ?? []) {
    const old = around.decided?.find((activity) => nameOf(activity) === nameOf(name))
    if (old) put({ ...old, decision, ...assess({ ...old, decision }, around) })
  }
  for (const name of change.remove) {
    if (after.delete(nameOf(name))) touched.set(nameOf(name), null)
  }

  // What stood beside a changed record before may now be counted, what stands beside it now may not: judge them together.
  const together = connected([...before.values(), ...after.values()], touched)
  const ends = together.flatMap((a) => [a.startedAt.getTime(), endOf(a).getTime()])
  const from = new Date(Math.min(...ends) - marginMs)
  const to = new Date(Math.max(...ends) + marginMs)
  if (ends.length > 0 && (from < around.from || to > around.to))
    return { ok: false, code: "reach_further", from, to }

  const names = new Set(together.map(nameOf))
  const alone = [...after.values()].filter((a) => names.has(nameOf(a))).map(standingAlone)
  for (const judged of withoutSeconds(alone)) after.set(nameOf(judged), judged)
  return { ok: true, plan: difference(before, after, touched, around.seasons) }
}

/** The verdicts of a set of records that is closed under overlap: each by itself, then second records of one workout. */
export function judge<A extends StoredActivity & Verdict>(
  activities: readonly A[],
  athlete: { countsFrom: Date },
): A[] {
  return withoutSeconds(activities.map((activity) => ({ ...activity, ...assess(activity, athlete) })))
}

/** Only what counts by itself can be set aside as a second record, so the verdict before that is known. */
function standingAlone<A extends Neighbour>(activity: A): A {
  if (activity.reason !== "duplicate") return activity
  return { ...activity, status: "counted", reason: activity.decision === "count" ? "cleared" : "counted" }
}

function withoutSeconds<A extends Span & Verdict>(alone: readonly A[]): A[] {
  const second = duplicates(alone.filter(({ status }) => status === "counted"))
  return alone.map((activity) =>
    second.has(activity) ? { ...activity, status: "excluded", reason: "duplicate" } : activity,
  )
}

function keep(
  sent: SentActivity,
  old: Neighbour | undefined,
  around: Surroundings,
  receivedAt: Date,
): KeptActivity {
  const utcOffsetS = settleOffset(sent, around.timeZone)
  const stored = {
    ...sent,
    utcOffsetS,
    receivedAt: old && !cameTooEarly(old) ? old.receivedAt : receivedAt,
    decision: old?.decision ?? null,
  }
  return { ...stored, id: old?.id ?? null, localOn: localDay(stored), ...assess(stored, around) }
}

/** What came before its end, by a clock that was wrong, has its time of arrival from the next try. */
function cameTooEarly({ reason }: Neighbour): boolean {
  return reason === "in-future" || reason === "not-over"
}

function connected(activities: readonly Neighbour[], touched: ReadonlyMap<string, unknown>): Neighbour[] {
  const found = activities.filter((activity) => touched.has(nameOf(activity)))
  let rest = activities.filter((activity) => !touched.has(nameOf(activity)))
  for (let next = 0; next < found.length && rest.length > 0; next++) {
    const activity = found[next] as Neighbour
    const near = rest.filter((other) => sameWorkout(activity, other))
    if (near.length === 0) continue
    const names = new Set(near.map(nameOf))
    found.push(...near)
    rest = rest.filter((other) => !names.has(nameOf(other)))
  }
  return found
}

function difference(
  before: ReadonlyMap<string, Neighbour>,
  after: ReadonlyMap<string, Neighbour>,
  touched: ReadonlyMap<string, KeptActivity | null>,
  seasons: readonly SeasonBoard[],
): Plan {
  const result: Plan = { put: [], mark: [], remove: [], days: [], emptyDays: [] }
  const days = new Set<string>()
  for (const [name, written] of touched) {
    const old = before.get(name)
    const now = after.get(name)
    if (old) days.add(old.localOn)
    if (now) days.add(now.localOn)
    if (now && written) result.put.push({ ...written, status: now.status, reason: now.reason })
    else if (old?.id != null) result.remove.push(old.id)
  }
  for (const [name, now] of after) {
    const old = before.get(name)
    if (!old || old.id === null || touched.has(name)) continue
    if (old.status === now.status && old.reason === now.reason) continue
    result.mark.push({ id: old.id, status: now.status, reason: now.reason })
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

function nameOf({ source, externalId }: RecordName): string {
  return `${source}\n${externalId}`
}
