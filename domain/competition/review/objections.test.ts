/** Who may object to which verdicts, how often, and what a reply changes. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { objectionRule } from "#content/objections.ts"
import { accountOf, addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { recompute } from "../recompute.ts"
import { decideOn } from "./decide.ts"
import { object, reply } from "./objections.ts"

const start = "2026-11-20T20:00:00Z"
let t: TestWorld
beforeAll(async () => {
  t = await createCompetitionWorld(start)
})
afterAll(() => t.close())
let athlete: number
let userId: string
beforeEach(async () => {
  await t.world.db.sql`delete from athletes`
  await t.world.db.sql`delete from auth.users`
  t.clock.set(start)
  athlete = await addAthlete(t.world, { name: "Ana", email: "ana@b4m.test" })
  userId = await accountOf(t.world, athlete)
  t.mails.length = 0
})

async function brought(changes: Parameters<typeof sentRun>[0] = {}, by = athlete): Promise<number> {
  const sent = sentRun({ name: "Tempo", ...changes })
  await onActivity(t.world, by, sent)
  const [row] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from activities where external_id = ${sent.externalId}`
  return row?.id ?? 0
}
const objectTo = (activityId: number, text = "It was me.", by = userId) =>
  object(t.world, { userId: by, activityId, text })
const replyTo = (activityId: number, counts: boolean, text = "We looked again.") =>
  reply(t.world, { activityId, text, counts })
const verdict = async (id: number) =>
  (
    await t.world.db.sql<{ line: string }>`
      select concat_ws(' ', status, reason, counted_s) as line from activities where id = ${id}`
  )[0]?.line
const sent = { ok: true, dueAt: new Date(Date.parse(start) + 48 * 3_600_000) }
const at = (hours: number) => new Date(Date.parse("2026-11-18T15:00:00Z") + hours * 3_600_000)

test("an activity that does not count, not yet or only in part can be objected to; one that counts in full cannot", async () => {
  const whole = await brought({ startedAt: at(0), detail: 200 })
  expect(await objectTo(whole)).toEqual({ ok: false, code: "counts" })
  const cases: [Parameters<typeof sentRun>[0], string][] = [
    [{ manual: true, startedAt: at(-4) }, "excluded manual"],
    [{ distanceM: 22_000, startedAt: at(-8) }, "review unusually-fast"],
    [{ distanceM: 30_000, startedAt: at(-12) }, "excluded too-fast"],
    [{ startedAt: at(0) }, "excluded duplicate"],
    [{ startedAt: at(-0.5) }, "counted overlap 1751"],
  ]
  for (const [changes, expected] of cases) {
    const id = await brought(changes)
    expect(await verdict(id)).toBe(expected)
    expect(await objectTo(id)).toEqual(sent)
  }
})

test("nobody can object for somebody else, or to an unknown activity", async () => {
  const id = await brought({ manual: true })
  const other = await accountOf(t.world, await addAthlete(t.world, { email: "ben@b4m.test" }))
  for (const [by, about] of [
    [other, id],
    [crypto.randomUUID(), id],
    [userId, id + 1000],
  ] as const)
    expect(await objectTo(about, "Mine", by)).toEqual({ ok: false, code: "unknown_activity" })
})

test("a verdict can be objected to once, however often the form is sent; a new verdict allows a new objection", async () => {
  const id = await brought({ distanceM: 22_000 })
  const answers = await Promise.all(["1", "2", "3"].map((text) => objectTo(id, text)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  expect(answers.filter((one) => !one.ok && one.code === "already_sent")).toHaveLength(2)
  // While one waits, no other decision makes room for another one.
  await decideOn(t.world, { id, decision: "decline" })
  expect(await objectTo(id)).toEqual({ ok: false, code: "already_sent" })
  expect(await replyTo(id, false)).toEqual({ ok: true })
  expect(await objectTo(id)).toEqual(sent)
  expect(await replyTo(id, false)).toEqual({ ok: true })
  expect(await objectTo(id)).toEqual({ ok: false, code: "already_sent" })
  // The athlete has already objected to the verdict of the rules.
  await decideOn(t.world, { id, decision: null })
  expect(await objectTo(id)).toEqual({ ok: false, code: "already_sent" })
  await decideOn(t.world, { id, decision: "decline" })
  expect(await objectTo(id)).toEqual(sent)
})

test("an account can send ten within a day, whether or not they were replied to", async () => {
  const ids: number[] = []
  for (let n = 0; n <= objectionRule.mostInADay; n++)
    ids.push(await brought({ manual: true, startedAt: at(-2 * n) }))
  const last = ids.pop() ?? 0
  for (const id of ids) expect(await objectTo(id)).toEqual(sent)
  await replyTo(ids[0] ?? 0, false)
  expect(await objectTo(last)).toEqual({ ok: false, code: "too_many" })
  t.clock.set("2026-11-21T20:00:00Z")
  expect(await objectTo(last)).toMatchObject({ ok: true })
})

test.each([
  ["  \u0000\t ", "no_text"],
  ["x".repeat(1001), "too_long"],
])("a text is refused that is %j", async (text, code) => {
  const id = await brought({ manual: true })
  expect(await objectTo(id, text)).toEqual({ ok: false, code })
})

test("a text keeps its line breaks and loses invisible characters", async () => {
  const id = await brought({ manual: true })
  const text = ` It\u0000was \u0007me.\r\nOn the track.\ud800${"x".repeat(973)} `
  expect(await objectTo(id, text)).toEqual(sent)
  const [row] = await t.world.db.sql<{ text: string }>`select text from activity_objections`
  expect(row?.text).toBe(`It was  me.\nOn the track.\ufffd${"x".repeat(973)}`)
})

test("a reply is sent once, by mail, and says whether it counts", async () => {
  const id = await brought({ distanceM: 22_000 })
  expect(await replyTo(id, true)).toEqual({ ok: false, code: "no_objection" })
  await objectTo(id)
  expect(await replyTo(id, true, " \u0000")).toEqual({ ok: false, code: "no_text" })
  expect(await replyTo(id + 1000, true)).toEqual({ ok: false, code: "no_objection" })
  const answers = await Promise.all([replyTo(id, true), replyTo(id, true)])
  expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
  expect(await verdict(id)).toBe("counted cleared")
  expect(t.mails).toMatchObject([
    {
      ...{ to: "ana@b4m.test", kind: "competition.replied" },
      subject: "It counts after all: Tempo, November 18, 2026",
      headers: { "Reply-To": expect.stringContaining("@") },
    },
  ])
  expect(t.mails[0]?.text).toContain("“Tempo, November 18, 2026” now counts in full.")
  expect(t.mails[0]?.text).toContain("We looked again.")
  expect(t.mails[0]?.text).toContain("http://b4m.test/account#activities")
})

test("a negative reply leaves an activity as it is, and ends a review with one mail", async () => {
  const [out, waiting] = [
    await brought({ manual: true }),
    await brought({ distanceM: 22_000, startedAt: at(2) }),
  ]
  for (const id of [out, waiting]) {
    await objectTo(id)
    expect(await replyTo(id, false)).toEqual({ ok: true })
  }
  expect([await verdict(out), await verdict(waiting)]).toEqual(["excluded manual", "excluded declined"])
  expect(t.mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill("About your objection: Tempo, November 18, 2026"),
  )
  expect(t.mails[0]?.text).toContain("stays as it is")
  expect(t.mails[1]?.text).toContain("and it does not count")
  const [review] = await t.world.db.sql<{ reason: string }>`select reason from activity_reviews`
  expect(review?.reason).toBe("We looked again.")
})

test("no reply promises more than the rules allow", async () => {
  const [manual, kept] = [
    await brought({ manual: true, startedAt: at(-8) }),
    await brought({ startedAt: at(0), detail: 200 }),
  ]
  const short = await brought({ startedAt: at(0) })
  for (const id of [manual, short]) {
    await objectTo(id)
    expect(await replyTo(id, true)).toEqual({ ok: false, code: "stays_out" })
  }
  expect(t.mails).toEqual([])
  expect(await verdict(manual)).toBe("excluded manual")
  // Once the other recording of the same minutes is out, this one counts.
  await decideOn(t.world, { id: kept, decision: "decline" })
  expect(await replyTo(short, true)).toEqual({ ok: true })
  expect(await verdict(short)).toBe("counted cleared")
})

test("a session mistaken for a copy of another one counts beside it", async () => {
  const print = fingerprint(anySamples(1))
  await brought({ startedAt: at(0), fingerprint: print, detail: 200 })
  const id = await brought({ startedAt: at(-24), fingerprint: print })
  expect(await verdict(id)).toBe("excluded duplicate")
  await objectTo(id)
  expect(await replyTo(id, true)).toEqual({ ok: true })
  expect(await verdict(id)).toBe("counted cleared")
  expect(await recompute(t.world, { repair: false })).toMatchObject({ verdicts: 0, days: 0, standings: 0 })
})

test("an objection to an activity that counts again still gets a reply", async () => {
  const id = await brought()
  await decideOn(t.world, { id, decision: "decline" })
  await objectTo(id)
  await decideOn(t.world, { id, decision: "count" })
  t.mails.length = 0
  expect(await replyTo(id, true)).toEqual({ ok: true })
  expect(t.mails.map(({ subject }) => subject)).toEqual(["It counts after all: Tempo, November 18, 2026"])
})
