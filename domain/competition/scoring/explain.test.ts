/** How much each viewer sees of an athlete's days: the terms of a source and the member's own choice decide. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import {
  type AthleteOptions,
  addAthlete,
  createCompetitionWorld,
  sentRun,
} from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { BoardState } from "../boards/board.ts"
import { onActivity } from "../pipeline.ts"
import { explain } from "./explain.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`delete from athletes`)

const member = async (options: AthleteOptions = {}) => {
  const id = await addAthlete(t.world, { email: `${crypto.randomUUID()}@b4m.test`, ...options })
  const [row] = await t.world.db.sql<{ slug: string; user_id: string }>`
    select slug, user_id from athletes where id = ${id}
  `
  return { id, slug: row?.slug ?? "", userId: row?.user_id ?? "" }
}
/** An hour's run on a day of November 2026. */
const run = (athlete: number, day: number, changes: Parameters<typeof sentRun>[0] = {}) =>
  onActivity(t.world, athlete, sentRun({ startedAt: new Date(Date.UTC(2026, 10, day, 15)), ...changes }))
const asked = async (
  athlete: string,
  viewer: string | null,
  more: { from?: string; board?: BoardState } = {},
) => {
  const found = await explain(t.world, { athlete, viewer, ...more })
  return found.ok ? found.explained : found.code
}
/** Formats a day as "18 135 told": the day, its points, and "told" if its lines are shown. */
const daysOf = (found: Awaited<ReturnType<typeof asked>>) =>
  typeof found === "string"
    ? found
    : found.days.map(({ on, points, lines }) => `${on.slice(-2)} ${points} ${lines ? "told" : "kept back"}`)

test.each<["public" | "members" | "hidden", "members" | "public", unknown, unknown, unknown]>([
  [
    "public",
    "members",
    "unknown_athlete",
    ["18 135 told", "17 135 kept back"],
    ["18 135 told", "17 135 told"],
  ],
  [
    "public",
    "public",
    ["18 135 told", "17 135 kept back"],
    ["18 135 told", "17 135 kept back"],
    ["18 135 told", "17 135 told"],
  ],
  [
    "members",
    "public",
    "unknown_athlete",
    ["18 135 told", "17 135 kept back"],
    ["18 135 told", "17 135 told"],
  ],
  ["hidden", "public", "unknown_athlete", "unknown_athlete", ["18 135 told", "17 135 told"]],
])(
  "%s, where restricted data is for %s: a visitor, a member and the athlete",
  async (visibility, display, visitor, other, own) => {
    await t.world.db.sql`update private.settings set value = ${display} where name = 'strava_display'`
    const { id, slug, userId } = await member({ visibility })
    const viewer = await member()
    await run(id, 18)
    await run(id, 17, { source: "strava" })
    expect(daysOf(await asked(slug, null))).toEqual(visitor)
    expect(daysOf(await asked(slug, viewer.userId))).toEqual(other)
    expect(daysOf(await asked(slug, userId))).toEqual(own)
    // An account that has not joined sees what a visitor does.
    expect(daysOf(await asked(slug, crypto.randomUUID()))).toEqual(visitor)
    await t.world.db.sql`update private.settings set value = 'members' where name = 'strava_display'`
  },
)

test("an athlete is named, and marked if it is the viewer", async () => {
  const { slug, userId } = await member({ name: "Ana", demo: true })
  const other = await member({ name: "Ben" })
  const athlete = { slug, name: "Ana", photo: null, figure: "other", demo: true, mine: false }
  expect(await asked(slug, null)).toEqual({ athlete, days: [] })
  expect(await asked(slug, userId)).toEqual({ athlete: { ...athlete, mine: true }, days: [] })
  expect(await asked(other.slug, null)).toMatchObject({ athlete: { name: "Ben", demo: false } })
  expect(await asked("nobody", userId)).toBe("unknown_athlete")
})

test("a day has its points, its lines, whether it was active, and the attributions that its sources require", async () => {
  const { id, slug } = await member()
  await run(id, 18, { source: "polar", credit: "Polar" })
  await run(id, 17, { movingS: 1199, elapsedS: 1199, distanceM: 0, kind: "yoga" })
  await run(id, 16, { manual: true })
  expect(await asked(slug, null)).toMatchObject({
    days: [
      {
        ...{ on: "2026-11-18", points: 135, active: true, credits: ["Polar"] },
        lines: [{ text: "60 min running" }, { text: "10 km" }, { text: "active day", points: 25 }],
      },
      { on: "2026-11-17", points: 8, active: false, credits: [], lines: [{ part: "time", points: 8 }] },
    ],
  })
})

test("a board's days run from its first to its last; a day split by its border counts in part", async () => {
  const { id, slug } = await member()
  for (const day of [16, 17, 18, 19]) await run(id, day)
  const board = (changes: Partial<BoardState>) =>
    ({ id: 7, from: "2026-11-01", to: null, ...changes }) as BoardState
  const told = async (more: Parameters<typeof asked>[2]) => daysOf(await asked(slug, null, more))
  const all = ["19 135 told", "18 135 told", "17 135 told", "16 135 told"]
  expect(await told({})).toEqual(all)
  expect(await told({ from: "2026-11-18" })).toEqual(all.slice(0, 2))
  expect(await told({ board: board({ from: "2026-11-17" }) })).toEqual(all.slice(0, 3))
  expect(await told({ board: board({ from: "2026-11-17", to: "2026-11-18" }) })).toEqual(all.slice(1, 3))
  expect(await told({ board: board({ from: "2026-11-17" }), from: "2026-11-19" })).toEqual(all.slice(0, 3))

  const cut = { 7: { points: 60, active: true }, 8: { points: 0, active: false }, 0: { points: 1 } }
  await t.world.db.sql`
    update athlete_days set exceptions = ${t.world.db.sql.json(cut)} where athlete_id = ${id} and local_on = '2026-11-18'
  `
  expect(await told({ board: board({}) })).toEqual(all.with(1, "18 60 kept back"))
  expect(await told({ board: board({ id: 8 }) })).toEqual(all.toSpliced(1, 1))
  expect(await told({ board: board({ id: 9 }) })).toEqual(all)
})

test("data that a service has not confirmed recently, and its day, are shown only to the athlete", async () => {
  const { id, slug, userId } = await member()
  const viewer = await member()
  await run(id, 18)
  await run(id, 17, { source: "strava" })
  await t.world.db.sql`update athletes set restricted_data = 'unconfirmed' where id = ${id}`
  expect(daysOf(await asked(slug, viewer.userId))).toEqual(["18 135 told"])
  expect(daysOf(await asked(slug, userId))).toEqual(["18 135 told", "17 135 told"])
  await t.world.db.sql`update private.settings set value = 'public' where name = 'strava_display'`
  expect(daysOf(await asked(slug, null))).toEqual(["18 135 told"])
  await t.world.db.sql`update private.settings set value = 'members' where name = 'strava_display'`
})
