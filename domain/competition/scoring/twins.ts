import type { Db } from "#domain/world.ts"
import { type Cells, cellsOf, finds, type Lookup, lookupsOf } from "./cells.ts"
import type { Change, PossibleTwin } from "./plan.ts"
import { readSamples } from "./same-recording.ts"

/** A lookup of one of the recordings of a change. */
interface NumberedLookup extends Lookup {
  /** Position of the recording in its change. */
  recording: number
}

export interface TwinLookups {
  /** Parameters of private.apply_plans; null when nothing new has a fingerprint. */
  lookups: LookupArrays | null
  /** What was found then; if there is more now, another writer was faster. */
  found: string
  /** By the request's position in the list. */
  twins: ReadonlyMap<number, readonly PossibleTwin[]>
}

/** A request with where to look for the same recordings as those of its change. */
export interface Located<R> {
  request: R
  lookups: readonly NumberedLookup[]
  /** Where each of its recordings is stored, by its fingerprint. */
  cells: ReadonlyMap<string, Cells>
}

/**
 * A recording is compared with so many others, those with the nearest sketches. Where hundreds of members record one
 * course, a copy is nearer than theirs.
 */
const mostCompared = 32

/** Adds the cells that can contain the same recordings as each change. */
export function locate<R extends { change: Change }>(requests: readonly R[]): Located<R>[] {
  return requests.map((request) => {
    const lookups: NumberedLookup[] = []
    const cells = new Map<string, Cells>()
    for (const [recording, { fingerprint }] of request.change.put.entries()) {
      const samples = readSamples(fingerprint)
      if (!samples || fingerprint === null) continue
      const found = lookupsOf(samples)
      cells.set(fingerprint, cellsOf(samples, found))
      for (const lookup of found) lookups.push({ ...lookup, recording })
    }
    return { request, lookups, cells }
  })
}

/**
 * A request waits until an earlier one is written if the recordings of one are found when those of the other are looked
 * for. Others in the same cells do not matter to it, so that a full batch is nearly always written at once.
 */
export function apart<R>(requests: readonly Located<R>[]): { now: Located<R>[]; later: Located<R>[] } {
  const searched = new Map<number, Lookup[]>()
  const now: Located<R>[] = []
  const later: Located<R>[] = []
  for (const located of requests) {
    const meets = located.lookups.some((lookup) =>
      searched
        .get(cellOf(lookup))
        ?.some((other) => (other.own && finds(lookup, other)) || (lookup.own && finds(other, lookup))),
    )
    if (meets) later.push(located)
    else now.push(located)
    // Also of those who wait: who meets them comes after them.
    for (const lookup of located.lookups) {
      const cell = searched.get(cellOf(lookup))
      if (cell) cell.push(lookup)
      else searched.set(cellOf(lookup), [lookup])
    }
  }
  return { now, later }
}

/** Both kinds of cells have numbers from 0 on. */
function cellOf({ place, heart }: Lookup): number {
  return place ?? -1 - (heart ?? 0)
}

/**
 * Lookups as the parameters of private.possible_twins, each an array in PostgreSQL's notation: with some hundred lookups,
 * making and reading JSON took longer than looking.
 */
interface LookupArrays {
  nrs: string
  recordings: string
  places: string
  hearts: string
  sketches: string
  tolerances: string
  leasts: string
  mosts: string
  owns: string
}

function toArrays(lookups: readonly (NumberedLookup & { nr: number })[]): LookupArrays {
  const array = (element: (lookup: NumberedLookup & { nr: number }) => unknown) =>
    `{${lookups.map(element).join()}}`
  return {
    nrs: array(({ nr }) => nr),
    recordings: array(({ recording }) => recording),
    places: array(({ place }) => place ?? "null"),
    hearts: array(({ heart }) => heart ?? "null"),
    sketches: array(({ sketch }) => sketch),
    tolerances: array(({ tolerance }) => tolerance),
    leasts: array(({ least }) => least),
    mosts: array(({ most }) => most),
    owns: array(({ own }) => own),
  }
}

/**
 * Recordings that could be the new ones: in the same cells, about as long, and with a similar sketch. Runs no query when
 * nothing new has a fingerprint.
 */
export async function findPossibleTwins(
  db: Db,
  requests: readonly Located<{ athleteId: number }>[],
): Promise<TwinLookups> {
  const asked = requests.flatMap(({ lookups }, nr) => lookups.map((lookup) => ({ nr, ...lookup })))
  if (asked.length === 0) return { lookups: null, found: "0", twins: new Map() }
  const lookups = toArrays(asked)
  const rows = await db.sql<TwinRow>`
    with found as materialized (
      select * from private.possible_twins(
        ${lookups.nrs}::text::integer[], ${lookups.recordings}::text::integer[], ${lookups.places}::text::integer[],
        ${lookups.hearts}::text::integer[], ${lookups.sketches}::text::bigint[], ${lookups.tolerances}::text::integer[],
        ${lookups.leasts}::text::integer[], ${lookups.mosts}::text::integer[]
      )
    ),
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
