/** Filters of a board on a real database: who is in a group, places within it, and what it may show. */
import fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { agesInWords, groupRule } from "#content/board-groups.ts"
import { changeGroups, groupFields } from "#domain/members/groups.ts"
import { exportMember } from "#domain/members/member.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { mergedAges } from "./age-bands.ts"
import { type Boards, createBoards } from "./board.ts"
import { groupPage, linkedGroups } from "./group-page.ts"
import { page } from "./standings.ts"

const slug = "this-month"
let t: TestWorld
let boards: Boards
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  boards = createBoards(t.world)
  await boards.open()
})
afterAll(async () => {
  boards.close()
  await t.close()
})

/** Six runners with 60, 55, … minutes, in the order of their names. */
const names = ["Ana", "Bea", "Cleo", "Dana", "Eve", "Fay"]
const ids = new Map<string, number>()
beforeEach(async () => {
  await t.world.db.sql`delete from auth.users`
  await t.world.db.sql`delete from athletes`
  for (const [nr, name] of names.entries()) await runner(name, 60 - 5 * nr)
  await boards.catchUp()
})

async function runner(name: string, minutes: number) {
  const id = await addAthlete(t.world, { name, email: `${name}@b4m.test` })
  ids.set(name, id)
  const sent = { movingS: minutes * 60, elapsedS: minutes * 60, distanceM: minutes * 150 }
  await onActivity(t.world, id, sentRun({ ...sent, startedAt: new Date("2026-11-19T15:00:00Z") }))
}
async function user(name: string) {
  return accountOf(t.world, ids.get(name) ?? 0)
}
const say = async (name: string, birthYear: number | null, category: "women" | "men" | "open" | null) =>
  expect(await changeGroups(t.world, await user(name), { birthYear, category })).toEqual({ ok: true })
async function shown(group: string, { viewer = null as string | null, after = 0, limit = 50 } = {}) {
  await boards.catchUp()
  const found = await groupPage(t.world, boards, { slug, group, viewer, after, limit })
  if (!found.ok) throw new Error(found.code)
  return found.page
}
const placesIn = async (group: string, viewer: string | null = null) =>
  (await shown(group, { viewer })).rows.map(({ rank, name }) => [rank, name])

test("a group is shown from five athletes on, with places of its own and the same points", async () => {
  for (const name of ["Ana", "Cleo", "Dana", "Eve"]) await say(name, null, "women")
  await say("Bea", null, "men")
  expect(await shown("women")).toMatchObject({ group: null, rows: [], total: 0 })
  await say("Fay", null, "women")
  expect(await placesIn("women")).toEqual([
    [1, "Ana"],
    [2, "Cleo"],
    [3, "Dana"],
    [4, "Eve"],
    [5, "Fay"],
  ])
  const whole = await page(t.world, boards, { slug, viewer: null, limit: 50 })
  const group = await shown("women", { viewer: await user("Dana"), after: 1, limit: 2 })
  expect(group).toMatchObject({ total: 5, next: 3, mine: { rank: 3 } })
  expect(group.rows.map(({ name, points }) => [name, points])).toEqual(
    whole.ok ? whole.page.rows.slice(2, 4).map(({ name, points }) => [name, points]) : [],
  )
  expect((await shown("women", { viewer: await user("Bea") })).mine).toBeNull()
  // Taken back, and not enough again.
  await say("Fay", null, null)
  expect((await shown("women")).group).toBeNull()
})

test("pages link to the groups that have a board", async () => {
  const linked = async () => {
    await boards.catchUp()
    return (await linkedGroups(t.world, boards, slug)).map(({ name }) => name)
  }
  expect(await linked()).toEqual(["run"])
  for (const name of ["Ana", "Cleo", "Dana", "Eve"]) await say(name, null, "women")
  expect(await linked()).toEqual(["run"])
  await say("Fay", null, "women")
  await expect.poll(linked).toEqual(["women", "run"])
  expect(await linkedGroups(t.world, boards, "no-board")).toEqual([])
})

test("equal points share a place within the group", async () => {
  await runner("Gia", 55)
  for (const name of ["Bea", "Cleo", "Dana", "Eve", "Gia"]) await say(name, null, "open")
  expect((await placesIn("open")).map(([rank]) => rank)).toEqual([1, 1, 3, 4, 5])
})

test("ages are those of the year of the board, bands merge, and an address finds the band that contains it", async () => {
  for (const name of ["Gia", "Hal", "Ida", "Joy"]) await runner(name, 20)
  for (const name of ["Ana", "Bea", "Cleo"]) await say(name, 2026 - 29, null)
  for (const name of ["Dana", "Eve"]) await say(name, 2026 - 30, null)
  for (const name of ["Fay", "Gia", "Hal", "Ida", "Joy"]) await say(name, 2026 - 40, null)
  expect((await shown("age")).groups.filter(({ by }) => by === "age")).toMatchObject([
    { name: "age-0", title: "Under 40", athletes: 5 },
    { name: "age-40", title: "40 and over", athletes: 5 },
  ])
  expect((await placesIn("age-30")).map(([, name]) => name)).toEqual(["Ana", "Bea", "Cleo", "Dana", "Eve"])
  expect((await placesIn("age-60")).map(([, name]) => name)).toContain("Fay")
  expect((await placesIn("age")).map(([, name]) => name)).toContain("Ana")
})

