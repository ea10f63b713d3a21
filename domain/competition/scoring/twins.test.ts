/**
 * Where the same recordings are searched for, which changes must wait for each other, and which rows are found in a
 * database.
 */
import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { cellsOf, type Lookup, lookupsOf } from "./cells.ts"
import type { Change } from "./plan.ts"
import { readSamples } from "./same-recording.ts"
import { apart, findPossibleTwins, type Located, locate } from "./twins.ts"

const print = (seed: number) => fingerprint(anySamples(seed))
const change = (...prints: (string | null)[]): Change => ({
  put: prints.map((one, nr) => sentRun({ externalId: `x${nr}`, fingerprint: one })),
  ...{ remove: [], receivedAt: new Date("2026-11-18T17:00:00Z") },
})
const request = (athleteId: number, ...prints: (string | null)[]) => ({
  athleteId,
  change: change(...prints),
})

test("each recording with samples is looked up, by its index, and its cells are computed from its samples", () => {
  const unreadable = Buffer.from("not a fingerprint").toString("base64")
  const [located, without] = locate([request(1, null, print(1), unreadable, print(2)), request(2, null)])
  const [one, two] = [readSamples(print(1)), readSamples(print(2))]
  if (!one || !two) throw new Error("no samples")
  expect(located?.lookups).toEqual([
    ...lookupsOf(one).map((lookup) => ({ ...lookup, recording: 1 })),
    ...lookupsOf(two).map((lookup) => ({ ...lookup, recording: 3 })),
  ])
  expect(located?.cells).toEqual(
    new Map([
      [print(1), cellsOf(one)],
      [print(2), cellsOf(two)],
    ]),
  )
  expect([without?.lookups, without?.cells.size, without?.request.athleteId]).toEqual([[], 0, 2])
})

const lookup = (changes: Partial<Lookup>) => ({
  ...{ place: 5, sketch: 0n, least: 90, most: 110, own: false, spanS: 100 },
  ...{ recording: 0, ...changes },
})
const located = (name: string, ...lookups: ReturnType<typeof lookup>[]): Located<string> => ({
  request: name,
  lookups,
  keys: [],
  cells: new Map(),
})
const keyed = (name: string, own: number[], probes: number[]): Located<string> => ({
  ...located(name),
  keys: [{ recording: 0, own, probes }],
})
const waits = (...requests: Located<string>[]) => {
  const { now, later } = apart(requests)
  return { now: now.map(({ request: name }) => name), later: later.map(({ request: name }) => name) }
}

test.each<[string, Partial<Lookup>, Partial<Lookup>, boolean]>([
  ["the later one finds where the earlier one is stored", { own: true }, {}, true],
  ["the earlier one finds where the later one is stored", {}, { own: true }, true],
  ["both are stored there", { own: true }, { own: true }, true],
  ["both look there, and neither is stored there", {}, {}, false],
  ["another place", { own: true }, { place: 6, own: true }, false],
  ["another length", { own: true }, { own: true, least: 190, most: 210, spanS: 200 }, false],
  ["a sketch that is far", { own: true }, { own: true, sketch: 61n }, false],
])("a change waits for an earlier one where their recordings may be one: %s", (_, first, second, wait) => {
  const found = waits(located("first", lookup(first)), located("second", lookup(second)))
  expect(found).toEqual(
    wait ? { now: ["first"], later: ["second"] } : { now: ["first", "second"], later: [] },
  )
})

test.each<[string, number[], number[], boolean]>([
  ["where the first is stored", [-9], [-1], true],
  ["where the second is stored", [-5], [-2], true],
  ["under other keys", [-9], [-2], false],
])("a change waits for an earlier one if windows of one are looked for %s", (_, own, probes, wait) => {
  const found = waits(keyed("first", [-1], [-1, -5]), keyed("second", own, probes))
  expect(found.later).toEqual(wait ? ["second"] : [])
})

test("a request that conflicts with a waiting one waits after it, and one without lookups waits for none", () => {
  const [a, b] = [lookup({ own: true }), lookup({ place: 6, own: true })]
  expect(waits(located("1", a), located("2", a, b), located("3", b), located("4"))).toEqual({
    ...{ now: ["1", "4"], later: ["2", "3"] },
  })
  expect(waits(located("1", b), located("2", lookup({ place: 7 }), a), located("3", a))).toEqual({
    ...{ now: ["1", "2"], later: ["3"] },
  })
  // Two are searched for in one cell, and only one of them has a similar length.
  const long = lookup({ own: true, least: 190, most: 210, spanS: 200 })
  for (const both of [
    [a, long],
    [long, a],
  ])
    expect(waits(located("1", ...both), located("2", a))).toEqual({ now: ["1"], later: ["2"] })
})

