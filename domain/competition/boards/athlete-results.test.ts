import { afterAll, beforeAll, expect, test } from "vitest"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { explain } from "../scoring/explain.ts"
import { athleteResults } from "./athlete-results.ts"
import { type Boards, createBoards } from "./board.ts"
import { competitors } from "./competitors.ts"
import { streakOf } from "./streak.ts"

let t: TestWorld
let boards: Boards

beforeAll(async () => {
  t = await createCompetitionWorld()
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})

const slugOf = async (id: number) =>
  (await t.world.db.sql<{ slug: string }>`select slug from athletes where id = ${id}`)[0]?.slug as string
const today = "2026-11-20"

test("a streak lasts up to today or yesterday, and the longest is kept", () => {
  const days = ["2026-11-19", "2026-11-18", "2026-11-10", "2026-11-09", "2026-11-08"]
  expect(streakOf(days, today)).toEqual({ current: 2, longest: 3 })
  expect(streakOf([today, ...days], today)).toEqual({ current: 3, longest: 3 })
  expect(streakOf(days.slice(1), today)).toEqual({ current: 0, longest: 3 })
  // An athlete in Auckland is a day ahead.
  expect(streakOf(["2026-11-21", today], today)).toEqual({ current: 2, longest: 2 })
  expect(streakOf([], today)).toEqual({ current: 0, longest: 0 })
})

test("a public athlete's places, days and streak", async () => {
  const ana = await addAthlete(t.world, { name: "Ana" })
  const ben = await addAthlete(t.world, { name: "Ben" })
  await onActivity(t.world, ana, sentRun({ movingS: 1920, elapsedS: 1920, distanceM: 6100 }))
  await onActivity(t.world, ana, sentRun({ startedAt: new Date("2026-11-19T15:00:00Z") }))
  await onActivity(t.world, ben, sentRun())
  await boards.catchUp()
  const found = await athleteResults(t.world, boards, { athlete: await slugOf(ana), today })
  expect(found).toMatchObject({
    ok: true,
    results: {
      name: "Ana",
      demo: false,
      places: [
        { board: "this-fortnight", name: "Two-week race", rank: 1, total: 2, activeDays: 2 },
        { board: "this-month", rank: 1 },
        { board: "last-14-days", rank: 1 },
        { board: "last-10-days", rank: 1 },
      ],
      days: [
        { on: "2026-11-19", active: true },
        {
          on: "2026-11-18",
          points: 88,
          lines: [{ text: "32 min running" }, { text: "6.1 km" }, { text: "active day" }],
        },
      ],
      streak: { current: 2, longest: 2 },
      seasons: [],
    },
  })
})

test("visitors see no data from a source that forbids it, and no hidden athlete", async () => {
  const mixed = await addAthlete(t.world, { name: "Mixed" })
  await onActivity(t.world, mixed, sentRun({ source: "strava" }))
  await onActivity(t.world, mixed, sentRun({ startedAt: new Date("2026-11-12T15:00:00Z") }))
  await boards.catchUp()
  const read = () => slugOf(mixed).then((athlete) => athleteResults(t.world, boards, { athlete, today }))
  expect(await read()).toEqual({ ok: false, code: "unknown_athlete" })
  await t.world.db.sql`update private.settings set value = 'public' where name = 'strava_display'`
  expect(await read()).toMatchObject({
    results: { places: [{}, {}, {}, {}], days: [{ on: "2026-11-18", lines: null }, { on: "2026-11-12" }] },
  })
  await t.world.db.sql`update private.settings set value = 'members' where name = 'strava_display'`
  for (const visibility of ["members", "hidden"] as const) {
    const quiet = await addAthlete(t.world, { name: visibility, visibility })
    await onActivity(t.world, quiet, sentRun())
    const athlete = await slugOf(quiet)
    expect(await athleteResults(t.world, boards, { athlete, today })).toEqual({
      ok: false,
      code: "unknown_athlete",
    })
  }
})

test("for a day that a season's border splits, the part that counts for the board is explained", async () => {
  // In Auckland November 1 begins before it does in Los Angeles, where the season opens.
  t.clock.set("2026-11-02T20:00:00Z")
  const kiwi = await addAthlete(t.world, { name: "Kiwi", timeZone: "Pacific/Auckland" })
  const early = { movingS: 1800, elapsedS: 1800, kind: "hiit" as const, distanceM: 0 }
  await onActivity(t.world, kiwi, sentRun({ ...early, startedAt: new Date("2026-11-01T06:00:00Z") }))
  await onActivity(t.world, kiwi, sentRun({ ...early, startedAt: new Date("2026-11-01T09:00:00Z") }))
  const month = boards.find("this-month", t.world.now())
  if (!month) throw new Error("no board")
  const athlete = await slugOf(kiwi)
  const whole = await explain(t.world, { athlete, viewer: null })
  const cut = await explain(t.world, { athlete, viewer: null, board: month })
  expect(whole).toMatchObject({ explained: { days: [{ on: "2026-11-01", points: 85 }] } })
  expect(cut).toMatchObject({ explained: { days: [{ on: "2026-11-01", points: 55, lines: null }] } })
})