test("a sport lists those whose figure may show it to everybody, and others keep their name or none as on the board", async () => {
  expect((await placesIn("run")).map(([, name]) => name)).toEqual(names)
  await t.world.db.sql`update athletes set visibility = 'members' where id = ${ids.get("Ana")}`
  expect((await placesIn("sport", await user("Bea"))).map(([, name]) => name)).toEqual(names.slice(1))
  for (const name of names) await say(name, null, "women")
  expect((await placesIn("women"))[0]).toEqual([1, null])
  expect((await placesIn("women", await user("Bea")))[0]).toEqual([1, "Ana"])
  await t.world.db
    .sql`update athletes set visibility = 'public', restricted_data = 'confirmed' where id = ${ids.get("Ana")}`
  await t.world.db.sql`update standings set restricted_days = 1 where athlete_id = ${ids.get("Ana")}`
  expect((await shown("women")).rows[0]).toMatchObject({ rank: 1, name: null, points: null })
  expect((await placesIn("run")).map(([, name]) => name)).toEqual(names.slice(1))
})

test("neither birth year nor group is in any answer but the owner's export", async () => {
  for (const name of names) await say(name, 1987, "women")
  const whole = await page(t.world, boards, { slug, viewer: await user("Bea"), limit: 50 })
  const rows = (await shown("women", { viewer: await user("Bea") })).rows
  for (const one of [...rows, ...(whole.ok ? whole.page.rows : [])])
    expect(JSON.stringify(one)).not.toMatch(/1987|women|birth|category/)
  expect(await exportMember(t.world.db, await user("Ana"))).toMatchObject({
    birth_year: 1987,
    category: "women",
  })
  const asked = await t.world.db.transaction(async ({ sql }) => {
    await sql`select set_config('request.jwt.claims', ${JSON.stringify({ sub: await user("Bea") })}, true)`
    await sql`select set_config('role', 'authenticated', true)`
    return sql`select display_name from athletes where birth_year = 1987`
  })
  expect(asked).toEqual([{ display_name: "Bea" }])
})

test("an address of no group is unknown", async () => {
  for (const group of ["children", "age-x", "constructor"])
    expect(await groupPage(t.world, boards, { slug, group, viewer: null, after: 0, limit: 5 })).toEqual({
      ok: false,
      code: "unknown_group",
    })
})

test("fields: a year from 1900 to the least age, or nothing", () => {
  const fields = groupFields(new Date("2026-11-20T20:00:00Z"))
  expect(fields.parse({ birthYear: "", category: "" })).toEqual({ birthYear: null, category: null })
  expect(fields.parse({ birthYear: "2013", category: "open" })).toEqual({ birthYear: 2013, category: "open" })
  for (const birthYear of ["1899", "2014", "19", "198x", "1e3 "])
    expect(fields.safeParse({ birthYear, category: "" }).error?.issues[0]?.message).toBe(
      "Birth year must be a year from 1900 to 2013, or empty.",
    )
  expect(fields.safeParse({ birthYear: "", category: "robots" }).success).toBe(false)
})

describe("bands of ages", () => {
  const bands: readonly number[] = groupRule.bands
  const merged = (...counts: number[]) =>
    mergedAges((band) => counts[bands.indexOf(band)] ?? 0).map((ages) => [agesInWords(ages), ages.athletes])

  test("that have enough stay, and the others merge with the next, at the end with the one before", () => {
    expect(merged(5, 6, 7, 8, 9, 10)).toEqual([
      ["Under 30", 5],
      ["30 to 39", 6],
      ["40 to 49", 7],
      ["50 to 59", 8],
      ["60 to 69", 9],
      ["70 and over", 10],
    ])
    expect(merged(4, 6, 2, 0, 3, 1)).toEqual([
      ["Under 40", 10],
      ["40 and over", 6],
    ])
    expect(merged(5, 5, 4)).toEqual([
      ["Under 30", 5],
      ["30 and over", 9],
    ])
  })

  test("are none where all would be one", () => {
    expect(merged(4, 4, 0, 1)).toEqual([])
    expect(merged()).toEqual([])
    expect(merged(0, 40)).toEqual([])
  })

  test("contain everybody once, each at least five", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 9 }), { minLength: 6, maxLength: 6 }), (counts) => {
        const all = merged(...counts).map(([, athletes]) => athletes as number)
        if (all.length === 0) return
        expect(Math.min(...all)).toBeGreaterThanOrEqual(groupRule.least)
        expect(all.reduce((sum, one) => sum + one, 0)).toBe(counts.reduce((sum, one) => sum + one, 0))
      }),
    )
  })
})
