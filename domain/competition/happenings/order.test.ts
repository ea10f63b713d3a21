/** Who passed whom, against a plain comparison of the board before and after each upload. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createRandom } from "#test/fuzz/random.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { runKillable } from "#test/support/run-killable.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity, onRemoved } from "../pipeline.ts"
import { noteHappenings } from "./note.ts"

const season = "fortnightly-2026-11-09"
const noon = "2026-11-20T20:00:00Z"
let t: TestWorld
let people: number[] = []
beforeAll(async () => {
  t = await createCompetitionWorld(noon)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  t.clock.set(noon)
  await noteHappenings(t.world)
  people = []
  for (let nr = 0; nr < 16; nr++) people.push(await addAthlete(t.world))
})

const person = (nr: number) => people[nr] as number
const train = (nr: number, minutes: number, day = 18) =>
  onActivity(
    t.world,
    person(nr),
    sentRun({
      kind: "hiit",
      distanceM: 0,
      movingS: minutes * 60,
      elapsedS: minutes * 60,
      startedAt: new Date(`2026-11-${day}T15:00:00Z`),
      externalId: `${nr} ${day}`,
    }),
  )

/** Facts of order in the two weeks as "who: kind by or of whom". */
async function facts(): Promise<string[]> {
  const rows = await t.world.db.sql<{ kind: string; athlete: number; other: number }>`
    select h.kind, h.athlete_id::float8 as athlete, h.other_id::float8 as other
    from happenings h join seasons s on s.id = h.season_id where s.slug = ${season} and h.other_id is not null order by h.id`
  return rows.map(({ kind, athlete, other }) => `${people.indexOf(athlete)} ${kind} ${people.indexOf(other)}`)
}

/** Athletes with their place keys, best first. */
async function board() {
  return t.world.db.sql<{ nr: number; key: number }>`
    select array_position(${people}::bigint[], s.athlete_id) - 1 as nr, s.place_key::float8 as key
    from standings s join boards b on b.id = s.board_id where b.slug = ${season} order by s.place_key desc, s.athlete_id`
}

test("whoever stood among the first ten, or ends up right behind, was passed; whoever passes the first leads", async () => {
  const { below } = createRandom(7)
  const expected = new Set<string>()
  const passed: number[] = []
  for (let turn = 0; turn < 60; turn++) {
    const before = await board()
    await train(below(16), 20 + below(100), 16 + below(3))
    const after = await board()
    await noteHappenings(t.world)
    for (const [place, { nr, key }] of after.entries())
      for (const [place2, mover] of after.entries()) {
        const was = before.find((one) => one.nr === nr)
        const moverWas = before.find((one) => one.nr === mover.nr)?.key ?? 0
        if (!was || was.key < moverWas || key >= mover.key || mover.key === moverWas) continue
        if (place <= 10 || place === place2 + 1) expected.add(`${nr} passed ${mover.nr}`)
        if (place <= 10 || place === place2 + 1) passed.push(place)
        if (place2 === 0 && place === 1) expected.add(`${mover.nr} lead ${nr}`)
      }
    expect(new Set(await facts())).toEqual(expected)
  }
  expect(await facts()).toHaveLength(expected.size)
  // Both rules were tried.
  expect(passed.some((place) => place > 10)).toBe(true)
  expect(expected.size).toBeGreaterThan(40)
})

test("members of a pair are told once on each day of their own zone", async () => {
  await train(0, 60)
  await train(1, 30)
  await noteHappenings(t.world)
  await train(1, 90)
  await noteHappenings(t.world)
  expect(await facts()).toEqual(["0 passed 1", "1 lead 0"])
  // There and back again.
  await train(0, 100)
  await noteHappenings(t.world)
  await train(1, 110)
  await noteHappenings(t.world)
  expect((await facts()).sort()).toEqual(["0 lead 1", "0 passed 1", "1 lead 0", "1 passed 0"])
  t.clock.set("2026-11-21T07:59:59Z")
  await train(0, 115)
  await noteHappenings(t.world)
  await train(1, 120)
  await noteHappenings(t.world)
  expect(await facts()).toHaveLength(4)
  t.clock.set("2026-11-21T08:00:00Z")
  await train(0, 150)
  await noteHappenings(t.world)
  expect((await facts()).slice(4).sort()).toEqual(["0 lead 1", "1 passed 0"])
})

test("who falls behind by points that are gone, and a sample athlete, were passed by nobody", async () => {
  const sample = await addAthlete(t.world, { demo: true })
  people.push(sample)
  await train(0, 60)
  await train(1, 30)
  await noteHappenings(t.world)
  await onRemoved(t.world, person(0), [{ source: "file", externalId: "0 18" }])
  await train(0, 20)
  await noteHappenings(t.world)
  expect(await facts()).toEqual([])
  await t.world.db.sql`update athletes set demo = true where id = ${person(1)}`
  await train(0, 40)
  await noteHappenings(t.world)
  expect(await facts()).toEqual(["0 lead 1"])
})

