import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { listSeasons } from "#domain/competition/seasons/season.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { shipPrize } from "./prizes.ts"
import { linesAbout } from "./read-journal.ts"
import { pageOfPrizes, readSeasons, readTable } from "./read-seasons.ts"
import type { Operator } from "./roles.ts"
import { closeSeason, disqualifyAthlete, reinstateAthlete, writeToWinners } from "./seasons.ts"
import { rehearseUndo, undo } from "./undo.ts"

const season = "fortnightly-2026-11-09"
let t: TestWorld
let owner: Operator
let helper: Operator
beforeAll(async () => {
  t = await createCompetitionWorld()
  owner = await addOperatorSession(t.world, "owner")
  helper = await addOperatorSession(t.world, "helper")
  for (const [name, km] of [
    ["Ana", 12],
    ["Ben", 10],
    ["Cleo", 8],
  ] as const) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    await onActivity(t.world, id, sentRun({ distanceM: km * 1000 }))
  }
  // A sample athlete, who is shown in no table that contains a member.
  await onActivity(
    t.world,
    await addAthlete(t.world, { name: "Sam", demo: true }),
    sentRun({ distanceM: 20_000 }),
  )
})
afterAll(() => t.close())

const entryOf = (done: object) => ("entry" in done && typeof done.entry === "number" ? done.entry : 0)
const slugOf = async (name: string) =>
  (await t.world.db.sql<{ slug: string }>`select slug from athletes where display_name = ${name}`)[0]?.slug ??
  ""
const line = async () => (await readSeasons(t.world)).find(({ slug }) => slug === season)
async function table() {
  const found = (await listSeasons(t.world.db)).find(({ slug }) => slug === season)
  if (!found) throw new Error("No season")
  return (await readTable(t.world.db, found)).map(({ rank, name, disqualified }) => [
    rank,
    name,
    disqualified,
  ])
}
const prizes = async (filter: Parameters<typeof pageOfPrizes>[1] = {}) => {
  const { rows, total } = await pageOfPrizes(t.world.db, filter, { limit: 9, offset: 0 })
  return [total, ...rows.map(({ place, athlete, status }) => `${place} ${athlete} ${status}`)]
}

