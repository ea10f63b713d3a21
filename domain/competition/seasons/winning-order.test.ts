/** Who wins, in order: earlier decisions stay, and only as much of the table is read as needed. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { type AthleteOptions, addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { closeWith, seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { rulesOf } from "../series/season-prizes.ts"
import type { SeasonRow } from "./season.ts"
import { shippedPrizes, winningOrder } from "./winning-order.ts"

const start = "2026-12-20T20:00:00Z"
let t: TestWorld
let season: SeasonRow
beforeAll(async () => {
  t = await createCompetitionWorld(start)
  season = await seasonNamed(t.world.db, "fortnightly-2026-12-07")
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`truncate athletes, prizes, disqualifications, season_results cascade`)

const people = (...all: (string | AthleteOptions)[]) =>
  all.reduce(
    async (ids: Promise<number[]>, one) => [
      ...(await ids),
      await addAthlete(t.world, typeof one === "string" ? { name: one } : one),
    ],
    Promise.resolve([]),
  )
const read = async (db: Db = t.world.db, of = season) =>
  winningOrder(db, of, await rulesOf(t.world.db, of), "results")
const prize = (
  athlete: number | null,
  { place = 1, status = "awarded", because = null as string | null, of = season.id } = {},
) => t.world.db.sql`
  insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until, withdrawn_because)
  values (${of}, ${place}, 'A belt', ${athlete}, ${status}, 0, ${start}, ${start}, ${because})`

test("eligibility is decided for the athletes that the search reaches, not for those behind the prizes", async () => {
  const ids = await people("Ana", { name: "Hal", visibility: "hidden" }, "Ben", "Cleo", "Dan")
  await closeWith(t.world.db, {
    season,
    at: new Date(start),
    lines: ids.map((athlete, n) => ({ athlete, rank: n + 1 })),
  })
  expect(await read()).toEqual({
    order: [ids[0], ids[2], ids[3]],
    names: ["Ana", "Ben", "Cleo"],
    verdicts: [
      { line: 1, athlete: ids[0], verdict: "eligible" },
      { line: 2, athlete: ids[1], verdict: "not-public" },
      { line: 3, athlete: ids[2], verdict: "eligible" },
      { line: 4, athlete: ids[3], verdict: "eligible" },
    ],
    passedOver: [{ rank: 2, athlete: "Hal", why: "not-public" }],
  })
})

test.each([
  ["was eligible, and hides the name since", "eligible", { visibility: "hidden" }, undefined],
  ["was hidden, and shows the name since", "not-public", {}, "not-public"],
  ["is a sample now", "eligible", { demo: true }, undefined],
] as const)("what was decided stays: who %s", async (_what, verdict, changes, why) => {
  const [ana = 0] = await people({ name: "Ana", ...changes })
  await closeWith(t.world.db, { season, at: new Date(start), lines: [{ athlete: ana, rank: 1, verdict }] })
  expect(await read()).toEqual({
    order: why ? [] : [ana],
    names: why ? [] : ["Ana"],
    verdicts: [],
    passedOver: why ? [{ rank: 1, athlete: "Ana", why }] : [],
  })
})

test("eligibility is not decided for disqualified and deleted athletes, who are passed over regardless of earlier decisions", async () => {
  const [ana = 0, ben = 0] = await people("Ana", "Ben")
  const { sql } = t.world.db
  const lines = [
    { athlete: ana, rank: 1, verdict: "eligible" },
    { athlete: null, rank: 2, verdict: "eligible" },
    { athlete: null, rank: 3 },
    { athlete: ben, rank: 4 },
  ]
  await closeWith(t.world.db, { season, at: new Date(start), lines })
  for (const id of [ana, ben])
    await sql`insert into disqualifications values (${season.id}, ${id}, 'A car.', ${start})`
  const erased = { athlete: "an erased athlete", why: "erased" }
  const passedOver = [
    { rank: 1, athlete: "Ana", why: "disqualified" },
    { rank: 2, ...erased },
    { rank: 3, ...erased },
    { rank: 4, athlete: "Ben", why: "disqualified" },
  ]
  expect(await read()).toEqual({ order: [], names: [], verdicts: [], passedOver })
  await sql`delete from disqualifications`
  expect(await read()).toMatchObject({
    order: [ana, ben],
    verdicts: [{ line: 4, verdict: "eligible" }],
    passedOver: passedOver.slice(1, 3),
  })
})

test.each([
  ["declined", []],
  ["unclaimed", []],
  ["reordered", ["Ana"]],
  ["disqualified", ["Ana"]],
] as const)("a prize that was taken back as %s may return to %j", async (because, names) => {
  const [ana = 0] = await people("Ana")
  await closeWith(t.world.db, { season, at: new Date(start), lines: [{ athlete: ana, rank: 1 }] })
  await prize(ana, { status: "withdrawn", because })
  // The holders of another season are not included.
  await prize(ana, { of: (await seasonNamed(t.world.db, "monthly-2026-12")).id })
  expect(await read()).toMatchObject({ names, passedOver: [] })
})

test("last month's first-place winner is passed over, but not an athlete who held another prize or declined it", async () => {
  const month = await seasonNamed(t.world.db, "monthly-2026-12")
  await t.world.db.sql`
    insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset)
    select series, slug, from_on, to_on, ${"2026-01-01"}, ${"2026-01-02"}, ${"2026-01-02"}, 1
    from (values
      ('monthly', 'monthly-2026-11', '2026-11-01'::date, '2026-11-30'::date),
      ('monthly', 'monthly-2026-10', '2026-10-01', '2026-10-31'),
      ('fortnightly', 'another', '2026-11-17', '2026-11-30')
    ) of (series, slug, from_on, to_on)`
  const [november, october, another] = await Promise.all(
    ["monthly-2026-11", "monthly-2026-10", "another"].map(
      async (slug) => (await seasonNamed(t.world.db, slug)).id,
    ),
  )
  const ids = await people("Ana", "Ben", "Cleo", "Dan", "Eve")
  const [ana = 0, ben = 0, cleo = 0, dan = 0, eve = 0] = ids
  await prize(ana, { of: november ?? 0, status: "shipped" })
  await prize(ben, { of: november ?? 0, place: 2 })
  await prize(cleo, { of: november ?? 0, status: "withdrawn", because: "declined" })
  await prize(dan, { of: october ?? 0 })
  await prize(eve, { of: another ?? 0 })
  await t.world.db.sql`
    insert into private.season_prizes (season_id, place, title)
    select ${month.id}, place, 'A belt' from generate_series(1, 5) place`
  const lines = ids.map((athlete, n) => ({ athlete, rank: n + 1 }))
  await closeWith(t.world.db, { season: month, at: new Date(start), lines })
  expect(await read(t.world.db, month)).toMatchObject({
    names: ["Ben", "Cleo", "Dan", "Eve"],
    passedOver: [{ athlete: "Ana", why: "won-last-time" }],
  })
  await t.world.db.sql`delete from private.season_prizes`
  await t.world.db.sql`delete from seasons where id in (${november ?? 0}, ${october ?? 0}, ${another ?? 0})`
})

test("only the top of the table is read if it contains the winners, and more only if it does not", async () => {
  const [ana = 0] = await people("Ana")
  await t.world.db.sql`
    with made as (
      insert into athletes (slug, display_name, search_name, visibility, time_zone, consent_text, consent_at, joined_at)
      select 'many-' || n, 'Many', 'many', 'public', 'America/Los_Angeles', 'x', now(), '2020-01-01'
      from generate_series(1, 1000) n returning id
    )
    insert into season_results (season_id, line, athlete_id, rank, points, active_days, restricted_days, reached_at, ruleset)
    select ${season.id}, 1 + row_number() over (order by id), id, 1, 5, 1, 0, ${start}, 1 from made`
  await t.world.db.sql`
    insert into season_results (season_id, line, athlete_id, rank, points, active_days, restricted_days, reached_at, ruleset)
    values (${season.id}, 5000, ${ana}, 1001, 1, 1, 0, ${start}, 1)`
  const limits: unknown[] = []
  const { db } = t.world
  const sql = ((strings: TemplateStringsArray, ...values: unknown[]) => {
    if (strings.raw.join("").includes("limit")) limits.push(values.at(-1))
    return (db.sql as (s: TemplateStringsArray, ...v: unknown[]) => unknown)(strings, ...values)
  }) as unknown as Db["sql"]
  expect((await read({ ...db, sql })).order).toHaveLength(3)
  expect(limits).toEqual([1000])
  // None of the athletes in the first batch may win, so the next one after them does.
  await db.sql`update athletes set visibility = 'hidden' where display_name = 'Many'`
  expect(await read({ ...db, sql })).toMatchObject({ names: ["Ana"] })
  expect(limits).toEqual([1000, 1000, 10_000])
})

test("of two with the same rank the one who joined first is ahead; a shipped prize is settled", async () => {
  const [late = 0, early = 0] = await people(
    { name: "Late", joinedAt: "2026-02-02" },
    { name: "Early", joinedAt: "2026-02-01" },
  )
  const lines = [late, early].map((athlete) => ({ athlete, rank: 1 }))
  await closeWith(t.world.db, { season, at: new Date(start), lines })
  expect((await read()).names).toEqual(["Early", "Late"])
  await prize(late, { place: 2, status: "shipped" })
  await prize(early, { place: 1, status: "claimed" })
  expect(await shippedPrizes(t.world.db, season)).toEqual([{ place: 2, athleteId: late }])
})
