/** What one member sees of their races, from mid-season to the winners. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { findAllRight } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { type Boards, createBoards } from "../boards/board.ts"
import { maintainBoards } from "../maintain.ts"
import { onActivity } from "../pipeline.ts"
import { closeDue } from "./close.ts"
import { ended } from "./ended.ts"
import { ownRaces } from "./own-races.ts"

let t: TestWorld
let boards: Boards
const users = new Map<string, string>()

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  for (const [name, minutes, visibility] of [
    ["Ana", 60, "public"],
    ["Ben", 50, "public"],
    ["Cleo", 40, "members"],
    ["Dan", 0, "public"],
  ] as const) {
    const email = `${name.toLowerCase()}@b4m.test`
    const id = await addAthlete(t.world, { name, email, visibility })
    const userId = await accountOf(t.world, id)
    users.set(name, userId)
    const run = { movingS: minutes * 60, elapsedS: minutes * 60, distanceM: minutes * 150 }
    if (minutes > 0) await onActivity(t.world, id, sentRun(run))
  }
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})

async function of(name: string) {
  await boards.catchUp()
  return ownRaces(t.world, boards, users.get(name) ?? "")
}

test("the race that is on comes first, with place, neighbors and the run that passes the next one", async () => {
  const { joined, races, ended: over, prize } = await of("Ben")
  expect([joined, over, prize]).toEqual([true, [], null])
  expect(races.map(({ page, place }) => [page, place?.rank, place?.total])).toEqual([
    ["two-weeks", 2, 3],
    ["month", 2, 3],
  ])
  // Members see other members. 60 and 45 points plus an active day, against 50 and 37.5 plus an active day.
  expect(races[0]?.place?.around.map(({ name, mine }) => [name, mine])).toEqual([
    ["Ana", false],
    ["Ben", true],
    ["Cleo", false],
  ])
  expect(races[0]?.gap).toEqual({
    points: 17,
    name: "Ana",
    ahead: true,
    session: { minutes: 20, kind: "run" },
  })
  expect((await of("Ana")).races[0]?.gap).toMatchObject({ name: "Ben", ahead: false, session: null })
})

test("a member without points has no place, and an account that has not joined has no races", async () => {
  expect((await of("Dan")).races.map(({ place, gap }) => [place, gap])).toEqual([
    [null, null],
    [null, null],
  ])
  const stranger = "00000000-0000-4000-8000-000000000000"
  expect(await ownRaces(t.world, boards, stranger)).toEqual({
    joined: false,
    races: [],
    ended: [],
    prize: null,
  })
})

test("a season that is over is news until a week after its winners are known, in three states", async () => {
  const stateOf = async (at: string) => {
    t.clock.set(at)
    await maintainBoards(t.world)
    await closeDue(t.world)
    await boards.reload()
    const [found] = await ended(t.world)
    const own = await Promise.all(["Ben", "Cleo", "Dan"].map(of))
    return {
      ...found,
      finishers: found?.finishers.map(({ place, name, title }) => [place, name, title !== null]),
      own: own.map(({ ended: [one] }) => one && [one.state, one.rank, one.total, one.activeDays]),
    }
  }
  expect((await stateOf("2026-11-23T07:59:59Z")).state).toBeUndefined()
  expect(await stateOf("2026-11-23T08:00:00Z")).toMatchObject({
    page: "two-weeks",
    season: "fortnightly-2026-11-09",
    state: "late",
    until: "2026-11-23T20:00:00.000Z",
    athletes: 3,
    finishers: [
      [1, "Ana", false],
      [2, "Ben", false],
      [3, null, false],
    ],
    own: [["late", 2, 3, 1], ["late", 3, 3, 1], undefined],
  })
  expect(await stateOf("2026-11-23T20:00:01Z")).toMatchObject({
    state: "checking",
    until: "2026-11-26T20:00:01.000Z",
    finishers: [
      [1, "Ana", false],
      [2, "Ben", false],
      [3, null, false],
    ],
    own: [["checking", 2, 3, 1], ["checking", 3, 3, 1], undefined],
  })
  expect((await of("Ana")).prize).toBeNull()
  await findAllRight(t.world, "fortnightly-2026-11-09")
  expect(await stateOf("2026-11-26T20:00:02Z")).toMatchObject({
    state: "awarded",
    until: null,
    athletes: 3,
    // Hidden athletes cannot win.
    finishers: [
      [1, "Ana", true],
      [2, "Ben", true],
    ],
    own: [["awarded", 2, 3, 1], ["awarded", 3, 3, 1], undefined],
  })
  expect((await of("Ana")).prize).toEqual({
    race: "Two-week race",
    title: "Winner’s bundle: shoe voucher, recovery kit and team shirt",
    place: 1,
    claimUntil: "2026-12-26T20:00:02.000Z",
  })
  t.clock.set("2026-12-03T20:00:03Z")
  expect((await ended(t.world)).filter(({ page }) => page === "two-weeks")).toEqual([])
})
