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
import { duplicates, reachMs, sameWorkout } from "./overlap.ts"

/** An activity as it is kept, with its row's id and the verdict that stands. */
export interface KeptActivity extends StoredActivity, Verdict {
  /** Null until it has a row. */
  id: number | null
  localOn: string
}

/** What is known of an athlete around the change. */
export interface Surroundings {
  joinedAt: Date
  timeZone: string
  /** Everything that started between `from` and `to`, and every record that the change names. */
  activities: readonly KeptActivity[]
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

/** A plan, or how far one has to look around to make it. */
export type PlanResult = { ok: true; plan: Plan } | { ok: false; code: "look_further"; from: Date; to: Date }

/** Days of one local date lie at most 50 hours around it, whatever the clocks; overlaps reach as far as an activity lasts. */
const marginMs = 2 * reachMs

/**
 * What a change does to an athlete's records and days. Pure: the same surroundings and the same change give the same plan,
 * and the outcome depends only on which records there are in the end, not on the order in which they came.
 */
export function plan(around: Surroundings, change: Change): PlanResult {
  const before = new Map(around.activities.map((activity) => [nameOf(activity), activity]))
  const after = new Map(before)
  const touched = new Set<string>()
  for (const sent of change.put) {
    const old = after.get(nameOf(sent))
    after.set(nameOf(sent), keep(sent, old, around, change.receivedAt))
    touched.add(nameOf(sent))
  }
  for (const { decision, ...name } of change.decide ?? []) {
    const old = after.get(nameOf(name))
    if (!old) continue
    after.set(nameOf(name), { ...old, decision, ...assess({ ...old, decision }, around) })
    touched.add(nameOf(name))
  }
  for (const name of change.remove) {
    if (after.delete(nameOf(name))) touched.add(nameOf(name))
  }

  // What stood beside a changed record before may now be counted, what stands beside it now may not: judge them together.
  const together = connected([...before.values(), ...after.values()], touched)
  const ends = together.flatMap((a) => [a.startedAt.getTime(), endOf(a).getTime()])
  const from = new Date(Math.min(...ends) - marginMs)
  const to = new Date(Math.max(...ends) + marginMs)
  if (ends.length > 0 && (from < around.from || to > around.to))
    return { ok: false, code: "look_further", from, to }

  const names = new Set(together.map(nameOf))
  for (const judged of judge(
    [...after.values()].filter((a) => names.has(nameOf(a))),
    around,
  )) {
    after.set(nameOf(judged), judged)
  }
  return { ok: true, plan: difference(before, after, touched, around.seasons) }
}

/** The verdicts of a set of records that is closed under overlap: each by itself, then second records of one workout. */
export function judge<A extends StoredActivity & Verdict>(
  activities: readonly A[],
  athlete: { joinedAt: Date },
): A[] {
  const alone = activities.map((activity) => ({ ...activity, ...assess(activity, athlete) }))
  const second = duplicates(alone.filter(({ status }) => status === "counted"))
  return alone.map((activity) =>
    second.has(activity) ? { ...activity, status: "excluded", reason: "duplicate" } : activity,
  )
}

function keep(
  sent: SentActivity,
  old: KeptActivity | undefined,
  around: Surroundings,
  receivedAt: Date,
): KeptActivity {
  const utcOffsetS = settleOffset(sent, around.timeZone)
  const stored = {
    ...sent,
    utcOffsetS,
    receivedAt: old?.receivedAt ?? receivedAt,
    decision: old?.decision ?? null,
  }
  return { ...stored, id: old?.id ?? null, localOn: localDay(stored), ...assess(stored, around) }
}

function connected(activities: readonly KeptActivity[], touched: ReadonlySet<string>): KeptActivity[] {
  const found = activities.filter((activity) => touched.has(nameOf(activity)))
  let rest = activities.filter((activity) => !touched.has(nameOf(activity)))
  for (let next = 0; next < found.length && rest.length > 0; next++) {
    const activity = found[next] as KeptActivity
    const near = rest.filter((other) => sameWorkout(activity, other))
    if (near.length === 0) continue
    const names = new Set(near.map(nameOf))
    found.push(...near)
    rest = rest.filter((other) => !names.has(nameOf(other)))
  }
  return found
}

function difference(
  before: ReadonlyMap<string, KeptActivity>,
  after: ReadonlyMap<string, KeptActivity>,
  touched: ReadonlySet<string>,
  seasons: readonly SeasonBoard[],
): Plan {
  const result: Plan = { put: [], mark: [], remove: [], days: [], emptyDays: [] }
  const days = new Set<string>()
  for (const name of touched) {
    const old = before.get(name)
    const now = after.get(name)
    if (old) days.add(old.localOn)
    if (now) days.add(now.localOn)
    if (now) result.put.push(now)
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
