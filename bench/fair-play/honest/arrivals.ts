import type { Prepared } from "../send.ts"
import type { Session } from "./season.ts"

interface Arrival {
  session: Session
  prepared: Prepared
}

interface ArrivalOptions {
  read(session: Session): Promise<Prepared[]>
  /** Only the first sessions, up to this number. */
  most: number
}

/** The number of sessions read before they arrive. */
const readAhead = 32

/** The recordings of sessions, in the order of arrival. An athlete who is still busy skips the next session. */
export async function* arrivalsOf(
  sessions: readonly Session[],
  { read, most }: ArrivalOptions,
): AsyncGenerator<Arrival> {
  const ahead: Promise<Prepared[]>[] = []
  const busyUntil = new Map<number, number>()
  let taken = 0
  let waiting: Arrival[] = []
  const due = (until: number) => {
    const now = waiting.filter(({ prepared }) => prepared.arrivesAt.getTime() <= until)
    waiting = waiting.filter(({ prepared }) => prepared.arrivesAt.getTime() > until)
    return now.sort((a, b) => a.prepared.arrivesAt.getTime() - b.prepared.arrivesAt.getTime())
  }
  for (const [nr, session] of sessions.entries()) {
    ahead.push(...sessions.slice(nr + ahead.length, nr + readAhead).map(read))
    const prepared = (await ahead.shift()) ?? []
    const start = session.startedAt.getTime()
    yield* due(start)
    if (start < (busyUntil.get(session.athlete.nr) ?? 0)) continue
    if (taken++ >= most) break
    const ends = prepared.map(({ endsAt }) => endsAt.getTime())
    busyUntil.set(session.athlete.nr, Math.max(...ends) + 600_000)
    waiting.push(...prepared.map((one) => ({ session, prepared: one })))
  }
  yield* due(Number.POSITIVE_INFINITY)
}