test("days are explained from a given one on, to each viewer as far as they may see them", async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  const nobody = await slugOf(await addAthlete(t.world, { name: "Noa" }))
  expect(await explain(t.world, { athlete: nobody, viewer: null })).toMatchObject({
    ok: true,
    explained: { days: [] },
  })
  expect(await explain(t.world, { athlete: "nobody", viewer: null })).toEqual({
    ok: false,
    code: "unknown_athlete",
  })
  const id = await addAthlete(t.world, { name: "Otto", email: "otto@b4m.test", visibility: "members" })
  for (const day of [16, 17, 18])
    await onActivity(
      t.world,
      id,
      sentRun({ source: day === 17 ? "strava" : "file", startedAt: new Date(Date.UTC(2026, 10, day, 15)) }),
    )
  const athlete = await slugOf(id)
  const userId = await accountOf(t.world, id)
  const read = async (viewer: string | null, from?: string) => {
    const found = await explain(t.world, { athlete, viewer, ...(from ? { from } : {}) })
    return found.ok ? found.explained : found.code
  }
  const days = (found: Awaited<ReturnType<typeof read>>) =>
    typeof found === "string"
      ? found
      : found.days.map(({ on, lines }) => `${on} ${lines ? "told" : "kept back"}`)
  expect(await read(null)).toBe("unknown_athlete")
  const mine = await read(userId)
  expect(mine).toMatchObject({ athlete: { mine: true }, days: [{ credits: [] }, {}, {}] })
  expect(days(mine)).toEqual(["2026-11-18 told", "2026-11-17 told", "2026-11-16 told"])
  expect(days(await read(userId, "2026-11-17"))).toEqual(["2026-11-18 told", "2026-11-17 told"])
  const month = boards.find("this-month", t.world.now())
  const ofBoard = await explain(t.world, {
    athlete,
    viewer: userId,
    ...(month ? { board: month } : {}),
    from: "2026-11-18",
  })
  expect(ofBoard.ok && ofBoard.explained.days).toHaveLength(3)
  const other = await addAthlete(t.world, { email: "other@b4m.test" })
  const [member] = await t.world.db.sql<{ user_id: string }>`select user_id from athletes where id = ${other}`
  expect(days(await read(member?.user_id ?? ""))).toEqual([
    "2026-11-18 told",
    "2026-11-17 kept back",
    "2026-11-16 told",
  ])
})

test("the directory links to the member that its entry names, and otherwise only to a sample of the same name", async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  const cleo = await slugOf(await addAthlete(t.world, { name: "Cleo" }))
  const sample = await addAthlete(t.world, { name: "Dora", demo: true })
  const hidden = await slugOf(await addAthlete(t.world, { name: "Edith", visibility: "members" }))
  await onActivity(t.world, sample, sentRun({ source: "polar", credit: "Polar" }))
  await boards.catchUp()
  const found = await competitors(t.world, boards, [
    { id: cleo },
    { id: "our-cleo", member: cleo },
    { id: await slugOf(sample) },
    { id: "our-edith", member: hidden },
  ])
  expect([...found.keys()]).toEqual(["our-cleo", await slugOf(sample)])
  expect(found.get("our-cleo")).toMatchObject({ slug: cleo, name: "Cleo", place: null })
  expect(found.get(await slugOf(sample))?.place).toMatchObject({
    rank: expect.any(Number),
    points: expect.any(Number),
  })
  // The attribution that a service's terms require beside a place earned with its data.
  expect(found.get(await slugOf(sample))?.credits).toEqual(["Polar"])
  expect(found.get("our-cleo")?.credits).toEqual([])
})

test("a place names the athlete just ahead and the gap in points; the first has nobody ahead", async () => {
  t.clock.set("2026-11-20T20:00:00Z")
  const found = await athleteResults(t.world, boards, {
    athlete: await slugOf(await addAthlete(t.world)),
    today,
  })
  expect(found.ok && found.results.places).toEqual([])
  const [first, second] = [
    await addAthlete(t.world, { name: "Flo" }),
    await addAthlete(t.world, { name: "Gil" }),
  ]
  // More points than anybody else in this file, because a hidden athlete directly ahead would not be named.
  const runs = { [first]: ["15", "16", "17", "18"], [second]: ["15", "16", "17"] }
  for (const [id, days] of Object.entries(runs))
    for (const day of days)
      await onActivity(
        t.world,
        Number(id),
        sentRun({ startedAt: new Date(`2026-11-${day}T15:00:00Z`), movingS: 7200, elapsedS: 7200 }),
      )
  await boards.catchUp()
  const placeOf = async (id: number) => {
    const read = await athleteResults(t.world, boards, { athlete: await slugOf(id), today })
    return read.ok ? read.results.places[0] : undefined
  }
  const [ahead, behind] = [await placeOf(first), await placeOf(second)]
  expect(ahead).toMatchObject({ rank: 1, ahead: null })
  expect(behind?.ahead).toMatchObject({ name: "Flo", points: (ahead?.points ?? 0) - (behind?.points ?? 0) })
})
