/** Two who want to be in one team: who can be named, and what the draw makes of it. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { block } from "#domain/community/block.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { sideRace } from "#test/support/side-race.ts"
import type { TestWorld } from "#test/support/world.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { addRace } from "../races/change.ts"
import { drawSteps } from "./draw-steps.ts"
import { endWish, wishFor, wishOf } from "./wish.ts"

const address = { season: "monthly-2026-12", name: "teams" }
const race = sideRace({
  name: "teams",
  title: "Teams",
  words: "Drawn teams.",
  entrants: "teams",
  teamSize: 4,
})

let t: TestWorld
const users: string[] = []
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-16T22:00:00Z")
  for (let nr = 0; nr < 8; nr++) {
    const athlete = await addAthlete(t.world, { name: `Athlete ${nr}`, email: `wish-${nr}@b4m.test` })
    const length = { movingS: 2040 - nr * 60, elapsedS: 2040 - nr * 60, distanceM: 5_000 - nr * 100 }
    await onActivity(t.world, athlete, sentRun({ ...length, startedAt: new Date("2026-11-10T20:00:00Z") }))
    const userId = await accountOf(t.world, athlete)
    users.push(userId)
  }
  for (const [name, visibility] of [
    ["Twin", "public"],
    ["Twin", "public"],
    ["Shy", "hidden"],
  ] as const)
    await addAthlete(t.world, { name, visibility })
})
afterAll(() => t.close())

const user = (nr: number) => users[nr] as string
const wish = (nr: number, named: string) => wishFor(t.world, user(nr), named)
const slugOf = async (nr: number) =>
  (await t.world.db.sql<{ slug: string }>`select slug from athletes where user_id = ${user(nr)}`)[0]?.slug ??
  ""

test("somebody is named by a name or by the link of their page, and only whom members may see", async () => {
  expect(await wish(0, "Shy")).toEqual({ ok: false, code: "unknown_athlete" })
  expect(await wish(0, "Twin")).toEqual({ ok: false, code: "several" })
  expect(await wish(0, " athlete 0 ")).toEqual({ ok: false, code: "yourself" })
  expect(await wishFor(t.world, "00000000-0000-4000-8000-00000000dead", "Athlete 1")).toEqual({
    ok: false,
    code: "not_joined",
  })
  expect(await wish(0, "Athlete 1")).toEqual({ ok: true })
  expect(await wishOf(t.world.db, user(0))).toMatchObject({ name: "Athlete 1", mutual: false })
  // Nobody is told that they were named.
  expect(await wishOf(t.world.db, user(1))).toBeNull()
  const link = `https://b4m.example/leaderboard/athletes/${await slugOf(7)}?board=this-month`
  expect(await wish(0, link)).toEqual({ ok: true })
  expect(await wishOf(t.world.db, user(0))).toMatchObject({ name: "Athlete 7", mutual: false })
  await endWish(t.world, user(0))
  expect(await wishOf(t.world.db, user(0))).toBeNull()
})

test("somebody who has blocked a member, or whom the member has blocked, cannot be named", async () => {
  const [ada, ben] = [await slugOf(3), await slugOf(4)]
  expect(await wish(3, "Athlete 4")).toEqual({ ok: true })
  await wish(4, "Athlete 3")
  expect(await block(t.world, user(3), ben)).toMatchObject({ ok: true })
  // It looks as if the other had taken the wish back, and hidden the name.
  expect(await wishOf(t.world.db, user(4))).toEqual({ slug: null, name: null, mutual: false })
  expect(await wish(3, "Athlete 4")).toEqual({ ok: false, code: "unknown_athlete" })
  expect(await wish(4, `/athletes/${ada}`)).toEqual({ ok: false, code: "unknown_athlete" })
})

test("two who name each other are drawn into one team, picked at the mean of both; a wish of one changes nothing", async () => {
  await wish(0, "Athlete 7")
  await wish(7, "Athlete 0")
  await wish(1, "Athlete 2")
  expect(await wishOf(t.world.db, user(7))).toMatchObject({ name: "Athlete 0", mutual: true })
  expect(await addRace(t.world, { season: address.season, race })).toEqual({ ok: true })
  t.clock.set("2026-12-01T08:00:30Z")
  await maintainBoards(t.world)
  const drawn = await drawSteps(t.world, address)
  if (!drawn.ok) throw new Error(drawn.code)
  const of = (nr: number) => drawn.steps.find(({ name }) => name === `Athlete ${nr}`)
  expect(of(0)?.team).toBe(of(7)?.team)
  const mean = ((of(0)?.points ?? 0) + (of(7)?.points ?? 0)) / 2
  expect([of(0)?.pairMean, of(7)?.pairMean]).toEqual([mean, mean])
  expect(Math.abs((of(0)?.pick ?? 0) - (of(7)?.pick ?? 0))).toBe(1)
  // Athletes 3 and 4 name each other, too, and are kept apart by a block.
  expect(drawn.steps.filter(({ pairMean }) => pairMean !== null)).toHaveLength(2)
})
