/** A season is closed once, even if processes are killed meanwhile; what a winner does at the last moment counts. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { competition } from "#content/competitions.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { closeAndAward, findAllRight, seasonNamed } from "#test/support/seasons.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { close, closeDue } from "./close.ts"
import { decline, passOn } from "./pass-on.ts"
import { claim } from "./prizes.ts"
import { nextClosing } from "./season.ts"

const slug = "fortnightly-2026-11-09"
const graceEnd = "2026-11-23T20:00:00Z"
const checkMs = competition.winnersCheck.hours * 3_600_000
const address = {
  name: "A",
  line1: "1 St",
  line2: null,
  city: "C",
  region: null,
  postalCode: "1",
  country: "US",
}
let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  for (const table of ["athletes", "standings", "boards", "seasons", "auth.users"])
    await t.world.db.sql`delete from ${t.world.db.sql(table)}`
  await maintainBoards(t.world)
  t.mails.length = 0
  for (const [name, km] of [
    ["Ana", 12],
    ["Ben", 10],
  ] as const)
    await onActivity(
      t.world,
      await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` }),
      sentRun({ distanceM: km * 1000 }),
    )
  t.clock.set(graceEnd)
})

const state = async () => {
  const { sql } = t.world.db
  return {
    season: (await sql`select closed_at, settled_at from seasons where slug = ${slug}`)[0],
    board: (await sql`select closed_at from boards where slug = ${slug}`)[0],
    results: await sql`select line, points, credits from season_results order by line`,
    left: (await sql`select from standings s join boards b on b.id = s.board_id where b.slug = ${slug}`)
      .length,
  }
}
const prizes = async () =>
  (
    await t.world.db.sql<{ line: string }>`
      select a.display_name || ' ' || p.status as line from prizes p join athletes a on a.id = p.athlete_id
      where p.status <> 'withdrawn' order by p.place`
  ).map(({ line }) => line)

test("a close killed before the awards has frozen the season, and the next one awards the prizes", async () => {
  const queue = () => Promise.reject(new Error("no mail"))
  const dying = { ...t.world, mail: { ...t.world.mail, queue } }
  expect(await closeDue(dying)).toMatchObject([{ season: slug, results: 2, winners: [] }])
  const frozen = await state()
  const at = new Date(graceEnd)
  expect(frozen).toMatchObject({
    season: { closed_at: at, settled_at: null },
    board: { closed_at: at },
    left: 0,
  })
  expect(frozen.results).toHaveLength(2)
  expect([await prizes(), t.mails]).toEqual([[], []])
  await findAllRight(t.world, slug)
  expect(await nextClosing(t.world.db)).toEqual(new Date(at.getTime() + checkMs))
  t.clock.advance(checkMs - 1)
  expect([await closeDue(t.world), await prizes()]).toEqual([[], []])
  t.clock.advance(1)
  await expect(closeDue(dying)).rejects.toThrow("no mail")
  expect([await state(), await prizes(), t.mails]).toEqual([frozen, [], []])
  t.clock.advance(60_000)
  expect(await closeDue(t.world)).toMatchObject([{ season: slug, results: 2, winners: [{}, {}] }])
  expect(await state()).toEqual({ ...frozen, season: { closed_at: at, settled_at: t.world.now() } })
  expect([await prizes(), t.mails.map(({ to }) => to)]).toEqual([
    ["Ana awarded", "Ben awarded"],
    ["ana@b4m.test", "ben@b4m.test"],
  ])
  // Once more, it finds that all is done.
  const done = await state()
  t.clock.advance(60_000)
  expect(await close(t.world, slug)).toMatchObject({ ok: true, closed: { results: 2, winners: [] } })
  expect([await state(), t.mails.length, await closeDue(t.world)]).toEqual([done, 2, []])
})

test("a winner who claims while the prize is passing on keeps it, and is not told that it is gone", async () => {
  await closeAndAward(t.world, slug)
  t.mails.length = 0
  t.clock.advance(30 * 86_400_000 + 1)
  const { db } = t.world
  const [ben] = await db.sql<{ userId: string; prizeId: number }>`
    select a.user_id as "userId", p.id::float8 as "prizeId" from athletes a join prizes p on p.athlete_id = a.id
    where p.place = 2`
  let passing: Promise<number> | undefined
  await db.transaction(async (inside) => {
    await inside.sql`update prizes set status = 'claimed', claimed_at = ${t.world.now()} where id = ${ben?.prizeId ?? 0}`
    passing = passOn(t.world)
    await expect
      .poll(
        () => db.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      .toHaveLength(1)
  })
  expect(await passing).toBe(1)
  expect([await prizes(), t.mails.map(({ to }) => to)]).toEqual([
    ["Ben claimed"],
    ["ana@b4m.test", "ben@b4m.test"],
  ])
  expect(t.mails.map(({ kind }) => kind)).toEqual(["competition.withdrawn", "competition.moved"])
})

test("each season passes on its own prizes, and a prize is declined in its own season", async () => {
  t.clock.set("2026-12-01T20:00:00Z")
  expect((await closeAndAward(t.world)).map(({ season }) => season)).toEqual(["monthly-2026-11", slug])
  const month = await seasonNamed(t.world.db, "monthly-2026-11")
  await t.world.db.sql`update prizes set claim_until = ${t.world.now()} where season_id = ${month.id}`
  t.clock.advance(1)
  expect(await passOn(t.world)).toBe(1)
  const held = () => t.world.db.sql<{ id: number; userId: string; line: string }>`
    select p.id::float8 as id, a.user_id as "userId", s.series || ' ' || a.display_name as line
    from prizes p join seasons s on s.id = p.season_id join athletes a on a.id = p.athlete_id
    where p.status <> 'withdrawn' order by s.series, p.place`
  const lines = async () => (await held()).map(({ line }) => line)
  expect(await lines()).toEqual(["fortnightly Ana", "fortnightly Ben", "monthly Ben"])
  const [, , last] = await held()
  expect(await decline(t.world, { userId: last?.userId ?? "", prizeId: last?.id ?? 0 })).toMatchObject({
    ok: true,
  })
  expect(await lines()).toEqual(["fortnightly Ana", "fortnightly Ben"])
  expect(
    await claim(t.world, { userId: last?.userId ?? "", prizeId: last?.id ?? 0, address, consentText: "Yes" }),
  ).toEqual({ ok: false, code: "unknown_prize" })
})
