/** The evening mail reports each member's own day once, and is not sent after they opted out. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { tokenFor } from "#domain/opaque-token.ts"
import type { Db } from "#ports/db.ts"
import { accountOf, addAthlete, createCompetitionWorld } from "#test/support/competition.ts"
import { addSeries } from "#test/support/seasons.ts"
import type { TestWorld } from "#test/support/world.ts"
import { chooseNotices, endNotices } from "./choices.ts"
import { sendNotices } from "./send.ts"

/** 6 in the evening of November 20 in Los Angeles. */
const evening = "2026-11-21T02:00:00Z"
let t: TestWorld
const people: { id: number; userId: string; name: string }[] = []
beforeAll(async () => {
  t = await createCompetitionWorld(evening)
  // Without a key, so that another mail of the same evening is not suppressed.
  const { mail } = t.world
  t.world.mail = { ...mail, queue: (db, message) => mail.queue(db, message) }
  for (const name of ["Ana", "Ben"]) {
    const id = await addAthlete(t.world, { name, email: `${name.toLowerCase()}@b4m.test` })
    const userId = await accountOf(t.world, id)
    people.push({ id, name, userId })
  }
})
afterAll(() => t.close())
beforeEach(async () => {
  const { sql } = t.world.db
  for (const table of ["private.notices", "private.notice_choices", "prizes", "standings"])
    await sql`delete from ${sql(table)}`
  t.mails.length = 0
  await sql`update boards set ranks_on = null`
})

const all = { choices: { passed: "mail", season: "mail", prize: "mail" } } as const
const asks = async () => {
  for (const { userId } of people) await chooseNotices(t.world, userId, all)
}
const prize = (athlete: number, place: number, title: string, status = "awarded") => t.world.db.sql`
  insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until)
  select id, ${place}, ${title}, ${athlete}, ${status}, 0, now(), ${evening}::timestamptz + interval '2 days'
  from seasons where slug = 'fortnightly-2026-11-09'`
const told = () =>
  t.mails.splice(0).map(({ to, text }) => [to.split("@")[0], text.match(/waiting: (\w+)/)?.[1]])
/** The same database behind a wrapper that counts queries and can run something first. */
function through({ before = async () => {}, asked = [] as string[] } = {}) {
  const { db } = t.world
  const sql = ((strings: TemplateStringsArray, ...values: unknown[]) => {
    asked.push(strings.join("?"))
    return (db.sql as (s: TemplateStringsArray, ...v: unknown[]) => unknown)(strings, ...values)
  }) as unknown as Db["sql"]
  const transaction: Db["transaction"] = async (work) => {
    await before()
    return db.transaction(work)
  }
  return { ...t.world, db: { ...db, sql, transaction } }
}

test("each mail is about its own member only", async () => {
  await asks()
  await prize(people[0]?.id ?? 0, 1, "Belt")
  await prize(people[1]?.id ?? 0, 2, "Shirt")
  expect(await sendNotices(t.world)).toBe(2)
  expect(told().sort()).toEqual([
    ["ana", "Belt"],
    ["ben", "Shirt"],
  ])
})

test("only a prize that is waiting for an address is mentioned", async () => {
  await asks()
  await prize(people[0]?.id ?? 0, 1, "Belt", "claimed")
  await prize(people[1]?.id ?? 0, 2, "Shirt", "shipped")
  expect([await sendNotices(t.world), told()]).toEqual([0, []])
  // Nothing is recorded as sent, so that later news is still mailed.
  expect(await t.world.db.sql`select from private.notices`).toEqual([])
})

test("while nobody has opted in, a run takes a single query", async () => {
  const asked: string[] = []
  expect(await sendNotices(through({ asked }))).toBe(0)
  // With the one piece of it that is shared.
  expect(asked.filter((text) => text.trimStart().startsWith("select"))).toHaveLength(1)
  await asks()
  await sendNotices(through({ asked }))
  expect(asked.length).toBeGreaterThan(2)
})

test("a member who opts out, or is mailed by another process, during a run gets no mail from it", async () => {
  const [ana] = people
  if (!ana) throw new Error("nobody")
  await asks()
  await prize(ana.id, 1, "Belt")
  const ends = async () =>
    void (await endNotices(t.world, {
      kinds: "prize",
      token: tokenFor(t.world, "manage-notices", String(ana.id)),
    }))
  expect([await sendNotices(through({ before: ends })), told()]).toEqual([0, []])
  await chooseNotices(t.world, ana.userId, all)
  const first = async () => void (await sendNotices(t.world))
  expect([await sendNotices(through({ before: first })), told()]).toEqual([0, [["ana", "Belt"]]])
})

test("a season of a series removed from the content is called by the series' slug", async () => {
  const { sql } = t.world.db
  await addSeries(t.world.db, { slug: "weekly", name: "Weekly" })
  await chooseNotices(t.world, people[0]?.userId ?? "", { choices: { season: "mail" } })
  await sql`
    with season as (
      insert into seasons (series, slug, from_on, to_on, opens_at, closes_at, grace_ends_at, ruleset)
      values ('weekly', 'weekly-2026-11-16', '2026-11-16', '2026-11-20', '2026-11-16', '2026-11-21T08:00:00Z', '2026-11-22', 1)
      returning id
    ), board as (
      insert into boards (slug, from_on, to_on, season_id, ranks_on)
      select 'weekly-2026-11-16', '2026-11-16', '2026-11-20', id, '2026-11-20' from season returning id
    )
    insert into standings (athlete_id, board_id, points, active_days, restricted_days, reached_at, place_key)
    select ${people[0]?.id ?? 0}, id, 10, 1, 0, now(), private.place_key(10, 1::smallint, now()) from board`
  expect(await sendNotices(t.world)).toBe(1)
  expect(t.mails[0]?.text.replace(/\s+/g, " ")).toContain(
    "The weekly ends within a day, and you are in 1st place.",
  )
  await sql`delete from seasons where series = 'weekly'`
  await sql`delete from series where slug = 'weekly'`
})
