/**
 * The email about the end of a race: sent once, when the winners are known, to members who asked for it and trained,
 * but not to winners.
 */
import { afterAll, beforeAll, expect, test } from "vitest"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { closeDue } from "#domain/competition/seasons/close.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { closeAndAward } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { chooseNotices } from "./choices.ts"
import { sendNotices } from "./send.ts"

let t: TestWorld
const users = new Map<string, { id: number; userId: string }>()

beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T12:00:00Z")
  const { sql } = t.world.db
  for (const [name, minutes] of [
    ["Ana", 90],
    ["Ben", 80],
    ["Cleo", 70],
    ["Dan", 60],
    ["Eve", 50],
    ["Finn", 0],
  ] as const) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    const [row] = await sql<{ userId: string }>`select user_id as "userId" from athletes where id = ${id}`
    users.set(name, { id, userId: row?.userId ?? "" })
    if (minutes > 0)
      await onActivity(
        t.world,
        id,
        sentRun({ kind: "hiit", distanceM: 0, movingS: minutes * 60, elapsedS: minutes * 60 }),
      )
  }
})
afterAll(() => t.close())

const all = { choices: { season: "mail" } } as const
const told = () => t.mails.splice(0).filter(({ kind }) => kind.startsWith("notice."))
/** At 6 in the evening in Los Angeles. */
async function evening(day: string) {
  t.clock.set(`${day}T02:00:00Z`)
  await maintainBoards(t.world)
  await closeDue(t.world)
  t.mails.length = 0
  await sendNotices(t.world)
  return told()
}

test("the mails of the last two evenings announce the end of the race", async () => {
  for (const name of ["Ana", "Dan", "Finn"]) await chooseNotices(t.world, users.get(name)?.userId ?? "", all)
  expect(await evening("2026-11-21")).toEqual([])
  const words = async (day: string) =>
    (await evening(day)).map(({ text }) => /The two-week race ends within \w+ \w+/.exec(text)?.[0])
  expect(await words("2026-11-22")).toEqual(Array(2).fill("The two-week race ends within two days"))
  expect(await words("2026-11-23")).toEqual(Array(2).fill("The two-week race ends within a day"))
})

test("no email while the winners are being checked, then one to members who asked for it, trained and did not win", async () => {
  expect(await evening("2026-11-24")).toEqual([])
  t.clock.set("2026-11-26T20:00:00Z")
  await closeAndAward(t.world, "fortnightly-2026-11-09")
  const sent = await evening("2026-11-27")
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    ["dan@b4m.test", "The two-week race is over: how you did, and who won"],
  ])
  const text = (sent[0]?.text ?? "").replace(/\s+/g, " ")
  const parts = [
    "The two-week race from November 9 to November 22 is over. You had 1 active day and 85 points.",
    "Your best day was November 18, with 85 points.",
    "The winners: 1st, Ana (Winner’s bundle",
    "2nd, Ben (Recovery kit and team shirt). 3rd, Cleo (Team shirt).",
    "You finished 4th of 5.",
  ]
  const at = parts.map((part) => text.indexOf(part))
  expect(at).toEqual(at.toSorted((a, b) => a - b))
  expect(at).not.toContain(-1)
  expect(await evening("2026-11-28")).toEqual([])
})

test("members who opt in later get the email within a week, with their best race so far, and not after that", async () => {
  const { sql } = t.world.db
  const eve = users.get("Eve")
  await chooseNotices(t.world, eve?.userId ?? "", all)
  await sql`
    with earlier as (
      insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, closed_at, settled_at, ruleset)
      values ('fortnightly', 'fortnightly-2026-10-26', '2026-10-26', '2026-11-08', '2026-10-26', '2026-11-09', '2026-11-09',
        '2026-11-09', '2026-11-12', 1)
      returning id
    )
    insert into season_results (season_id, line, athlete_id, rank, points, active_days, restricted_days, reached_at, ruleset)
    select id, 1, ${eve?.id ?? 0}, 1, 10, 1, 0, '2026-11-01', 1 from earlier`
  const [mail, ...others] = await evening("2026-11-29")
  expect(others).toEqual([])
  expect([mail?.to, mail?.text.includes("It was your best two-week race so far.")]).toEqual([
    "eve@b4m.test",
    true,
  ])
  await chooseNotices(t.world, users.get("Ben")?.userId ?? "", all)
  await sql`delete from private.notices`
  expect((await evening("2026-12-05")).map(({ to }) => to)).toEqual([])
})
