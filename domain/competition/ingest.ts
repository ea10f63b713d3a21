import type { Db } from "#domain/world.ts"
import { createGather, type Gather, type Waiting } from "./gather.ts"
import { type IngestRequest, type Look, look } from "./look.ts"
import { type Change, type Plan, plan } from "./plan.ts"
import { toDayRow, toRow } from "./rows.ts"

export type Ingested = { ok: true; days: string[] } | { ok: false; code: "unknown_athlete" }

/** What waits, per database that it is written to. */
const gathers = new WeakMap<Db, Gather<IngestRequest, Ingested>>()

/**
 * Stores, changes or removes activities of one athlete, and brings the days that they touch up to date: all of it or
 * nothing. Answers the local days that were touched once all is flushed to disk; changes of several athletes that come at
 * the same moment share one transaction.
 * Two writers of one athlete cannot build on the same past: who comes second finds the revision gone and looks again.
 */
export function ingest(db: Db, athleteId: number, change: Change): Promise<Ingested> {
  const gather =
    gathers.get(db) ??
    createGather<IngestRequest, Ingested>(
      ({ athleteId }) => athleteId,
      (batch) => work(db, batch),
    )
  gathers.set(db, gather)
  return gather({ athleteId, change })
}

type Pending = Waiting<IngestRequest, Ingested>
type Planned = { one: Pending; read: Look; plan: Plan }

async function work(db: Db, batch: readonly Pending[]): Promise<void> {
  let open = batch.map((one) => ({ one, request: one.input }))
  while (open.length > 0) {
    const reads = await look(
      db,
      open.map(({ request }) => request),
    )
    const again: typeof open = []
    const planned: Planned[] = []
    open.forEach(({ one, request }, i) => {
      const read = reads[i]
      if (!read) {
        one.resolve({ ok: false, code: "unknown_athlete" })
        return
      }
      const made = plan(read.around, request.change)
      if (!made.ok) again.push({ one, request: { ...request, reach: { from: made.from, to: made.to } } })
      else if (isEmpty(made.plan)) one.resolve({ ok: true, days: [] })
      else planned.push({ one, read, plan: made.plan })
    })
    const applied = await apply(db, planned)
    for (const { one, plan } of planned) {
      // Another writer was faster.
      if (!applied.has(one.input.athleteId)) again.push({ one, request: one.input })
      else one.resolve({ ok: true, days: [...plan.days.map((day) => day.localOn), ...plan.emptyDays].sort() })
    }
    open = again
  }
}

function isEmpty({ put, mark, remove, days, emptyDays }: Plan): boolean {
  return put.length + mark.length + remove.length + days.length + emptyDays.length === 0
}

/** Writes plans in one transaction. Answers the athletes whose plan was written; that of another was made on an old past. */
async function apply(db: Db, planned: readonly Planned[]): Promise<ReadonlySet<number>> {
  const [first] = planned
  if (!first) return new Set()
  const of = <T extends object>(rows: (plan: Plan) => readonly T[]) => {
    const all = planned.flatMap(({ one, plan }) =>
      rows(plan).map((row) => ({ athlete_id: one.input.athleteId, ...row })),
    )
    return all.length > 0 ? JSON.stringify(all) : null
  }
  const [answer] = await db.sql<{ written: string[] }>`
    select private.apply_plans(
      ${planned.map(({ one }) => one.input.athleteId)}::bigint[], ${planned.map(({ read }) => read.revision)}::bigint[],
      ${first.read.newestBoard}::smallint, ${of(({ put }) => put.map(toRow))}::text::json,
      ${of(({ mark }) => mark)}::text::json, ${planned.flatMap(({ plan }) => plan.remove)}::bigint[],
      ${of(({ days }) => days.map(toDayRow))}::text::json,
      ${of(({ emptyDays }) => emptyDays.map((local_on) => ({ local_on })))}::text::json
    ) as written
  `
  return new Set(answer?.written.map(Number))
}
