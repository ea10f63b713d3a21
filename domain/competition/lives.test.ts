/**
 * Random histories of a season: members join before and during it, add and lose recordings (their own, shifted copies,
 * those of others), connect a service that changes its data, and leave; operators decide on reviews; three processes
 * close the season at once; operators check days while athletes still add and remove recordings; three processes award
 * the undisputed places; then winners are checked, disqualified, reinstated, decline, claim, receive their prize or let
 * it lapse.
 */
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { firstSeries } from "#content/competitions.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import { createLife, type Life } from "#test/support/life.ts"
import { seasonNamed } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { recompute } from "./recompute.ts"
import { closeDue } from "./seasons/close.ts"
import { daysToCheck, isDoubtful } from "./seasons/days-to-check.ts"
import { passOn } from "./seasons/pass-on.ts"

const season = "fortnightly-2026-11-09"
const begin = "2026-11-16T20:00:00Z"
const lastDay = "2026-11-22T20:00:00Z"
const closing = "2026-11-23T20:00:01Z"
const awarding = "2026-11-26T20:00:01Z"
const places = firstSeries.find(({ slug }) => slug === "fortnightly")?.prizes.map(({ place }) => place) ?? []

let t: TestWorld
let life: Life
beforeAll(async () => {
  t = await createCompetitionWorld(begin)
  life = createLife(t)
})
afterAll(() => t.close())

const who = fc.integer({ min: 0, max: 7 })
const nth = fc.integer({ min: 0, max: 5 })
const what = fc.record({
  hour: fc.integer({ min: 0, max: 190 }),
  minutes: fc.integer({ min: 0, max: 200 }),
  // Few, so that members often have the same one.
  recording: fc.option(fc.integer({ min: 1, max: 3 }), { freq: 2 }),
})
type Step = (life: Life) => Promise<void>
const step = <Drawn extends unknown[]>(
  weight: number,
  drawn: { [K in keyof Drawn]: fc.Arbitrary<Drawn[K]> },
  act: (life: Life, ...drawn: Drawn) => Promise<void>,
) => ({
  weight,
  arbitrary: fc.tuple(...drawn).map((values) =>
    Object.assign((one: Life) => act(one, ...(values as Drawn)), {
      toString: () => `${act} ${JSON.stringify(values)}`,
    }),
  ),
})
const before: fc.Arbitrary<Step> = fc.oneof(
  step(20, [who, what], (one, a, b) => one.bring(a, b)),
  step(4, [who, nth], (one, a, b) => one.remove(a, b)),
  step(4, [who], (one, a) => one.connect(a)),
  step(7, [who, nth, fc.option(what, { freq: 3 })], (one, a, b, c) => one.record(a, `s${b}`, c)),
  step(2, [who], (one, a) => one.disconnect(a)),
  step(1, [who, fc.boolean()], (one, a, b) => one.refuse(a, b)),
  step(1, [who], (one, a) => one.revoke(a)),
  step(1, [who], (one, a) => one.compare(a)),
  step(1, [nth, fc.constantFrom("count" as const, "decline" as const)], (one, a, b) => one.decide(a, b)),
  step(2, [who], (one, a) => one.joinLate(a)),
  step(2, [fc.integer({ min: 1, max: 40 })], (one, a) => one.wait(a, lastDay)),
  step(1, [who], (one, a) => one.leave(a)),
  step(1, [who], (one, a) => one.disqualify(a, season)),
)
const during: fc.Arbitrary<Step> = fc.oneof(
  step(6, [who], (one, a) => one.clear(a, season)),
  step(2, [who, nth], (one, a, b) => one.remove(a, b)),
  step(1, [who, what], (one, a, b) => one.bring(a, b)),
  step(1, [nth, fc.constantFrom("count" as const, "decline" as const)], (one, a, b) => one.decide(a, b)),
  step(1, [who], (one, a) => one.disqualify(a, season)),
  step(1, [who], (one, a) => one.leave(a)),
)
const after: fc.Arbitrary<Step> = fc.oneof(
  step(4, [who], (one, a) => one.clear(a, season)),
  step(2, [who, nth], (one, a, b) => one.remove(a, b)),
  step(1, [who, what], (one, a, b) => one.bring(a, b)),
  step(2, [who], (one, a) => one.disqualify(a, season)),
  step(1, [who], (one, a) => one.reinstate(a, season)),
  step(1, [who], (one, a) => one.decline(a)),
  step(1, [who], (one, a) => one.claim(a)),
  step(1, [who], (one, a) => one.ship(a)),
  step(1, [who], (one, a) => one.leave(a)),
  step(1, [], (one) => one.lapse()),
)

/** Nobody gets a prize while a day of theirs has not been checked. */
async function expectSeen(before: readonly string[]): Promise<void> {
  const { db } = t.world
  const rows = await db.sql<{ athlete: string }>`
    select athlete_id::text as athlete from prizes
    where status <> 'withdrawn' and athlete_id is not null
      and season_id = (select id from seasons where slug = ${season})
  `
  const fresh = rows.map(({ athlete }) => athlete).filter((one) => !before.includes(one))
  const days = await daysToCheck(db, await seasonNamed(db, season), fresh.map(Number))
  expect(days.filter(isDoubtful), "awarded unseen").toEqual([])
}

