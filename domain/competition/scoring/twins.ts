import type { Db } from "#domain/world.ts"
import { cellsOf } from "./cells.ts"
import type { Change, PossibleTwin } from "./plan.ts"
import { readSamples } from "./same-recording.ts"

/** A fingerprint cell and its range of lengths: a row of the lookups of private.apply_plans. */
interface Lookup {
  place: number | null
  heart: number | null
  least: number
  most: number
}

export interface TwinLookups {
  lookups: readonly Lookup[]
  /** What was found then; if there is more now, another writer was faster. */
  found: string
  /** By the request's position in the list. */
  twins: ReadonlyMap<number, readonly PossibleTwin[]>
}

/** A request with where to look for the same recordings as those of its change. */
export interface Located<R> {
  request: R
  lookups: readonly Lookup[]
}

/** Adds the cells that can contain the same recordings as each change. */
export function locate<R extends { change: Change }>(requests: readonly R[]): Located<R>[] {
  return requests.map((request) => ({ request, lookups: lookupsOf(request.change) }))
}

function lookupsOf({ put }: Change): Lookup[] {
  return put.flatMap(({ fingerprint }) => {
    const samples = readSamples(fingerprint)
    if (!samples) return []
    const { near, least, most } = cellsOf(samples)
    return [
      ...near.place.map((place) => ({ place, heart: null, least, most })),
      ...near.heart.map((heart) => ({ place: null, heart, least, most })),
    ]
  })
}

/** A request whose recordings could match those of an earlier change waits until that one is written. */
export function apart<R>(requests: readonly Located<R>[]): { now: Located<R>[]; later: Located<R>[] } {
  const cells = new Set<string>()
  const now: Located<R>[] = []
  const later: Located<R>[] = []
  for (const located of requests) {
    const own = located.lookups.map(({ place, heart }) => `${place} ${heart}`)
    if (own.some((cell) => cells.has(cell))) later.push(located)
    else now.push(located)
    for (const cell of own) cells.add(cell)
  }
  return { now, later }
}

/**
 * Athletes whose recordings could match the new ones: same cells and similar length. Runs no query when nothing new has a
 * fingerprint.
 */
export async function findPossibleTwins(
  db: Db,
  requests: readonly Located<{ athleteId: number }>[],
): Promise<TwinLookups> {
  const asked = requests.flatMap(({ request, lookups }, nr) =>
    lookups.map((lookup) => ({ nr, athlete_id: request.athleteId, ...lookup })),
  )
  if (asked.length === 0) return { lookups: [], found: "0", twins: new Map() }
  const rows = await db.sql<TwinRow>`
    with found as materialized (
      select l.nr, l.athlete_id, f.activity_id
      from json_to_recordset(${JSON.stringify(asked)}::text::json)
        l (nr integer, athlete_id bigint, place integer, heart integer, least integer, most integer)
      cross join lateral (
        select activity_id from private.fingerprints
        where place = l.place and span_s between l.least and l.most
        union all
        select activity_id from private.fingerprints
        where heart = l.heart and span_s between l.least and l.most
      ) f
    ),
    near as (select distinct nr, athlete_id, activity_id from found)
    select
      n.nr, n.activity_id::float8 as id, x.athlete_id = n.athlete_id as mine, x.source, x.external_id, x.started_at,
      encode(f.samples, 'base64') as fingerprint, (select sum(activity_id) from found)::text as found
    from near n
    -- By the key, one by one: few are found, however many there are.
    cross join lateral (select samples from private.fingerprints where activity_id = n.activity_id offset 0) f
    cross join lateral (
      select athlete_id, source, external_id, started_at from activities where id = n.activity_id offset 0
    ) x
    order by n.activity_id
  `
  const twins = new Map<number, PossibleTwin[]>()
  for (const { nr, id, mine, source, external_id, started_at, fingerprint } of rows) {
    const list = twins.get(nr) ?? []
    twins.set(nr, list)
    const samples = readSamples(fingerprint)
    list.push({ id, mine, source, externalId: external_id, startedAt: started_at, samples })
  }
  const lookups = asked.map(({ place, heart, least, most }) => ({ place, heart, least, most }))
  return { lookups, found: rows[0]?.found ?? "0", twins }
}

interface TwinRow {
  nr: number
  id: number
  mine: boolean
  source: string
  external_id: string
  started_at: Date
  fingerprint: string
  found: string
}
