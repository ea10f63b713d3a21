/** Who is hidden, blocked, erased or withheld by a source is named at no address of /api/v1 and behind no cursor. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { block } from "#domain/community/block.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { memberWithToken, openApi, type TestApi, tokenOf } from "#test/support/api.ts"
import { createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"

let t: TestWorld
let api: TestApi
type Member = Awaited<ReturnType<typeof memberWithToken>>
const people = new Map<string, Member>()
const one = (name: string) => people.get(name) as Member
const names = ["Shown", "Hidden", "Membersonly", "Blocked", "Erased", "Withheld", "Viewer"]

beforeAll(async () => {
  t = await createCompetitionWorld("2026-10-20T20:00:00Z")
  for (const name of names) people.set(name, await memberWithToken(t.world, { name }))
  const train = async (day: string) => {
    for (const [index, { athlete }] of [...people.values()].entries())
      await onActivity(
        t.world,
        athlete,
        sentRun({
          startedAt: new Date(`${day}T16:00:00Z`),
          externalId: `${day} ${athlete}`,
          ...{ kind: "hiit", distanceM: 0, movingS: 1800 + 60 * index, elapsedS: 1800 + 60 * index },
        }),
      )
  }
  await train("2026-10-19")
  t.clock.set("2026-11-20T20:00:00Z")
  await closeAndAward(t.world, "monthly-2026-10")
  await maintainBoards(t.world)
  await train("2026-11-19")
  const { sql } = t.world.db
  await sql`update athletes set visibility = 'hidden' where id = ${one("Hidden").athlete}`
  await sql`update athletes set visibility = 'members' where id = ${one("Membersonly").athlete}`
  await sql`update athletes set restricted_data = 'confirmed' where id = ${one("Withheld").athlete}`
  await block(t.world, one("Blocked").userId, one("Viewer").slug)
  // Those of October have expired.
  for (const name of ["Viewer", "Erased"])
    people.set(name, { ...one(name), token: await tokenOf(t.world, one(name).userId) })
  await t.world.accounts.remove(t.world.db, one("Erased").userId)
  api = await openApi(t)
})
afterAll(async () => {
  api.close()
  await t.close()
})

const board = "/boards/last-14-days"
const season = "/seasons/monthly-2026-10"
const pages = [
  "/boards",
  board,
  "/boards/this-month",
  "/seasons",
  season,
  `${season}/results`,
  "/seasons/monthly-2026-11/races",
  "/seasons/monthly-2026-11/races/five-a-week",
]

/** Reads these addresses to their last page, one row a page, and returns all texts of the answers. */
async function everything(paths: readonly string[], token: string | null): Promise<string> {
  const texts: string[] = []
  for (const path of paths) {
    let query = "?limit=1"
    for (let count = 0; query !== ""; count++) {
      let answer = await api.get(`${path}${query}`, token)
      // It has no pages.
      if (answer.status === 400 && count === 0) answer = await api.get(path, token)
      expect([path, answer.status]).toEqual([path, 200])
      expect(count, `pages of ${path}`).toBeLessThan(20)
      texts.push(JSON.stringify(answer.body))
      query = answer.body.next ? `?limit=1&cursor=${answer.body.next}` : ""
    }
  }
  return texts.join("\n")
}

const named = (text: string) =>
  names.filter((name) => text.includes(`"${name}"`) || text.includes(`"${one(name).slug}"`))

test("visitors read only those who are shown to everybody", async () => {
  expect(named(await everything(pages, null))).toEqual(["Shown", "Blocked", "Viewer"])
})

test("a member reads those whom members see, but nobody who has blocked them, on boards and in races", async () => {
  const ofViewers = pages.filter((path) => /^\/boards|five-a-week$/.test(path))
  const seen = ["Shown", "Membersonly", "Withheld", "Viewer"]
  expect(named(await everything(ofViewers, one("Viewer").token))).toEqual(seen)
  expect(named(JSON.stringify((await api.get(`${board}?around=me`, one("Viewer").token)).body))).toEqual(seen)
})

test.each(["Hidden", "Membersonly", "Erased", "Withheld"])(
  "%s has no points to read by a visitor",
  async (name) => {
    expect((await api.get(`${board}/athletes/${one(name).slug}`)).status).toBe(404)
  },
)

test("who has blocked a member has no points to read by them; an erased account's token is refused", async () => {
  const path = `${board}/athletes/${one("Blocked").slug}`
  expect([(await api.get(path)).status, (await api.get(path, one("Viewer").token)).status]).toEqual([
    200, 404,
  ])
  expect((await api.get("/me", one("Erased").token)).status).toBe(401)
})