// The life of one season: each part continues where the previous one ended, so it is one test.
test("A season is closed, an athlete excluded and reinstated, and a prize shipped, each as often as allowed", async () => {
  const close = (operator: Operator, more = {}) => closeSeason(t.world, operator, { season, ...more })
  expect(await line()).toMatchObject({ status: "open", athletes: 3, prizes: 0, shipped: 0 })
  expect(await close(helper, { early: true })).toEqual({ ok: false, code: "not_allowed" })
  expect(await close(owner)).toEqual({ ok: false, code: "too_early" })
  expect(await close(owner, { early: true, dryRun: true })).toMatchObject({
    ok: true,
    closed: { results: 3 },
  })
  expect(await line()).toMatchObject({ status: "open", prizes: 0 })
  expect(await table()).toEqual([
    [1, "Ana", null],
    [2, "Ben", null],
    [3, "Cleo", null],
  ])
  expect(await close(owner, { early: true })).toMatchObject({ ok: true })
  expect(await line()).toMatchObject({ status: "closed", athletes: 3, prizes: 0, shipped: 0 })
  expect((await table())[0]).toEqual([1, "Ana", null])
  await closeAndAward(t.world, season)
  expect(await line()).toMatchObject({ status: "settled", athletes: 3, prizes: 3, shipped: 0 })
  expect(await linesAbout(t.world.db, { subject: "season", id: season })).toMatchObject([
    { command: "season.close", before: { closed: false }, after: { closed: true } },
  ])

  const ana = await slugOf("Ana")
  const exclude = (reason: string, more = {}) =>
    disqualifyAthlete(t.world, owner, { season, athlete: ana, reason, ...more })
  expect(await exclude("Drove.", { dryRun: true })).toMatchObject({ ok: true })
  expect(await prizes()).toEqual([3, "1 Ana awarded", "2 Ben awarded", "3 Cleo awarded"])
  expect(await exclude("Drove.", { athlete: "nobody" })).toEqual({ ok: false, code: "unknown_athlete" })
  const excluded = await exclude("Drove.")
  expect(await prizes()).toEqual([2, "1 Ben awarded", "2 Cleo awarded"])
  expect((await table())[0]).toEqual([1, "Ana", "Drove."])
  const [entry] = await linesAbout(t.world.db, { entry: entryOf(excluded) })
  expect(entry).toMatchObject({
    subject: "place",
    reason: "Drove.",
    before: { disqualified: null },
    after: { disqualified: "Drove." },
  })
  expect(entry?.subjectId).toMatch(/^fortnightly-2026-11-09:\d+$/)

  const why = { reason: "By mistake" }
  // Reinstated by undoing the entry, which is then marked as undone; and by a command, which is undone by excluding
  // again.
  expect(await undo(t.world, owner, entryOf(excluded))).toEqual({ ok: false, code: "reason_needed" })
  const pressed = await Promise.all(
    Array.from({ length: 8 }, () => undo(t.world, owner, entryOf(excluded), { reason: "Rode." })),
  )
  expect(pressed.map((one) => (one.ok ? "done" : one.code)).sort()).toEqual([
    ...Array(7).fill("already_undone"),
    "done",
  ])
  expect((await table())[0]).toEqual([1, "Ana", null])
  expect(await undo(t.world, owner, entryOf(excluded), why)).toEqual({ ok: false, code: "already_undone" })
  const back = (more = {}) => reinstateAthlete(t.world, owner, { season, athlete: ana, ...more })
  expect(await back()).toEqual({ ok: false, code: "not_disqualified" })
  const again = await exclude("Twice.")
  expect(await back({ dryRun: true })).toMatchObject({ ok: true })
  expect((await table())[0]).toEqual([1, "Ana", "Twice."])
  const taken = await back()
  expect(await undo(t.world, owner, entryOf(again), why)).toEqual({ ok: false, code: "changed" })
  // Undoing an old entry must not take a prize away at one press: it shows who would get the prize, and does nothing
  // without a reason.
  expect(await undo(t.world, owner, entryOf(taken))).toEqual({ ok: false, code: "reason_needed" })
  expect(await rehearseUndo(t.world, owner, entryOf(taken))).toMatchObject({
    ok: true,
    settled: { winners: [{ title: expect.any(String), athlete: "Ben" }, { athlete: "Cleo" }] },
  })
  expect((await table())[0]).toEqual([1, "Ana", null])
  expect(await undo(t.world, owner, entryOf(taken), why)).toMatchObject({ ok: true })
  const [undone] = await linesAbout(t.world.db, { subject: "place", id: entry?.subjectId ?? "" })
  expect(undone).toMatchObject({
    undoes: entryOf(taken),
    reason: "By mistake",
    after: { disqualified: "Twice." },
  })
  expect((await table())[0]).toEqual([1, "Ana", "Twice."])
  expect(await prizes({ season })).toEqual([2, "1 Ben awarded", "2 Cleo awarded"])
  expect(await prizes({ season: "another" })).toEqual([0])

  const { rows } = await pageOfPrizes(t.world.db, {}, { limit: 1, offset: 0 })
  const prizeId = rows[0]?.id ?? 0
  const ship = (more = {}) => shipPrize(t.world, owner, { prizeId, tracking: "1Z", ...more })
  expect(await ship()).toEqual({ ok: false, code: "not_claimed" })
  await t.world.db.sql`update prizes set status = 'claimed', shipping_cents = 900 where id = ${prizeId}`
  expect(await prizes({ status: "unpaid" })).toEqual([1, "1 Ben unpaid"])
  expect(await ship()).toEqual({ ok: false, code: "shipping_not_paid" })
  await t.world.db.sql`update prizes set shipping_paid_at = now() where id = ${prizeId}`
  expect(await prizes({ status: "ready" })).toEqual([1, "1 Ben ready"])
  expect(await ship({ dryRun: true })).toMatchObject({ ok: true })
  expect(await prizes({ status: "ready" })).toEqual([1, "1 Ben ready"])
  expect(await ship({ prizeId: 987_654 })).toEqual({ ok: false, code: "unknown_prize" })
  const shipped = await ship()
  expect(await prizes({ status: "shipped" })).toEqual([1, "1 Ben shipped"])
  expect(await line()).toMatchObject({ prizes: 2, shipped: 1 })
  expect(await linesAbout(t.world.db, { entry: entryOf(shipped) })).toMatchObject([
    { fields: ["status", "tracking"], after: { status: "shipped", tracking: "1Z" } },
  ])
  const [values] = await t.world.db.sql<{ email: string }>`
    select u.email from private.journal_values v join auth.users u on u.id = v.user_id where v.entry_id = ${entryOf(shipped)}`
  expect(values?.email).toBe("ben@b4m.test")

  const write = (more = {}) =>
    writeToWinners(t.world, owner, {
      id: crypto.randomUUID(),
      season,
      subject: "Well done",
      text: "Soon.",
      ...more,
    })
  t.mails.length = 0
  expect(await write({ dryRun: true })).toMatchObject({ ok: true, mails: 2 })
  expect(t.mails).toEqual([])
  expect(await write()).toMatchObject({ ok: true, mails: 2 })
  expect(t.mails.map(({ to }) => to)).toEqual(["ben@b4m.test", "cleo@b4m.test"])
})
