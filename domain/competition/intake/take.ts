import type { ReasonCode } from "#content/reasons.ts"
import type { World } from "#domain/world.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import { onActivities } from "../pipeline.ts"
import type { SentActivity, SourceName } from "../scoring/activity.ts"
import { parseActivity } from "./parse.ts"
import { retireSamples } from "./retire-samples.ts"
import { toSent } from "./to-sent.ts"

/** The outcome of one input. A refused one was not stored; its reason is a sentence without its subject. */
export type Outcome =
  | { state: "counted" | "review" | "excluded"; reason: ReasonCode }
  | { state: "refused"; reason: string }

interface Inputs {
  athleteId: number
  source: SourceName
  activities: readonly RecordedActivity[]
}

/** Maximum activities per transaction. */
const perBatch = 50

/**
 * The only entry point for activities of every source: files, uploads, services and sample athletes. Returns an outcome per
 * input, in order. An input that cannot be stored is refused with a reason without affecting the others, so sending it again
 * is useless. Throws only when the database is unreachable or failing, so that the caller's job retries. Idempotent.
 */
export async function take(world: World, { athleteId, source, activities }: Inputs): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (let at = 0; at < activities.length; at += perBatch) {
    const batch = activities.slice(at, at + perBatch).map((activity) => toSent(world, source, activity))
    outcomes.push(...(await takeBatch(world, athleteId, batch)))
  }
  if (world.settings.demo) await retireSamples(world)
  return outcomes
}

async function takeBatch(
  world: World,
  athleteId: number,
  batch: readonly SentActivity[],
): Promise<Outcome[]> {
  const parsed = batch.map((sent) => parseActivity(sent))
  const good = parsed.flatMap((one) => (one.ok ? [one.value] : []))
  const stored = (await store(world, athleteId, good)).values()
  return parsed.map((one) =>
    one.ok ? (stored.next().value as Outcome) : { state: "refused", reason: one.reason },
  )
}

/** One outcome per activity. A failing batch is split in halves until only the failing activities are left out. */
async function store(world: World, athleteId: number, sent: readonly SentActivity[]): Promise<Outcome[]> {
  if (sent.length === 0) return []
  try {
    const done = await onActivities(world, athleteId, sent)
    if (!done.ok)
      return sent.map(() => ({ state: "refused", reason: "belongs to an account that no longer exists" }))
    const verdicts = new Map(done.verdicts.map((verdict) => [verdict.externalId, verdict]))
    return sent.map(({ externalId }) => {
      const { status, reason } = verdicts.get(externalId) ?? { status: "excluded", reason: "duplicate" }
      return { state: status, reason }
    })
  } catch (error) {
    if (!liesInTheInput(error)) throw error
    if (sent.length === 1) {
      world.log.error({ error, athleteId, source: sent[0]?.source }, "An activity could not be stored")
      return [{ state: "refused", reason: "could not be stored" }]
    }
    const half = Math.ceil(sent.length / 2)
    const first = await store(world, athleteId, sent.slice(0, half))
    return [...first, ...(await store(world, athleteId, sent.slice(half)))]
  }
}

/**
 * Whether the data is to blame rather than the database: invalid data, a violated constraint or a value beyond PostgreSQL's
 * limits (SQLSTATE classes 22, 23 and 54), or an error without a code, thrown by our own code.
 */
function liesInTheInput(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return !("code" in error) || /^(22|23|54)[0-9A-Z]{3}$/.test(String(error.code))
}
