/** What a member's own facts are, from joining to a prize, and who reads and loses them. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { findAllRight } from "#test/support/seasons.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity, onRemoved } from "../pipeline.ts"
import { exportCompetition } from "../privacy.ts"
import { addRace } from "../races/change.ts"
import { close } from "../seasons/close.ts"
import { disqualify } from "../seasons/disqualify.ts"
import { decline } from "../seasons/pass-on.ts"
import { claim, ship } from "../seasons/prizes.ts"
import { forgetHappenings } from "./forget.ts"
import { noteHappenings } from "./note.ts"

let t: TestWorld
let ana: { id: number; userId: string; email: string }
let ben: { id: number; userId: string; email: string }
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  ana = await join("Ana")
  ben = await join("Ben")
})
afterAll(() => t.close())

async function join(name: string, joinedAt = "2026-11-09T07:30:00Z") {
  const email = `${name.toLowerCase()}@b4m.test`
  const id = await addAthlete(t.world, { name, email, joinedAt })
  const userId = await accountOf(t.world, id)
  return { id, email, userId }
}

/** Facts of an athlete since the last call, in their order. */
const seen = new Map<number, number>()
async function news(id: number) {
  const rows = await t.world.db.sql<{ id: number; kind: string; on: string; data: object }>`
    select id::float8 as id, kind, local_on::text as on, data - 'prize' as data from happenings
    where athlete_id = ${id} and id > ${seen.get(id) ?? 0} order by id`
  seen.set(id, Math.max(seen.get(id) ?? 0, ...rows.map((row) => row.id)))
  return rows.map(({ kind, on, data }) => [kind, on, data])
}

test("joining is a fact of the day in the athlete's zone, and each change of a day's points is one", async () => {
  expect(await news(ana.id)).toEqual([["joined", "2026-11-08", {}]])
  const run = sentRun({ movingS: 1800, elapsedS: 1800, distanceM: 5000 })
  await onActivity(t.world, ana.id, run)
  const [[, , first]] = (await news(ana.id)) as [[string, string, { points: number }]]
  expect(first).toEqual({ points: first.points, before: 0 })
  expect(first.points).toBeGreaterThan(50)
  // The same again changes nothing, and is no fact.
  await onActivity(t.world, ana.id, run)
  expect(await news(ana.id)).toEqual([])
  await onActivity(t.world, ana.id, { ...run, movingS: 2400, elapsedS: 2400 })
  const [[kind, on, second]] = (await news(ana.id)) as [[string, string, { points: number; before: number }]]
  expect([kind, on, second.before]).toEqual(["points", "2026-11-18", first.points])
  await onRemoved(t.world, ana.id, [{ source: run.source, externalId: run.externalId }])
  expect(await news(ana.id)).toEqual([["points", "2026-11-18", { points: 0, before: second.points }]])
})

test("a plan that was not written leaves no fact", async () => {
  const run = sentRun({ startedAt: new Date("2026-11-19T15:00:00Z") })
  await expect(
    t.world.db.transaction(async (db) => {
      await onActivity({ ...t.world, db }, ana.id, run)
      throw new Error("the transaction fails")
    }),
  ).rejects.toThrow("the transaction fails")
  expect(await news(ana.id)).toEqual([])
})

test("milestones follow, each once, even if it is reached again", async () => {
  await news(ben.id)
  const runs = [16, 17, 18].map((day) =>
    sentRun({ startedAt: new Date(`2026-11-${day}T15:00:00Z`), movingS: 1200 + day * 60, elapsedS: 3000 }),
  )
  for (const run of runs) await onActivity(t.world, ben.id, run)
  await noteHappenings(t.world)
  const told = async () =>
    (await news(ben.id)).flatMap(([kind, on, data]) =>
      kind === "milestone" ? [[on, (data as { milestone: string }).milestone]] : [],
    )
  expect(await told()).toEqual([
    ["2026-11-16", "first-points"],
    ["2026-11-16", "first-of-kind"],
    ["2026-11-18", "best-day"],
  ])
  const [first] = runs
  if (!first) throw new Error("nothing was sent")
  await onRemoved(t.world, ben.id, [{ source: first.source, externalId: first.externalId }])
  await onActivity(t.world, ben.id, first)
  await noteHappenings(t.world)
  expect(await told()).toEqual([])
})

const rule = sideRace({
  name: "teams",
  title: "Teams",
  words: "Drawn teams.",
  entrants: "teams",
  teamSize: 4,
  repeats: true,
})

