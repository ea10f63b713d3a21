/** A finisher, from the days that make one to the list beside the results. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { chooseNotices } from "#domain/notices/choices.ts"
import { sendNotices } from "#domain/notices/send.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { type Boards, createBoards } from "../boards/board.ts"
import { onActivity } from "../pipeline.ts"
import { close } from "./close.ts"
import { disqualify, reinstate } from "./disqualify.ts"
import { addFinisherCodes, codesOf, countFinisherCodes } from "./finisher-codes.ts"
import { finishers } from "./finishers.ts"
import { ownRaces } from "./own-races.ts"

const season = "fortnightly-2026-11-09"
let t: TestWorld
let boards: Boards
const people = new Map<string, { id: number; userId: string }>()
const person = (name: string) => people.get(name) as { id: number; userId: string }

/** Half an hour at noon in Los Angeles, on a day of November. */
const train = (name: string, day: number) =>
  onActivity(t.world, person(name).id, {
    ...sentRun({ movingS: 1800, elapsedS: 1800, distanceM: 5000 }),
    startedAt: new Date(`2026-11-${String(day).padStart(2, "0")}T20:00:00Z`),
    externalId: `${name} ${day}`,
  })

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-16T22:00:00Z")
  for (const [name, visibility, days] of [
    ["Ana", "public", 7],
    ["Ben", "members", 8],
    ["Cleo", "public", 7],
    ["Dan", "public", 8],
    ["Eve", "public", 8],
  ] as const) {
    const email = `${name.toLowerCase()}@b4m.test`
    const id = await addAthlete(t.world, { name, email, visibility, timeZone: "America/Los_Angeles" })
    const userId = await accountOf(t.world, id)
    people.set(name, { id, userId })
    for (let n = 0; n < days; n++) await train(name, 9 + n)
  }
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})

async function finishOf(name: string) {
  await boards.catchUp()
  return (await ownRaces(t.world, boards, person(name).userId)).races[0]?.finish
}

test("a member sees how many active days they have, how many are needed, and how many days are left", async () => {
  expect(await finishOf("Ana")).toEqual({ activeDays: 7, of: 8, daysLeft: 7 })
  expect(await finishOf("Ben")).toEqual({ activeDays: 8, of: 8, daysLeft: 7 })
})

test("the evening mail announces a step on its day, and not on the next", async () => {
  const preferences = { choices: { season: "mail" } } as const
  await chooseNotices(t.world, person("Ana").userId, preferences)
  await chooseNotices(t.world, person("Cleo").userId, preferences)
  t.clock.set("2026-11-17T22:00:00Z")
  await train("Ana", 17)
  t.clock.set("2026-11-18T02:30:00Z")
  expect(await sendNotices(t.world)).toBe(1)
  expect(t.mails.at(-1)).toMatchObject({
    to: "ana@b4m.test",
    text: expect.stringContaining("You are a finisher of the two-week race: 8 active days."),
  })
  t.clock.set("2026-11-19T02:30:00Z")
  expect(await sendNotices(t.world)).toBe(0)
})

test("a closed season lists its finishers by name; hidden ones are counted, disqualified ones are not", async () => {
  expect(await finishers(t.world, season)).toBeNull()
  await disqualify(t.world, { season, athlete: await slugOf("Dan"), reason: "A borrowed bicycle" })
  t.clock.set("2026-11-26T20:00:00Z")
  await closeAndAward(t.world, season)
  expect(await finishers(t.world, season)).toEqual({
    days: 8,
    athletes: 3,
    named: [
      { name: "Ana", athlete: await slugOf("Ana"), activeDays: 8, sample: false },
      { name: "Eve", athlete: await slugOf("Eve"), activeDays: 8, sample: false },
    ],
  })
  await reinstate(t.world, { season, athlete: await slugOf("Dan") })
  expect((await finishers(t.world, season))?.named.map(({ name }) => name)).toEqual(["Ana", "Dan", "Eve"])
})

test("an activity that arrives after the close makes nobody a finisher", async () => {
  await train("Cleo", 18)
  expect((await finishers(t.world, season))?.named.map(({ name }) => name)).toEqual(["Ana", "Dan", "Eve"])
})

async function slugOf(name: string): Promise<string> {
  const [row] = await t.world.db.sql<{
    slug: string
  }>`select slug from athletes where id = ${person(name).id}`
  return row?.slug ?? ""
}

test("each finisher gets a code of the sponsor once the winners are known, and nobody else sees it", async () => {
  const world = t.world
  const { sql } = world.db
  const given = { season, gift: "20% at Northline", codes: ["N-1"] }
  expect(await addFinisherCodes(world, { ...given, gift: "" })).toEqual({ ok: false, code: "bad_gift" })
  expect(await addFinisherCodes(world, { ...given, season: "nothing" })).toMatchObject({
    code: "unknown_season",
  })
  // The winners are known, so who is first in the table has a code at once, and one is missing.
  expect(await addFinisherCodes(world, { ...given, codes: ["N-1", "N-2", "N-2", ""] })).toEqual({
    ok: true,
    added: 2,
  })
  const own = async () =>
    (
      await Promise.all(
        [...people.keys()].map(async (name) => [name, await codesOf(world.db, person(name).userId)] as const),
      )
    )
      .flatMap(([name, codes]) => codes.map(({ code, gift }) => `${name} ${code} ${gift}`))
      .toSorted()
  const [row] = await sql<{ id: number }>`select id from seasons where slug = ${season}`
  const finished = (await finishers(world, season))?.athletes ?? 0
  expect(await own()).toHaveLength(2)
  expect(await countFinisherCodes(world.db, row?.id ?? 0)).toEqual({ gift: given.gift, codes: 2, given: 2 })
  const before = await own()
  expect(await addFinisherCodes(world, { ...given, codes: ["N-1"] })).toEqual({
    ok: false,
    code: "unchanged",
  })
  const more = Array.from({ length: 8 }, (_, n) => `M-${n}`)
  expect(await addFinisherCodes(world, { ...given, codes: more })).toEqual({ ok: true, added: 8 })
  expect(await own()).toHaveLength(finished)
  expect(await own()).toEqual(expect.arrayContaining(before))
  // Whoever deletes the account takes the code along; nobody gets it.
  const [leaver = ""] = (await own()).map((line) => line.split(" ")[0] ?? "")
  const code = (await codesOf(world.db, person(leaver).userId))[0]?.code ?? ""
  await sql`delete from athletes where id = ${person(leaver).id}`
  await close(world, season)
  expect((await own()).join()).not.toContain(code)
  expect(await own()).toHaveLength(finished - 1)
})
