import type { Db } from "#domain/world.ts"
import { type Lookup, lookupsOf } from "./cells.ts"
import type { Change, PossibleTwin } from "./plan.ts"
import { readSamples } from "./same-recording.ts"

/** A lookup of one of the recordings of a change. */
interface NumberedLookup extends Lookup {
  /** Position of the recording in its change. */
  recording: number
}

export interface TwinLookups {
  /** A parameter of private.apply_plans; null when nothing new has a fingerprint. */
  lookups: string | null
  /** What was found then; if there is more now, another writer was faster. */
  found: string
  /** By the request's position in the list. */
  twins: ReadonlyMap<number, readonly PossibleTwin[]>
}

/** A request with where to look for the same recordings as those of its change. */
export interface Located<R> {
  request: R
  lookups: readonly NumberedLookup[]
}

/**
 * A recording is compared with so many others, those with the nearest sketches. Where hundreds of members record one
 * course, a copy is nearer than theirs.
 */
const mostCompared = 32

/** Adds the cells that can contain the same recordings as each change. */
export function locate<R extends { change: Change }>(requests: readonly R[]): Located<R>[] {
  return requests.map((request) => ({ request, lookups: lookupsFor(request.change) }))
}

function lookupsFor({ put }: Change): NumberedLookup[] {
  return put.flatMap(({ fingerprint }, recording) => {
    const samples = readSamples(fingerprint)
    return samples ? lookupsOf(samples).map((lookup) => ({ ...lookup, recording })) : []
  })
}

/**
 * A request waits until an earlier one is written if the recordings of one are stored where those of the other are looked
 * for.
 */
export function apart<R>(requests: readonly Located<R>[]): { now: Located<R>[]; later: Located<R>[] } {
  const stored = new Set<number>()
  const searched = new Set<number>()
  const now: Located<R>[] = []
  const later: Located<R>[] = []
  for (const located of requests) {
    // Both kinds of cells have numbers from 0 on.
    const cells = located.lookups.map(({ place, heart, own }) => ({ cell: place ?? -1 - (heart ?? 0), own }))
    const meets = cells.some(({ cell, own }) => stored.has(cell) || (own && searched.has(cell)))
    if (meets) later.push(located)
    else now.push(located)
    for (const { cell, own } of cells) {
      searched.add(cell)
      if (own) stored.add(cell)
    }
  }
  return { now, later }
}

/**
 * Recordings that could be the new ones: in the same cells, about as long, and with a similar sketch. Runs no query when
 * nothing new has a fingerprint.
 */
export async function findPossibleTwins(
  db: Db,
  requests: readonly Located<{ athleteId: number }>[],
): Promise<TwinLookups> {
  const asked = requests.flatMap(({ lookups }, nr) =>
    // As text, because a sketch has more digits than a number of JSON.
    lookups.map(({ sketch, ...lookup }) => ({ nr, ...lookup, sketch: String(sketch) })),
  )
  if (asked.length === 0) return { lookups: null, found: "0", twins: new Map() }
  const lookups = JSON.stringify(asked)
  const rows = await db.sql<TwinRow>`
    with found as materialized (select * from private.possible_twins(${lookups}::text::json)),
    nearest as (
      select nr, activity_id
      from (
        select nr, activity_id, row_number() over (partition by nr, recording order by apart, activity_id) as place
        from (
          select nr, recording, activity_id, min(apart) as apart from found group by nr, recording, activity_id
        ) each
      ) placed
      where place <= ${mostCompared}::integer
      group by nr, activity_id
    )
    select
      n.nr, n.activity_id::float8 as id, x.athlete_id::float8 as athlete_id, x.source, x.external_id, x.started_at,
      encode(f.samples, 'base64') as fingerprint, (select sum(activity_id) from found)::text as found
    from nearest n
    -- By the key, one by one: few are found, however many there are.
    cross join lateral (select samples from private.fingerprints where activity_id = n.activity_id offset 0) f
    cross join lateral (
      select athlete_id, source, external_id, started_at from activities where id = n.activity_id offset 0
    ) x
    order by n.activity_id
  `
  const twins = new Map<number, PossibleTwin[]>()
  for (const { nr, id, athlete_id, source, external_id, started_at, fingerprint } of rows) {
    const list = twins.get(nr) ?? []
    twins.set(nr, list)
    const samples = readSamples(fingerprint)
    const mine = athlete_id === requests[nr]?.request.athleteId
    list.push({ id, mine, source, externalId: external_id, startedAt: started_at, samples })
  }
  return { lookups, found: rows[0]?.found ?? "0", twins }
}

interface TwinRow {
  nr: number
  id: number
  athlete_id: number
  source: string
  external_id: string
  started_at: Date
  fingerprint: string
  found: string
}