test("members get a fact when a season opens, ends, is frozen and is checked, and its winners get one for each step of their prizes", async () => {
  await onActivity(
    t.world,
    ana.id,
    sentRun({ startedAt: new Date("2026-11-20T15:00:00Z"), movingS: 5000, elapsedS: 5000 }),
  )
  await noteHappenings(t.world)
  await news(ana.id)
  await news(ben.id)
  const season = "fortnightly-2026-11-09"
  const steps = async () =>
    (
      await t.world.db.sql<{ kind: string }>`
        select h.kind from happenings h join seasons s on s.id = h.season_id
        where h.athlete_id is null and s.slug = ${season} order by h.id`
    ).map(({ kind }) => kind)
  expect(await steps()).toEqual(["season-opened"])
  t.clock.set("2026-11-23T08:00:00Z")
  await noteHappenings(t.world)
  await noteHappenings(t.world)
  t.clock.set("2026-11-23T20:00:01Z")
  await close(t.world, season)
  await findAllRight(t.world, season)
  t.clock.set("2026-11-26T20:00:01Z")
  await close(t.world, season)
  expect(await steps()).toEqual(["season-opened", "season-closing", "season-closed", "season-checked"])

  const won = (await news(ben.id)).concat(await news(ana.id)).map(([kind, , data]) => [kind, data])
  expect(won).toEqual([
    ["prize", expect.objectContaining({ place: 1, step: "awarded" })],
    ["prize", expect.objectContaining({ place: 2, step: "awarded" })],
  ])
  const [first] = await t.world.db.sql<{
    id: number
  }>`select id::float8 as id from prizes where athlete_id = ${ben.id}`
  expect(await decline(t.world, { userId: ben.userId, prizeId: first?.id ?? 0 })).toMatchObject({ ok: true })
  expect((await news(ben.id)).map(([kind, , data]) => [kind, data])).toEqual([
    ["prize", expect.objectContaining({ place: 1, step: "withdrawn" })],
  ])
  const [second] = await t.world.db.sql<{
    id: number
  }>`select id::float8 as id from prizes where athlete_id = ${ana.id}`
  const address = {
    name: "Ana",
    line1: "1 Way",
    line2: "",
    city: "Denver",
    region: "CO",
    postalCode: "80014",
    country: "US",
  }
  const claimed = { userId: ana.userId, prizeId: second?.id ?? 0, address, consentText: "Yes." }
  expect(await claim(t.world, claimed as never)).toMatchObject({ ok: true })
  await claim(t.world, claimed as never)
  await t.world.db.sql`update prizes set shipping_paid_at = now() where id = ${claimed.prizeId}`
  expect(await ship(t.world, { prizeId: claimed.prizeId, tracking: null })).toMatchObject({ ok: true })
  expect((await news(ana.id)).map(([kind, , data]) => [kind, data])).toEqual([
    ["prize", expect.objectContaining({ place: 1, step: "moved" })],
    ["prize", expect.objectContaining({ place: 1, step: "claimed" })],
    ["prize", expect.objectContaining({ place: 1, step: "shipped" })],
  ])
  // A prize of nobody's else changes.
  await disqualify(t.world, { season, athlete: "nobody", reason: "None." })
  expect(await news(ana.id)).toEqual([])
})

test("being drawn into a team is a fact, with the team", async () => {
  expect(await addRace(t.world, { season: "monthly-2026-12", race: rule })).toEqual({ ok: true })
  const others: number[] = []
  for (let n = 0; n < 6; n++) others.push((await join(`Other ${n}`, "2026-11-28T12:00:00Z")).id)
  t.clock.set("2026-12-01T08:00:30Z")
  await maintainBoards(t.world)
  for (const id of others)
    expect((await news(id)).filter(([kind]) => kind === "team")).toEqual([
      ["team", "2026-12-01", expect.objectContaining({ race: "teams", came: "drawn" })],
    ])
})

test("a member reads and exports their own facts, and never by whom they were passed", async () => {
  const read = (userId: string) =>
    t.world.db.transaction(async ({ sql }) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: userId })}, true)`
      await sql`select set_config('role', 'authenticated', true)`
      return sql<{ athlete: number; on: string }>`
        select distinct athlete_id::float8 as athlete from happenings`
    })
  expect(await read(ana.userId)).toEqual([{ athlete: ana.id }])
  await expect(
    t.world.db.transaction(async ({ sql }) => {
      await sql`select set_config('role', 'authenticated', true)`
      await sql`select other_id from happenings`
    }),
  ).rejects.toThrow("permission denied")
  const exported = (await exportCompetition(t.world.db, { id: ana.userId, email: ana.email } as never)) as {
    happenings: { kind: string }[]
  }
  const [stored] = await t.world.db.sql<{ n: number }>`
    select count(*)::integer as n from happenings where athlete_id = ${ana.id}`
  expect(exported.happenings).toHaveLength(stored?.n ?? 0)
  expect(exported.happenings[0]).toMatchObject({ kind: "joined", on: "2026-11-08" })
})

test("facts are kept for 35 days, and those of an erased member for no longer than the account", async () => {
  const { sql } = t.world.db
  await sql`update happenings set at = clock_timestamp() - interval '35 days 1 minute' where athlete_id = ${ben.id}`
  await sql`update happenings set at = clock_timestamp() - interval '34 days 23 hours' where athlete_id = ${ana.id}`
  const left = async (id: number) =>
    (await sql`select from happenings where athlete_id = ${id} or other_id = ${id}`).length
  const before = await left(ana.id)
  await forgetHappenings(t.world.db)
  expect(await sql`select from happenings where athlete_id = ${ben.id}`).toEqual([])
  expect(await left(ana.id)).toBe(before)
  await sql`delete from auth.users where id = ${ana.userId}`
  expect(await left(ana.id)).toBe(0)
  // Nothing of what she has left can make the reader fail.
  expect(await noteHappenings(t.world)).toBeGreaterThanOrEqual(0)
})
