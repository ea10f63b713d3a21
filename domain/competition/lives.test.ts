/**
 * Random lives of a season: members join, bring, edit and lose activities, disconnect and leave; the season is closed by
 * three processes at once; then winners are disqualified, reinstated, decline, claim, get their prize or let it lapse.
 */
import fc from "fast-check"
import { afterAll, beforeAll, expect, test } from "vitest"
import { series } from "#content/competitions.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "./boards/maintain.ts"
import { forget } from "./intake/connections/disconnect.ts"
import { onActivity, onRemoved } from "./pipeline.ts"
import { recompute } from "./scoring/recompute.ts"
import { closeDue } from "./seasons/close.ts"
import { disqualify, reinstate } from "./seasons/disqualify.ts"
import { decline, passOn } from "./seasons/pass-on.ts"
import { claim, ship, shippingPaid } from "./seasons/prizes.ts"

const season = "fortnightly-2026-11-09"
const begin = "2026-11-20T20:00:00Z"
const closing = "2026-11-23T20:00:01Z"
const places = series.find(({ slug }) => slug === "fortnightly")?.prizes.map(({ place }) => place) ?? []
const address = {
  name: "A",
  line1: "1 Way",
  line2: null,
  city: "Costa Mesa",
  region: null,
  postalCode: "92626",
  country: "US",
}

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld(begin)
})
afterAll(() => t.close())

const who = fc.integer({ min: 0, max: 5 })
const before = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("bring" as const),
      who,
      what: fc.integer({ min: 0, max: 5 }),
      hour: fc.integer({ min: 0, max: 260 }),
      minutes: fc.integer({ min: 0, max: 200 }),
      strava: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant("remove" as const),
      who,
      what: fc.integer({ min: 0, max: 5 }),
      strava: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("disconnect" as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("leave" as const, "disqualify" as const), who }) },
)
const after = fc.record({
  do: fc.constantFrom(
    ...(["disqualify", "disqualify", "reinstate", "decline", "claim", "ship", "leave", "lapse"] as const),
  ),
  who,
})

/** The members of one life by their number; null after they have left. */
type People = ({ id: number; userId: string; slug: string } | null)[]

async function joinAll(): Promise<People> {
  const people: People = []
  for (let n = 0; n < 6; n++) {
    const id = await addAthlete(t.world, { name: `Racer ${n}`, email: `racer${n}@b4m.test` })
    const [row] = await t.world.db.sql<{ userId: string; slug: string }>`
      select user_id as "userId", slug from athletes where id = ${id}
    `
    people.push({ id, userId: row?.userId ?? "", slug: row?.slug ?? "" })
  }
  return people
}

type Drawn<A> = A extends fc.Arbitrary<infer Value> ? Value : never

async function act(people: People, step: Drawn<typeof before> | Drawn<typeof after>) {
  const { world } = t
  const person = people[step.who]
  if (!person) return
  const source = "strava" in step && step.strava ? ("strava" as const) : ("file" as const)
  const prizeId = async () =>
    (
      await world.db.sql<{ id: number }>`
        select id::float8 as id from prizes where athlete_id = ${person.id} and status <> 'withdrawn'
      `
    )[0]?.id
  const id = ["decline", "claim", "ship"].includes(step.do) ? await prizeId() : undefined
  switch (step.do) {
    case "bring": {
      const startedAt = new Date(Date.UTC(2026, 10, 9, 12) + step.hour * 3_600_000)
      const seconds = step.minutes * 60
      const run = { kind: "hiit" as const, distanceM: 0, movingS: seconds, elapsedS: seconds, startedAt }
      await onActivity(world, person.id, sentRun({ source, externalId: `w${step.what}`, ...run }))
      return
    }
    case "remove":
      await onRemoved(world, person.id, [{ source, externalId: `w${step.what}` }])
      return
    case "disconnect":
      return forget(world, { source: "strava", athleteId: person.id, because: "asked" })
    case "leave":
      await world.db.sql`delete from auth.users where id = ${person.userId}`
      people[step.who] = null
      await passOn(world)
      return
    case "disqualify":
      await disqualify(world, { season, athlete: person.slug, reason: "A car." })
      return
    case "reinstate":
      await reinstate(world, { season, athlete: person.slug })
      return
    case "decline":
      if (id) await decline(world, { userId: person.userId, prizeId: id })
      return
    case "claim":
      if (id) await claim(world, { userId: person.userId, prizeId: id, address, consentText: "Send it." })
      return
    case "ship":
      if (id) await shippingPaid(world, id, `order-${id}`)
      if (id) await ship(world, { prizeId: id, tracking: null })
      return
    case "lapse":
      t.clock.advance(31 * 86_400_000)
      await Promise.all([passOn(world), passOn(world)])
  }
}

/** What must hold at any moment after the season was closed. */
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
  expect(prizes.length, "as many winners as eligible athletes allow").toBe(
    shipped + Math.min(places.length - shipped, waiting),
  )
  const ranks = prizes
    .filter(({ status }) => status !== "shipped")
    .sort((a, b) => a.place - b.place)
    .map(({ athlete }) => eligible.find((one) => one.athlete === athlete)?.rank)
  expect(ranks, "the better rank has the better prize").toEqual(
    [...ranks].sort((a, b) => (a ?? 0) - (b ?? 0)),
  )
}

test("in every life: points come from activities alone, and each prize goes once to the best who may have it", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(before, { minLength: 6, maxLength: 30 }),
      fc.array(after, { maxLength: 10 }),
      async (early, late) => {
        t.clock.set(begin)
        await t.world.db.sql`delete from seasons`
        await t.world.db.sql`delete from auth.users`
        await t.world.db.sql`delete from athletes`
        // Rows of boards that went with their seasons, which only a test removes.
        await t.world.db.sql`delete from standings`
        await maintainBoards(t.world)
        const people = await joinAll()
        for (const step of early) await act(people, step)
        expect(await recompute(t.world, { repair: false })).toMatchObject({
          verdicts: 0,
          days: 0,
          standings: 0,
        })
        const [nowhere] = await t.world.db.sql<{ n: number }>`
        select count(*)::integer as n from standings s
        where points <> (
          select coalesce(sum(d.points), 0) from private.board_days d
          where d.board_id = s.board_id and d.athlete_id = s.athlete_id
        ) or not exists (
          select from activities a where a.athlete_id = s.athlete_id and a.status = 'counted'
        )
      `
        expect(nowhere?.n, "points that come from nowhere").toBe(0)
        t.clock.set(closing)
        await Promise.all([closeDue(t.world), closeDue(t.world), closeDue(t.world)])
        await expectFair()
        for (const step of late) {
          await act(people, step)
          await expectFair()
        }
        expect(await recompute(t.world, { repair: false })).toMatchObject({
          verdicts: 0,
          days: 0,
          standings: 0,
        })
      },
    ),
    { numRuns: Number(process.env.LIVES ?? 12), seed: 20261122 },
  )
}, 120_000)