let t: TestWorld
let ana: number
let ben: number
const still = anySamples(4).lat.map(() => Number.NaN)
/** Indoors: found by the heart rates alone. */
const indoors = fingerprint(anySamples(4, { lat: still, lon: still, beats: [7, 8, 9] }))
beforeAll(async () => {
  t = await createCompetitionWorld()
  ana = await addAthlete(t.world)
  ben = await addAthlete(t.world)
  for (const [nr, stored] of [print(1), print(2), indoors].entries())
    await onActivity(
      t.world,
      ana,
      sentRun({
        ...{ externalId: `a${nr}`, fingerprint: stored },
        startedAt: new Date(Date.UTC(2026, 10, 18 - nr, 15)),
      }),
    )
})
afterAll(() => t.close())

test("possible copies are found once for each change, with their samples and owner", async () => {
  const rows = await t.world.db.sql<{ id: number }>`select id::float8 as id from activities order by id`
  const stored = (nr: number, day: number, mine: boolean, samples: string) => ({
    ...{ id: rows[nr]?.id, mine, source: "file", externalId: `a${nr}`, samples: readSamples(samples) },
    startedAt: new Date(Date.UTC(2026, 10, day, 15)),
    recorderKey: null,
  })
  const found = await findPossibleTwins(
    t.world.db,
    locate([
      request(ben, null),
      request(ben, print(1), print(2), print(1)),
      request(ana, print(9), indoors),
      request(ben, print(9)),
      request(ben, print(9), print(2)),
    ]),
  )
  expect(found.twins).toEqual(
    new Map([
      [1, [stored(0, 18, false, print(1)), stored(1, 17, false, print(2))]],
      [2, [stored(2, 16, true, indoors)]],
      [4, [stored(1, 17, false, print(2))]],
    ]),
  )
  expect(found.seen).toMatch(/^\d+:\d+:/)
})

test("among many recordings of one workout, one with a rarer key in common is still found, and so is one at the same place", async () => {
  const cleo = await addAthlete(t.world)
  const indoorsWith = (...beats: number[]) => fingerprint(anySamples(5, { lat: still, lon: still, beats }))
  const sent = [
    ...Array.from({ length: 40 }, () => indoorsWith(70)),
    indoorsWith(80),
    fingerprint(anySamples(6, { beats: [90] })),
  ]
  for (const [nr, stored] of sent.entries())
    await onActivity(
      t.world,
      cleo,
      sentRun({
        ...{ externalId: `c${nr}`, fingerprint: stored },
        startedAt: new Date(Date.UTC(2026, 10, 1, 0, nr * 70)),
      }),
    )
  const asked = fingerprint(anySamples(6, { beats: [70, 80] }))
  const found = await findPossibleTwins(t.world.db, locate([request(ben, asked)]))
  const names = found.twins.get(0)?.map(({ externalId }) => externalId)
  expect(names).toHaveLength(32)
  expect(names).toEqual(expect.arrayContaining(["c40", "c41"]))
  await t.world.db.sql`delete from athletes where id = ${cleo}`
})

test("the lookups are returned for the write, separate from the recordings' own cells", async () => {
  const { lookups, seen } = await findPossibleTwins(t.world.db, locate([request(ben, print(9))]))
  const asked = lookupsOf(readSamples(print(9)) ?? anySamples(9))
  const owns = asked.filter(({ own }) => own)
  const list = (values: readonly unknown[]) => `{${values.join()}}`
  expect(lookups).toEqual({
    recordings: list(asked.map(() => 0)),
    cells: list(asked.map(({ place }) => place)),
    sketches: list(asked.map(({ sketch }) => sketch)),
    leasts: list(asked.map(({ least }) => least)),
    mosts: list(asked.map(({ most }) => most)),
    ...{ probing: "{}", probes: "{}", allProbes: "{}", ownKeys: "{}" },
    ownCells: list(owns.map(({ place }) => place)),
    ownSketches: list(owns.map(({ sketch }) => sketch)),
    ownSpans: list(owns.map(({ spanS }) => spanS)),
  })
  expect(seen).not.toBeNull()
})

test("recordings are numbered from the first one with samples", async () => {
  const { lookups, twins } = await findPossibleTwins(
    t.world.db,
    locate([request(ben, null, print(1), print(2))]),
  )
  expect(new Set(lookups?.recordings.slice(1, -1).split(","))).toEqual(new Set(["0", "1"]))
  expect(twins.get(0)).toHaveLength(2)
})

test("changes without samples run no query", async () => {
  const nothing = { lookups: null, seen: null, twins: new Map() }
  expect(await findPossibleTwins(t.world.db, locate([request(ben, null), request(ana)]))).toEqual(nothing)
  expect(await findPossibleTwins(t.world.db, [])).toEqual(nothing)
})
