/** The effects of a decision, and the mail to the athlete. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { type Decision, decideOn, versionOf } from "./decide.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
let athlete: number
let id: number
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  athlete = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
  id = await brought("a")
  t.mails.length = 0
})

async function brought(externalId: string, changes: Parameters<typeof sentRun>[0] = {}): Promise<number> {
  await onActivity(t.world, athlete, sentRun({ externalId, name: "Tempo", ...changes }))
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where external_id = ${externalId}
  `
  return row?.id ?? 0
}
const decide = (decision: Decision, more: { reason?: string; seen?: string | null } = {}) =>
  decideOn(t.world, { id, decision, ...more })
const state = async () => {
  const [row] = await t.world.db.sql`
    select x.status, x.decision, (select count(*)::integer from activity_reviews) as reviews,
      (select coalesce(sum(points), 0)::integer from athlete_days) as points
    from activities x where x.id = ${id}
  `
  return row
}
const untouched = { status: "counted", decision: null, reviews: 0, points: 135 }

test("a decision changes the activity, its points and the list of decisions, or nothing at all", async () => {
  expect(await decideOn(t.world, { id: id + 1000, decision: "decline" })).toEqual({
    ...{ ok: false, code: "unknown_activity" },
  })
  expect(await decide(null)).toEqual({ ok: false, code: "unchanged" })
  expect(await decide("decline", { seen: "another.version" })).toEqual({ ok: false, code: "changed" })
  expect(await state()).toEqual(untouched)
  expect(t.mails).toEqual([])
  expect(await decide("decline", { seen: await versionOf(t.world.db, id) })).toEqual({ ok: true })
  expect(await state()).toEqual({ status: "excluded", decision: "decline", reviews: 1, points: 0 })
  expect(await decide("decline")).toEqual({ ok: false, code: "unchanged" })
  expect(await decide("count")).toEqual({ ok: true })
  expect(await state()).toEqual({ status: "counted", decision: "count", reviews: 2, points: 135 })
  expect(await decide(null)).toEqual({ ok: true })
  expect(await state()).toEqual({ ...untouched, reviews: 3 })
  expect(t.mails).toHaveLength(1)
})

test("the version changes after every decision and every new verdict", async () => {
  const seen = [await versionOf(t.world.db, id)]
  for (const decision of ["decline", "count", null, "decline", null] as const) {
    await decide(decision)
    seen.push(await versionOf(t.world.db, id))
  }
  await brought("a", { fiveMinutesKmh: 23 })
  seen.push(await versionOf(t.world.db, id))
  expect(new Set(seen).size).toBe(7)
  await brought("a", { fiveMinutesKmh: 23, name: "Another name" })
  expect(await versionOf(t.world.db, id)).toBe(seen.at(-1))
})

test("of several concurrent identical decisions, one takes effect", async () => {
  const seen = await versionOf(t.world.db, id)
  const answers = await Promise.all(Array.from({ length: 5 }, () => decide("decline", { seen })))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter((one) => !one.ok && one.code === "changed")).toHaveLength(4)
  expect(await state()).toMatchObject({ reviews: 1 })
  expect(t.mails).toHaveLength(1)
})

test("a decline is mailed with its reason to an account that has an address and is not deleted", async () => {
  const declined = async (reason?: string) => {
    await decide("decline", reason === undefined ? {} : { reason })
    const mails = t.mails.splice(0)
    await decide(null)
    expect(t.mails).toEqual([])
    return mails
  }
  const [mail] = await declined("The track follows a highway.")
  expect(mail).toMatchObject({ to: "ana@b4m.test", subject: "Not counted: Tempo, November 18, 2026" })
  expect(mail?.text).toContain("The reason: The track follows a highway.")
  expect(mail?.text).not.toContain("Data:")
  expect((await declined())[0]?.text).toContain("It does not follow the competition’s rules.")
  // An activity without a name is called by its sport, with the attribution that its source's terms require.
  await brought("a", { name: null, credit: "Garmin" })
  const [plain] = await declined("No.")
  expect(plain?.subject).toBe("Not counted: running, November 18, 2026")
  expect(plain?.text).toContain("Data: Garmin")
  await t.world.db.sql`update auth.users set deleted_at = now()`
  expect(await declined()).toEqual([])
  await t.world.db.sql`update auth.users set deleted_at = null, email = null`
  expect(await declined()).toEqual([])
})

test("every decision is stored with its reason", async () => {
  await decide("decline", { reason: "" })
  await decide("count", { reason: "Seen again." })
  await decide(null, { reason: "" })
  await decide("decline", { reason: "The track follows a highway." })
  const kept = await t.world.db.sql<{ decision: string | null; reason: string | null }>`
    select decision, reason from activity_reviews order by id
  `
  expect(kept.map(({ decision, reason }) => [decision, reason])).toEqual([
    ["decline", "It does not follow the competition’s rules."],
    ["count", "Seen again."],
    [null, null],
    ["decline", "The track follows a highway."],
  ])
  expect(await versionOf(t.world.db, id + 1000)).toBeNull()
})