test("a window that slides, a board that is rebuilt and a season that is closed tell of nobody", async () => {
  for (let nr = 0; nr < 4; nr++) await train(nr, 30 + nr * 10, 10)
  await noteHappenings(t.world)
  const before = await facts()
  t.clock.set("2026-11-26T09:00:00Z")
  await maintainBoards(t.world)
  await t.world.db.sql`update boards set closed_at = now() where slug = ${season}`
  await train(0, 100, 18)
  await noteHappenings(t.world)
  expect(await facts()).toEqual(before)
  await t.world.db.sql`update boards set closed_at = null where slug = ${season}`
})

test("every fact is written once if the reader is killed at any point, and if three readers run at the same time", async () => {
  const { below } = createRandom(11)
  for (let nr = 0; nr < 16; nr++) await train(nr, 20 + below(60), 16)
  await noteHappenings(t.world)
  for (let n = 0; n < 40; n++) await train(below(16), 20 + below(100), 16 + below(4))
  const everything = () => t.world.db.sql<{ fact: string }>`
    select concat_ws(' ', athlete_id, kind, other_id, season_id, local_on, data) as fact from happenings order by 1`
  let expected: { fact: string }[] = []
  await t.world.db
    .transaction(async (db) => {
      await noteHappenings({ ...t.world, db })
      expected = await db.sql<{ fact: string }>`
        select concat_ws(' ', athlete_id, kind, other_id, season_id, local_on, data) as fact from happenings order by 1`
      throw new Error("not yet")
    })
    .catch((error: Error) => {
      if (error.message !== "not yet") throw error
    })
  expect(expected.length).toBeGreaterThan((await everything()).length + 10)
  for (let n = 0; n < 3; n++) await runKillable(t.database.url, ["note", noon], Math.random() * 40)
  await Promise.all([1, 2, 3].map(() => runKillable(t.database.url, ["note", noon])))
  expect(await everything()).toEqual(expected)
}, 120_000)

test("changes from before an outage of some hours become facts afterward, even if midnight was in between", async () => {
  await train(0, 60)
  await train(1, 30)
  await noteHappenings(t.world)
  await train(1, 90)
  await t.world.db.sql`update private.standing_changes set at = at - interval '3 hours'`
  await t.world.db.sql`update private.athlete_changes set at = at - interval '3 hours'`
  t.clock.set("2026-11-21T20:00:00Z")
  await maintainBoards(t.world)
  await noteHappenings(t.world)
  expect(await facts()).toEqual(["0 passed 1", "1 lead 0"])
  const milestones = await t.world.db.sql<{ points: string }>`
    select data ->> 'milestone' as points from happenings
    where athlete_id = ${person(1)} and kind = 'milestone' and data ->> 'milestone' = 'first-points'`
  expect(milestones).toHaveLength(1)
  // What was read goes with the next midnight.
  await t.world.db.sql`update private.standing_changes set at = at - interval '3 hours'`
  t.clock.set("2026-11-22T20:00:00Z")
  await maintainBoards(t.world)
  const [left] = await t.world.db.sql<{ old: number }>`
    select count(*)::integer as old from private.standing_changes where at < clock_timestamp() - interval '2 hours'`
  expect(left).toEqual({ old: 0 })
})

test("what a restored database remembers of another cluster's transactions is passed over", async () => {
  await t.world.db.sql`update private.happenings_read set seen = '900000000000:900000000009:'`
  expect(await noteHappenings(t.world)).toBe(0)
  await train(0, 60)
  await train(1, 30)
  await noteHappenings(t.world)
  await train(1, 90)
  await noteHappenings(t.world)
  expect(await facts()).toEqual(["0 passed 1", "1 lead 0"])
})

test("a member's facts are committed in the order of their ids", async () => {
  await train(0, 60)
  await train(1, 30)
  await noteHappenings(t.world)
  await train(1, 90)
  // An upload of the member who was passed is under way.
  let finish = () => {}
  let begun = () => {}
  const started = new Promise<void>((resolve) => {
    begun = resolve
  })
  const waiting = new Promise<void>((resolve) => {
    finish = resolve
  })
  const upload = t.world.db.transaction(async ({ sql }) => {
    await sql`update private.athlete_revisions set revision = revision + 1 where athlete_id = ${person(0)}`
    await sql`insert into happenings (kind, athlete_id, local_on) values ('points', ${person(0)}, '2026-11-18')`
    begun()
    await waiting
  })
  await started
  const noted = noteHappenings(t.world)
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await facts()).toEqual([])
  finish()
  await Promise.all([upload, noted])
  const rows = await t.world.db.sql<{ kind: string }>`
    select kind from happenings where athlete_id = ${person(0)} and kind <> 'milestone' order by id desc limit 3`
  // In the two weeks and in the month.
  expect(rows.map(({ kind }) => kind)).toEqual(["passed", "passed", "points"])
})
