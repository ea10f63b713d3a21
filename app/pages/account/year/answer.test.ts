/** The forms of a member's year: what each saves, and the sentence with which it is refused. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { accountOf, addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { saveWeeks } from "./answer.ts"

let t: TestWorld
beforeAll(async () => {
  // A Tuesday.
  t = await createCompetitionWorld("2026-11-24T20:00:00Z")
})
afterAll(() => t.close())

async function member(email: string) {
  const userId = await accountOf(t.world, await addAthlete(t.world, { email }))
  const send = (form: string, typed: Record<string, string> = {}) =>
    saveWeeks(t.world, userId, { ...typed, form })
  const breaks = async () => {
    const rows = await t.world.db.sql<{ week: string }>`
      select b.week_on::text as week from break_weeks b join athletes a on a.id = b.athlete_id
      where a.user_id = ${userId} order by b.week_on`
    return rows.map(({ week }) => week)
  }
  return { send, breaks }
}

test("a goal is saved, and breaks are declared and withdrawn, at most four a year", async () => {
  const { send, breaks } = await member("weeks@example.com")
  expect(await send("goal", { activeDays: "5" })).toBeNull()
  const weeks = ["2027-02-01", "2027-02-08", "2027-02-15", "2027-03-01"]
  for (const week of weeks) expect(await send("declare", { week })).toBeNull()
  expect(await send("declare", { week: "2027-03-08" })).toEqual({
    status: 409,
    code: "too_many",
    problem: "You can take up to 4 weeks of break a year.",
  })
  expect(await breaks()).toEqual(weeks)
  expect(await send("withdraw", { week: "2027-02-08" })).toBeNull()
  expect(await send("declare", { week: "2027-03-08" })).toBeNull()
  expect(await breaks()).toEqual(["2027-02-01", "2027-02-15", "2027-03-01", "2027-03-08"])
})

test("a week that has begun, one too far ahead and what no form offers are refused with a sentence", async () => {
  const { send, breaks } = await member("refused@example.com")
  expect(await send("declare", { week: "2026-11-23" })).toMatchObject({
    status: 409,
    problem: expect.stringContaining("already started"),
  })
  expect(await send("declare", { week: "2027-11-29" })).toMatchObject({
    status: 409,
    problem: "Choose a week in the next twelve months.",
  })
  const odd: [string, Record<string, string>][] = [
    ["goal", { activeDays: "6" }],
    ["declare", { week: "2026-12-01" }],
    ["declare", {}],
    ["rest", { week: "2026-12-07" }],
  ]
  for (const [form, typed] of odd) expect(await send(form, typed)).toMatchObject({ status: 422 })
  expect(await breaks()).toEqual([])
  expect(await saveWeeks(t.world, crypto.randomUUID(), { form: "goal", activeDays: "3" })).toMatchObject({
    code: "not-joined",
  })
})