/** The holders of the season's prizes. */
async function holders(): Promise<string[]> {
  const rows = await t.world.db.sql<{ athlete: string }>`
    select athlete_id::text as athlete from prizes where status <> 'withdrawn' and athlete_id is not null
      and season_id = (select id from seasons where slug = ${season})
  `
  return rows.map(({ athlete }) => athlete)
}

/** What must hold at any moment after the prizes were awarded. */
async function expectFair(): Promise<void> {
  const { sql } = t.world.db
  const prizes = await sql<{ place: number; athlete: string | null; status: string }>`
    select place, athlete_id::text as athlete, status from prizes
    where status <> 'withdrawn' and season_id = (select id from seasons where slug = ${season})
  `
  const of = prizes.map(({ place }) => place)
  expect(new Set(of).size, "each place once").toBe(of.length)
  for (const place of of) expect(places).toContain(place)
  const winners = prizes.flatMap(({ athlete }) => athlete ?? [])
  expect(new Set(winners).size, "each athlete once").toBe(winners.length)
  const eligible = await sql<{ athlete: string; rank: number; shipped: boolean }>`
    select r.athlete_id::text as athlete, r.rank, coalesce(p.status = 'shipped', false) as shipped
    from season_results r
    left join prizes p on p.season_id = r.season_id and p.athlete_id = r.athlete_id
    where r.season_id = (select id from seasons where slug = ${season}) and r.athlete_id is not null
      and coalesce(p.withdrawn_because not in ('declined', 'unclaimed'), true)
      and not exists (
        select from disqualifications d where d.season_id = r.season_id and d.athlete_id = r.athlete_id
      )
  `
  const shipped = prizes.filter(({ status }) => status === "shipped").length
  const waiting = eligible.filter((one) => !one.shipped).length
  const open = await sql<{ place: number; athlete: string | null }>`
    select place, athlete_id::text as athlete from private.open_places
    where season_id = (select id from seasons where slug = ${season})
  `
  expect(prizes.length + open.length, "as many winners and open places as eligible athletes allow").toBe(
    shipped + Math.min(places.length - shipped, waiting),
  )
  for (const one of open) {
    expect(of, "an open place is nobody's").not.toContain(one.place)
    expect(winners, "who holds a prize waits for no other").not.toContain(one.athlete)
  }
  const ranks = prizes
    .filter(({ status }) => status !== "shipped")
    .sort((a, b) => a.place - b.place)
    .map(({ athlete }) => eligible.find((one) => one.athlete === athlete)?.rank)
  expect(ranks, "the better rank has the better prize").toEqual(
    [...ranks].sort((a, b) => (a ?? 0) - (b ?? 0)),
  )
}

async function expectRecomputeToAgree(): Promise<void> {
  const found = await recompute(t.world, { repair: false })
  expect(found, "recompute equals live").toMatchObject({ verdicts: 0, days: 0, standings: 0 })
}

async function expectPointsToComeFromActivities(): Promise<void> {
  const { sql } = t.world.db
  const [nowhere] = await sql<{ n: number }>`
    select count(*)::integer as n from standings s
    where points <> (
      select coalesce(sum(d.points), 0) from private.board_days d
      where d.board_id = s.board_id and d.athlete_id = s.athlete_id
    ) or not exists (
      select from activities a where a.athlete_id = s.athlete_id and a.status = 'counted'
    )
  `
  expect(nowhere?.n, "points that come from nowhere").toBe(0)
  // Unless an operator has decided, a recording counts once, whoever has it and whatever its clock says.
  const twice = await sql`
    select count(*) from activities x join private.fingerprints f on f.activity_id = x.id
    where x.status = 'counted' and x.decision is null
    group by f.samples having count(*) > 1
  `
  expect(twice, "recordings that count twice").toEqual([])
  const kept = await sql`
    select from activities x join private.fingerprints f on f.activity_id = x.id where x.source = 'strava' limit 1
  `
  expect(kept, "samples of a service that forbids keeping them").toEqual([])
}

test("in every history, points come only from activities, and each prize goes once to the best eligible athlete", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(before, { minLength: 40, maxLength: 60 }),
      fc.array(during, { maxLength: 8 }),
      fc.array(after, { maxLength: 12 }),
      async (early, checked, late) => {
        await life.reset(begin)
        for (const act of early) await act(life)
        await expectRecomputeToAgree()
        await expectPointsToComeFromActivities()
        t.clock.set(closing)
        await Promise.all([closeDue(t.world), closeDue(t.world), closeDue(t.world)])
        for (const act of checked) await act(life)
        expect(await holders(), "nothing is awarded while the winners are being checked").toEqual([])
        t.clock.set(awarding)
        await Promise.all([closeDue(t.world), closeDue(t.world), closeDue(t.world)])
        await expectFair()
        await expectSeen([])
        for (const act of late) {
          const before = await holders()
          await act(life)
          await passOn(t.world)
          await expectFair()
          await expectSeen(before)
        }
        await expectRecomputeToAgree()
      },
    ),
    { numRuns: Number(process.env.LIVES ?? 6), seed: Number(process.env.LIVES_SEED ?? 20261122) },
  )
}, 240_000)
