import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { objectToDecision } from "#domain/community/objection.ts"
import { openObjections, reportQueue } from "#domain/community/queue.ts"
import { reportAthlete } from "#domain/community/report.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { readToday } from "#domain/operator/today.ts"
import { undo } from "#domain/operator/undo.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { TestWorld } from "#test/support/world.ts"
import { decideEntry, endMute, muteAthlete, replyToModerationObjection } from "./report-commands.ts"

let t: TestWorld
let moderator: Operator
let helper: Operator
let author: CommunityMember
beforeAll(async () => {
  t = await createCompetitionWorld()
  moderator = await addOperatorSession(t.world, "moderator")
  helper = await addOperatorSession(t.world, "helper")
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`truncate private.reports, private.moderation_decisions`
  author = await addMember(t.world, "Author")
})

async function reported(slug = author.slug): Promise<number> {
  const reporter = await addMember(t.world, "Reporter")
  await reportAthlete(t.world, reporter.userId, {
    slug,
    about: "athlete",
    reason: "insult",
    note: "",
    ip: null,
  })
  const [entry] = await reportQueue(t.world, { operatorId: null })
  return entry?.report ?? 0
}
const given = { action: "hide", rule: "insult", statement: "It insults another member." } as const
const visibility = async () =>
  (await t.world.db.sql<{ visibility: string }>`select visibility from athletes where id = ${author.id}`)[0]
    ?.visibility

test("A moderator hides, undoes, keeps and mutes, each with an entry in the journal", async () => {
  const report = await reported()
  const done = await decideEntry(t.world, moderator, { report, ...given })
  expect([done.ok, await visibility()]).toEqual([true, "hidden"])
  expect(await undo(t.world, moderator, ("entry" in done && done.entry) || 0)).toMatchObject({ ok: true })
  expect(await visibility()).toBe("public")
  expect(await decideEntry(t.world, moderator, { report, ...given, action: "keep" })).toMatchObject({
    ok: true,
  })
  expect(
    await muteAthlete(t.world, moderator, { athleteId: author.id, days: 7, reason: "Threats" }),
  ).toMatchObject({
    ok: true,
  })
  expect(t.mails.at(-1)).toMatchObject({ to: author.email, kind: "report.muted" })
  expect(await endMute(t.world, moderator, { athleteId: author.id })).toMatchObject({ ok: true })
  const entries = await t.world.db.sql<{ command: string }>`
    select command from private.journal where operator_id = ${moderator.id} order by id`
  expect(entries.map(({ command }) => command)).toEqual([
    "report.hide",
    "report.reopen",
    "report.keep",
    "member.mute",
    "member.unmute",
  ])
})

test("An operator neither sees nor decides a report about themselves or their household", async () => {
  const name = await addMember(t.world, "Operator Athlete")
  await t.world.db.sql`update athletes set user_id = ${moderator.id} where id = ${name.id}`
  const report = await reported(name.slug)
  const seenBy = async ({ role, id }: Operator) =>
    (await readToday(t.world, role, id)).matters.find((one) => one.name === "reports")?.count
  expect([await seenBy(moderator), await seenBy(helper)]).toEqual([undefined, 1])
  expect(await reportQueue(t.world, { operatorId: moderator.id })).toEqual([])
  const refused = { ok: false, code: "nothing_open" }
  expect(await decideEntry(t.world, moderator, { report, ...given })).toEqual(refused)
  await t.world.db.sql`
    insert into private.ties (athlete_id, kind, household_of, marked_at)
    values (${name.id}, 'household', ${helper.id}, now())`
  expect(await decideEntry(t.world, helper, { report, ...given })).toEqual(refused)
  const owner = await addOperatorSession(t.world, "owner")
  expect(await decideEntry(t.world, owner, { report, ...given })).toMatchObject({ ok: true })
  await t.world.db.sql`update auth.users set raw_app_meta_data = '{}' where id = ${owner.id}`
})

test("An objection is replied to by another operator, where there is one", async () => {
  const report = await reported()
  await decideEntry(t.world, moderator, { report, ...given })
  const [decision] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from private.moderation_decisions where undone_at is null`
  await objectToDecision(t.world, author.userId, { decision: decision?.id ?? 0, text: "It is my name." })
  expect(await openObjections(t.world, { operatorId: moderator.id })).toHaveLength(1)
  const answer = { decision: decision?.id ?? 0, reply: "We looked at it again.", upheld: true }
  expect(await replyToModerationObjection(t.world, moderator, answer)).toEqual({
    ok: false,
    code: "own_decision",
  })
  const alone = async (banned: string | null) =>
    t.world.db.sql`update auth.users set banned_until = ${banned}::timestamptz where id = ${helper.id}`
  await alone("2999-01-01T00:00:00Z")
  expect(await replyToModerationObjection(t.world, moderator, { ...answer, upheld: false })).toMatchObject({
    ok: true,
  })
  expect(await visibility()).toBe("hidden")
  await alone(null)
})

test("A moderator's Today has reports and nothing else", async () => {
  await reported()
  const { matters, next } = await readToday(t.world, "moderator", moderator.id)
  expect([matters.map(({ name }) => name), next]).toEqual([["reports"], []])
})
