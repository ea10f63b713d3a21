import type { Db } from "#ports/db.ts"
import { type Cells, cellsOf, finds, type Lookup, lookupsOf, placeTolerance } from "./cells.ts"
import type { Change, PossibleTwin } from "./plan.ts"
import { readSamples } from "./same-recording.ts"
import { probesOf } from "./window-keys.ts"

/** A lookup of one of the recordings of a change. */
interface NumberedLookup extends Lookup {
  /** Position of the recording in its change. */
  recording: number
}

export interface TwinLookups {
  /** Parameters of private.apply_plans; null when nothing new has a fingerprint. */
  lookups: LookupArrays | null
  /** The snapshot of the search: recordings stored after it are compared when the plans are written. */
  seen: string | null
  /** By the request's position in the list. */
  twins: ReadonlyMap<number, readonly PossibleTwin[]>
}

interface Keys {
  recording: number
  own: readonly number[]
  probes: readonly number[]
}

/** A request, with the places to search for copies of the recordings of its change. */
export interface Located<R> {
  request: R
  lookups: readonly NumberedLookup[]
  /** Keys of its recordings: those under which they are stored, and those under which the same windows can be. */
  keys: readonly Keys[]
  /** Where each of its recordings is stored, by its fingerprint. */
  cells: ReadonlyMap<string, Cells>
}

/**
 * The number of others with which a recording is compared: alternately those of cells, with the nearest sketches, and
 * those with the most and the rarest keys in common. If hundreds of members record one course or follow one workout, a copy is still
 * nearer than their recordings.
 */
const mostCompared = 32

/** Adds the cells that can contain the same recordings as each change. */
export function locate<R extends { change: Change }>(requests: readonly R[]): Located<R>[] {
  return requests.map((request) => {
    const lookups: NumberedLookup[] = []
    const keys: Keys[] = []
    const cells = new Map<string, Cells>()
    for (const [recording, { fingerprint }] of request.change.put.entries()) {
      const samples = readSamples(fingerprint)
      if (!samples) continue
      const found = lookupsOf(samples)
      const stored = cellsOf(samples, found)
      cells.set(fingerprint as string, stored)
      const probes = probesOf(samples)
      if (probes.length > 0) keys.push({ recording, own: stored.keys, probes })
      for (const lookup of found) lookups.push({ ...lookup, recording })
    }
    return { request, lookups, keys, cells }
  })
}

/**
 * A request waits until an earlier one is written if a search for the recordings of one finds those of the other.
 * Others in the same cells do not matter to it, so that a full batch is nearly always written at once.
 */
export function apart<R>(requests: readonly Located<R>[]): { now: Located<R>[]; later: Located<R>[] } {
  const searched = new Map<number, Lookup[]>()
  const [stored, probed] = [new Set<number>(), new Set<number>()]
  const now: Located<R>[] = []
  const later: Located<R>[] = []
  for (const located of requests) {
    const meets = located.lookups.some((lookup) =>
      searched
        .get(lookup.place)
        ?.some((other) => (other.own && finds(lookup, other)) || (lookup.own && finds(other, lookup))),
    )
    const shares = located.keys.some(
      ({ own, probes }) => own.some((key) => probed.has(key)) || probes.some((key) => stored.has(key)),
    )
    if (meets || shares) later.push(located)
    else now.push(located)
    // Includes the requests that wait: a later request that conflicts with one of them must wait as well.
    for (const lookup of located.lookups) {
      const cell = searched.get(lookup.place)
      if (cell) cell.push(lookup)
      else searched.set(lookup.place, [lookup])
    }
    for (const { own, probes } of located.keys) {
      for (const key of own) stored.add(key)
      for (const key of probes) probed.add(key)
    }
  }
  return { now, later }
}

/**
 * Lookups as the parameters of private.possible_twins, each an array in PostgreSQL's notation: with some hundred
 * lookups, building and parsing JSON took longer than the lookup.
 */
interface LookupArrays {
  /** The index of the recording in the batch to which a lookup belongs. */
  recordings: string
  cells: string
  sketches: string
  leasts: string
  mosts: string
  /** The index of the recording to which each list of keys belongs, and the lists, each an array. */
  probing: string
  probes: string
  /** All keys of these lists. */
  allProbes: string
  /** The cells in which the recordings themselves are stored, and their sketches there. */
  ownCells: string
  ownSketches: string
  ownSpans: string
  ownKeys: string
}

