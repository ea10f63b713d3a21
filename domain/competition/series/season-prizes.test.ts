import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { competition, firstSeries } from "#content/competitions.ts"
import { linesAbout } from "#domain/operator/read-journal.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { closeSeason, setSeasonPrizes, writeToWinners } from "#domain/operator/seasons.ts"
import { undo } from "#domain/operator/undo.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { findAllRight } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { onActivity } from "../pipeline.ts"
import { closedSeasons } from "../seasons/results.ts"
import { messagesToHolders } from "../seasons/winners-message.ts"
import { winning } from "../seasons/winning.ts"
import { ownPrizes } from "./season-prizes.ts"

let t: TestWorld
let owner: Operator
const season = "fortnightly-2026-11-09"
const usual = firstSeries.find(({ slug }) => slug === "fortnightly")?.prizes.map(({ title }) => title)
beforeAll(async () => {
  t = await createCompetitionWorld()
  owner = await addOperatorSession(t.world, "owner")
  for (const [name, km] of [
    ["Ana", 12],
    ["Ben", 10],
  ] as const) {
    const athlete = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    await onActivity(t.world, athlete, sentRun({ distanceM: km * 1000 }))
  }
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`truncate private.season_prizes`
})

const set = (titles: readonly string[], of = season) =>
  setSeasonPrizes(t.world, owner, { season: of, titles })
const shown = async () =>
  (await winning(t.world)).open
    .find(({ series: of }) => of === "fortnightly")
    ?.prizes.map(({ title }) => title)

test("A season has the prizes of its series until an operator sets its own, and again after an undo", async () => {
  expect(await shown()).toEqual(usual)
  const done = await set(["  A   bike ", "A helmet"])
  expect(done).toMatchObject({ ok: true })
  expect(await shown()).toEqual(["A bike", "A helmet"])
  expect(await linesAbout(t.world.db, { subject: "season", id: season })).toMatchObject([
    { command: "season.prizes", before: { prizes: [] }, after: { prizes: ["A bike", "A helmet"] } },
  ])
  expect(await set(["A bike", "A helmet"])).toEqual({ ok: false, code: "unchanged" })
  const entry = ("entry" in done && done.entry) || 0
  await set(["A bike"])
  expect(await undo(t.world, owner, entry)).toEqual({ ok: false, code: "changed" })
  await set(["A bike", "A helmet"])
  expect(await undo(t.world, owner, entry)).toMatchObject({ ok: true })
  expect(await shown()).toEqual(usual)
})

test.each([
  ["an empty one", ["A bike", " "], "bad_prizes"],
  ["a long one", ["x".repeat(201)], "bad_prizes"],
  ["too many", Array(21).fill("x"), "bad_prizes"],
])("Prizes with %s are refused, and the last ones stay", async (_what, titles, code) => {
  await set(["A bike"])
  expect(await set(titles)).toEqual({ ok: false, code })
  expect(await shown()).toEqual(["A bike"])
})

test("Only an owner can set prizes, for an existing season", async () => {
  expect(await set(["x"], "nowhere")).toEqual({ ok: false, code: "unknown_season" })
  const helper = await addOperatorSession(t.world, "helper")
  expect(await setSeasonPrizes(t.world, helper, { season, titles: ["x"] })).toMatchObject({
    code: "not_allowed",
  })
})

test("A close awards the set prizes once the winners are checked; then the prizes stay, and messages to winners are stored", async () => {
  await set(["A bike"])
  await closeSeason(t.world, owner, { season, early: true })
  await findAllRight(t.world, season)
  t.clock.advance(competition.winnersCheck.hours * 3_600_000)
  const done = await closeSeason(t.world, owner, { season })
  expect(done.ok && done.closed.winners).toMatchObject([{ athlete: "Ana", title: "A bike" }])
  expect(await set(["A car"])).toEqual({ ok: false, code: "too_late" })
  const [over] = await closedSeasons(t.world)
  expect(over?.winners).toMatchObject([{ place: 1, title: "A bike", name: "Ana" }])

  t.mails.length = 0
  const message = { id: crypto.randomUUID(), season, subject: "Well done", text: "One.\r\n\r\nTwo." }
  expect(await writeToWinners(t.world, owner, { ...message, dryRun: true })).toMatchObject({ mails: 1 })
  expect(await messagesToHolders(t.world.db, season)).toEqual([])
  expect(await writeToWinners(t.world, owner, message)).toMatchObject({ ok: true, mails: 1 })
  expect(await writeToWinners(t.world, owner, message)).toEqual({ ok: false, code: "already_sent" })
  expect(t.mails.map(({ to, subject }) => [to, subject])).toEqual([["ana@b4m.test", "Well done"]])
  expect(t.mails[0]?.text).toContain("One.\n\nTwo.")
  expect(await messagesToHolders(t.world.db, season)).toMatchObject([
    { subject: "Well done", text: "One.\r\n\r\nTwo.", mails: 1, by: owner.name },
  ])
})

test("Closing stores the prizes of the series, so that a later change of it affects nobody", async () => {
  const monthly = "monthly-2026-11"
  await closeSeason(t.world, owner, { season: monthly, early: true })
  const [row] = await t.world.db.sql<{ id: number }>`select id from seasons where slug = ${monthly}`
  expect((await ownPrizes(t.world.db, row?.id ?? 0)).map(({ title }) => title)).toEqual(
    firstSeries.find(({ slug }) => slug === "monthly")?.prizes.map(({ title }) => title),
  )
})
