import { createBatches } from "#domain/batches.ts"
import type { Db } from "#ports/db.ts"
import type { Verdict } from "./activity.ts"
import { placeTolerance } from "./cells.ts"
import { isRestricted } from "./day.ts"
import { type Change, type Plan, plan, type RecordName } from "./plan.ts"
import { toDayRow, toPrintRow, toRow } from "./rows.ts"
import { type IngestRequest, type LoadedSurroundings, loadSurroundings } from "./surroundings.ts"
import { apart, findPossibleTwins, type Located, locate, type TwinLookups } from "./twins.ts"

export type Ingested =
  | {
      ok: true
      /** Recomputed local days, in order. */
      days: string[]
      /** The verdict on each record that was sent. */
      verdicts: (RecordName & Verdict)[]
    }
  | { ok: false; code: "unknown_athlete" }

type Ingest = (request: IngestRequest) => Promise<Ingested>

/** One per writable database. */
const ingests = new WeakMap<Db, Ingest>()

/**
 * Stores, changes or removes activities of one athlete, and updates the affected days atomically. Resolves with the affected
 * local days once everything is flushed to disk; concurrent changes of several athletes share one transaction. Concurrent
 * writes for one athlete use optimistic locking: the loser finds a new revision and starts again.
 */
export function ingest(db: Db, athleteId: number, change: Change): Promise<Ingested> {
  const batched = ingests.get(db) ?? together(db)
  ingests.set(db, batched)
  return batched({ athleteId, change })
}

function together(db: Db): Ingest {
  return createBatches<IngestRequest, Ingested>({
    run: (requests) => ingestAll(db, requests),
    keyOf: ({ athleteId }) => athleteId,
    most: 32,
    // While the database executes two batches, the next is prepared.
    concurrency: 3,
    // Jobs wait for it, and an import can bring years of training.
    withinMs: 120_000,
  })
}

interface Planned extends Located<IngestRequest> {
  read: LoadedSurroundings
  plan: Plan
}

/** The batch contains requests of different athletes. */
async function ingestAll(db: Db, requests: readonly IngestRequest[]): Promise<Ingested[]> {
  const answers = new Map<number, Ingested>()
  let open = locate(requests)
  while (open.length > 0) {
    const { now, later: again } = apart(open)
    // At the same time: anything written after either is detected when the plans are written.
    const looking = findPossibleTwins(db, now)
    const planned: Planned[] = []
    let left = now.map(({ request }, nr) => ({ nr, request }))
    while (left.length > 0) {
      const asked = left.map(({ request }) => request)
      const [{ twins }, loaded] = await Promise.all([looking, loadSurroundings(db, asked)])
      left = left.flatMap(({ nr, request }, at) => {
        const read = loaded[at]
        const made = read && plan({ ...read.around, possibleTwins: twins.get(nr) ?? [] }, request.change)
        if (!made) answers.set(request.athleteId, { ok: false, code: "unknown_athlete" })
        else if (!made.ok) {
          const wider =
            made.code === "samples_left_out"
              ? { withAllSamples: true }
              : { reach: { from: made.from, to: made.to } }
          return [{ nr, request: { ...request, ...wider } }]
        } else if (isEmpty(made.plan)) answers.set(request.athleteId, { ok: true, days: [], verdicts: [] })
        else planned.push({ ...(now[nr] as Located<IngestRequest>), read, plan: made.plan })
        return []
      })
    }
    const written = await write(db, planned, await looking)
    for (const { request, lookups, keys, cells, plan } of planned) {
      // Otherwise another writer was faster.
      if (written.has(request.athleteId))
        answers.set(request.athleteId, { ok: true, days: touched(plan), verdicts: verdictsOf(plan) })
      else
        again.push({
          lookups,
          keys,
          cells,
          request: { athleteId: request.athleteId, change: request.change },
        })
    }
    open = again
  }
  return requests.map(({ athleteId }) => answers.get(athleteId) as Ingested)
}

function touched({ days, emptyDays }: Plan): string[] {
  return [...days.map(({ localOn }) => localOn), ...emptyDays].sort()
}

function verdictsOf({ put }: Plan): (RecordName & Verdict)[] {
  return put.map(({ source, externalId, status, reason }) => ({ source, externalId, status, reason }))
}

function isEmpty({ put, mark, remove, days, emptyDays }: Plan): boolean {
  return [put, mark, remove, days, emptyDays].every((rows) => rows.length === 0)
}

function toMarkRow({ countedS, countedM, ...mark }: Plan["mark"][number]) {
  return { ...mark, counted_s: countedS, counted_m: countedM }
}

/** Writes plans in one transaction. Returns the athletes whose plan was written; other plans were based on stale data. */
async function write(
  db: Db,
  planned: readonly Planned[],
  { lookups, seen }: TwinLookups,
): Promise<ReadonlySet<number>> {
  const [first] = planned
  if (!first) return new Set()
  const of = <T extends object>(rows: (plan: Plan, one: Planned) => readonly T[]) => {
    const all = planned.flatMap((one) =>
      rows(one.plan, one).map((row) => ({ athlete_id: one.request.athleteId, ...row })),
    )
    return all.length > 0 ? JSON.stringify(all) : null
  }
  const athleteIds = (all: readonly Planned[]) => all.map(({ request }) => request.athleteId)
  const showsRestricted = planned.filter(({ plan }) => plan.put.some(isRestricted))
  const [answer] = (await db.sql`
    select private.apply_plans(
      athletes => ${athleteIds(planned)}::bigint[],
      seen_revisions => ${planned.map(({ read }) => read.revision)}::bigint[],
      newest_board => ${first.read.newestBoard}::smallint,
      put => ${of(({ put }) => put.map(toRow))}::text::json,
      mark => ${of(({ mark }) => mark.map(toMarkRow))}::text::json,
      remove => ${planned.flatMap(({ plan }) => plan.remove)}::bigint[],
      days => ${of(({ days }) => days.map(toDayRow))}::text::json,
      emptied => ${of(({ emptyDays }) => emptyDays.map((local_on) => ({ local_on })))}::text::json,
      holding => ${athleteIds(showsRestricted)}::bigint[],
      prints => ${of(({ prints }, { cells }) => prints.map((print) => toPrintRow(print, cells)))}::text::json,
      cells => ${lookups?.cells ?? null}::text::integer[],
      sketches => ${lookups?.sketches ?? null}::text::bigint[],
      leasts => ${lookups?.leasts ?? null}::text::integer[],
      mosts => ${lookups?.mosts ?? null}::text::integer[],
      place_tolerance => ${placeTolerance}::integer,
      probes => ${lookups?.allProbes ?? null}::text::integer[],
      seen => ${seen}::text::pg_snapshot,
      own_cells => ${lookups?.ownCells ?? null}::text::integer[],
      own_sketches => ${lookups?.ownSketches ?? null}::text::bigint[],
      own_spans => ${lookups?.ownSpans ?? null}::text::integer[],
      own_keys => ${lookups?.ownKeys ?? null}::text::integer[]
    ) as written
  `) as [{ written: string[] }]
  return new Set(answer.written.map(Number))
}