/** Requests by the number of each of their recordings. */
function toArrays(requests: readonly Located<unknown>[]): { arrays: LookupArrays; requestOf: number[] } {
  let [recordings, cells, sketches, leasts, mosts] = ["", "", "", "", ""]
  let [ownCells, ownSketches, ownSpans, ownKeys] = ["", "", "", ""]
  let [probing, probes, allProbes] = ["", "", ""]
  const requestOf: number[] = []
  for (const [nr, { lookups, keys }] of requests.entries()) {
    const numbers = new Map<number, number>()
    const numberOf = (recording: number) => {
      const known = numbers.get(recording)
      if (known !== undefined) return known
      numbers.set(recording, requestOf.length)
      return requestOf.push(nr) - 1
    }
    for (const lookup of lookups) {
      recordings += `,${numberOf(lookup.recording)}`
      cells += `,${lookup.place}`
      sketches += `,${lookup.sketch}`
      leasts += `,${lookup.least}`
      mosts += `,${lookup.most}`
      if (!lookup.own) continue
      ownCells += `,${lookup.place}`
      ownSketches += `,${lookup.sketch}`
      ownSpans += `,${lookup.spanS}`
    }
    for (const { recording, own, probes: asked } of keys) {
      probing += `,${numberOf(recording)}`
      probes += `,"{${asked}}"`
      allProbes += `,${asked}`
      ownKeys += `,${own}`
    }
  }
  const array = (elements: string) => `{${elements.slice(1)}}`
  return {
    arrays: {
      recordings: array(recordings),
      cells: array(cells),
      sketches: array(sketches),
      leasts: array(leasts),
      mosts: array(mosts),
      probing: array(probing),
      probes: array(probes),
      allProbes: array(allProbes),
      ownCells: array(ownCells),
      ownSketches: array(ownSketches),
      ownSpans: array(ownSpans),
      ownKeys: array(ownKeys),
    },
    requestOf,
  }
}

/**
 * Recordings that could be the new ones, or have parts of them: in the same cells, about as long, and with a similar sketch,
 * or with one of the same keys. Runs no query when nothing new has a fingerprint.
 */
export async function findPossibleTwins(
  db: Db,
  requests: readonly Located<{ athleteId: number }>[],
): Promise<TwinLookups> {
  if (requests.every(({ lookups, keys }) => lookups.length === 0 && keys.length === 0))
    return { lookups: null, seen: null, twins: new Map() }
  const { arrays, requestOf } = toArrays(requests)
  const rows = (await db.sql<TwinRow>`
    with found as materialized (
      select * from private.possible_twins(
        ${arrays.recordings}::text::integer[], ${arrays.cells}::text::integer[], ${arrays.sketches}::text::bigint[],
        ${arrays.leasts}::text::integer[], ${arrays.mosts}::text::integer[], ${placeTolerance}::integer,
        ${arrays.probing}::text::integer[], ${arrays.probes}::text::text[]
      )
    ),
    nearest as (
      select recording, activity_id
      from (
        select recording, activity_id, row_number() over (partition by recording order by min(place), activity_id) as place
        from (
          select recording, activity_id, row_number() over (
            partition by recording, apart < 0 order by min(apart), activity_id
          ) as place
          from found
          group by recording, activity_id, apart < 0
        ) either
        group by recording, activity_id
      ) placed
      where place <= ${mostCompared}::integer
    )
    select
      snapshot.seen::text as seen, n.recording, n.activity_id::float8 as id, x.athlete_id::float8 as athlete_id, x.source,
      x.external_id, x.started_at, x.recorder_key, encode(f.samples, 'base64') as fingerprint
    from (select pg_current_snapshot() as seen) snapshot
    left join (
      nearest n
      -- By the key, one by one: few are found, however many there are.
      cross join lateral (select samples from private.fingerprints where activity_id = n.activity_id offset 0) f
      cross join lateral (
        select athlete_id, source, external_id, started_at, recorder_key from activities where id = n.activity_id offset 0
      ) x
    ) on true
    order by n.activity_id
  `) as [TwinRow, ...TwinRow[]]
  const twins = new Map<number, PossibleTwin[]>()
  for (const { recording, id, athlete_id, source, ...row } of rows) {
    // Only the snapshot.
    if (id === null) continue
    const nr = requestOf[recording] as number
    const list = twins.get(nr) ?? []
    twins.set(nr, list)
    // The same row can be found for two recordings of one request.
    if (list.at(-1)?.id === id) continue
    const samples = readSamples(row.fingerprint)
    const mine = athlete_id === (requests[nr] as Located<{ athleteId: number }>).request.athleteId
    const { external_id: externalId, started_at: startedAt, recorder_key: recorderKey } = row
    list.push({ id, mine, source, externalId, startedAt, samples, recorderKey })
  }
  return { lookups: arrays, seen: rows[0].seen, twins }
}

interface TwinRow {
  seen: string
  recording: number
  id: number | null
  athlete_id: number
  source: string
  external_id: string
  started_at: Date
  recorder_key: string | null
  fingerprint: string
}
