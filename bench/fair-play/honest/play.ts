import { addDays } from "#primitives/zones.ts"
import { type Fate, readDoubts, readFates } from "../fates.ts"
import { clubSize } from "../model/athlete.ts"
import { deliver, type Prepared, prepare, type Sent } from "../send.ts"
import type { Stage } from "../stage.ts"
import { arrivalsOf } from "./arrivals.ts"
import { outcomeOf, type SessionOutcome } from "./outcome.ts"
import { athletesOf, firstDay, type SeasonOptions, type Session, sessionsOf } from "./season.ts"
import { winnersOf } from "./winners.ts"

export interface PlayedSession {
  session: Session
  /** The recordings of each sending. */
  sent: Sent[][]
  outcome: SessionOutcome
  /** Their rules or signs, if not counted in full. */
  reasons: string[]
}

export interface Played {
  sessions: PlayedSession[]
  /** Sessions of the winners of the two-week seasons, and how many of them an operator checks. */
  winners: { sessions: number; lookedAt: PlayedSession[] }
  /** Sessions in review per week and club of sixty. */
  weekly: number[]
}

interface PlayOptions {
  /** Where recordings are created and parsed: in this thread, unless others do it. */
  read?: (session: Session) => Promise<Prepared[]>
  /** Only the first sessions, up to this number. */
  most?: number
  progress?: (done: number) => void
}

/** Creates a session's recordings, and parses their files, in this thread. */
export function readHere(session: Session): Promise<Prepared[]> {
  return Promise.all(session.make().map(prepare))
}

/** Sends a season of honest sessions, in the order in which they would arrive. */
export async function playHonest(
  stage: Stage,
  options: SeasonOptions,
  { read = readHere, most = Number.POSITIVE_INFINITY, progress = () => {} }: PlayOptions = {},
): Promise<Played> {
  await stage.setNow(new Date(`${firstDay}T00:00:00Z`))
  await stage.join(athletesOf(options))
  const sent = new Map<Session, Sent[][]>()
  for await (const { session, prepared } of arrivalsOf(sessionsOf(options), { read, most })) {
    const list = sent.get(session) ?? []
    sent.set(session, list)
    list.push(await deliver(stage, prepared))
    if (list.length === 1) progress(sent.size)
  }
  const fateOf = await readFates(stage.world.db)
  const sessions = [...sent].map(([session, sendings]) => {
    const fates = sendings.map((each) => each.map(fateOf))
    const outcome = outcomeOf(fates)
    const reasons = fates.flat().flatMap((fate) => (fate && fate.status !== "counted" ? [fate.reason] : []))
    return { session, sent: sendings, outcome, reasons }
  })
  return {
    sessions,
    winners: await lookAtWinners(stage, sessions, fateOf),
    weekly: weeklyReviews(sessions, options),
  }
}

async function lookAtWinners(
  stage: Stage,
  sessions: readonly PlayedSession[],
  fateOf: (name: Sent) => Fate | null,
): Promise<Played["winners"]> {
  const winners = await winnersOf(stage.world.db)
  const theirs = sessions.flatMap((played) => {
    const fates = played.sent.flat().flatMap((one) => fateOf(one) ?? [])
    return fates.some((fate) => winners.some((winner) => winner.holds(fate))) ? [{ played, fates }] : []
  })
  const doubts = await readDoubts(stage.world, [...new Set(winners.map(({ athleteId }) => athleteId))])
  const lookedAt = theirs.filter(
    ({ played, fates }) => played.outcome === "review" || fates.some(({ id }) => doubts.has(id)),
  )
  for (const { played, fates } of lookedAt)
    played.reasons.push(...fates.flatMap(({ id }) => doubts.get(id) ?? []))
  return { sessions: theirs.length, lookedAt: lookedAt.map(({ played }) => played) }
}

/** Counts only complete clubs. */
function weeklyReviews(sessions: readonly PlayedSession[], { athletes, weeks }: SeasonOptions): number[] {
  const counts = Array.from({ length: weeks * Math.max(1, Math.floor(athletes / clubSize)) }, () => 0)
  const monday = Date.parse(addDays(firstDay, 0))
  for (const { session, outcome } of sessions) {
    if (outcome !== "review" || session.athlete.nr >= athletes) continue
    const week = Math.floor((session.startedAt.getTime() - monday) / (7 * 86_400_000))
    const nr = session.athlete.club * weeks + Math.max(0, week)
    counts[nr] = (counts[nr] ?? 0) + 1
  }
  return counts
}
