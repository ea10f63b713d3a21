import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { commentRule } from "#content/comments.ts"
import { changeMember } from "#domain/members/member.ts"
import { erase, exportData } from "#domain/members/privacy.ts"
import { personalData } from "#server/world/privacy.ts"
import { addMember, type CommunityMember, nameModerator } from "#test/support/community.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { block, unblock } from "./block.ts"
import { cheer } from "./cheer.ts"
import { cheeredDays } from "./cheered-days.ts"
import { comment, deleteComment, editComment, setCommentAside } from "./comment.ts"
import type { CommentSubject } from "./comment-subject.ts"
import { closeDay, switchComments } from "./comment-switches.ts"
import { commentsOn } from "./comments-on.ts"
import { decideReports, reopenReports } from "./decide.ts"
import { mute, unmute } from "./mute.ts"
import { objectToDecision, replyToObjection } from "./objection.ts"
import { queuedReports, reportQueue } from "./queue.ts"
import { reportAthlete } from "./report.ts"
import { memberTopic, talkTopic } from "./tell.ts"

const on = "2026-11-19"
const session = { event: "sunrise-run", on: "2026-11-24" }
let t: TestWorld
let ada: CommunityMember
let mia: CommunityMember
let vera: CommunityMember
let moderator: string
beforeAll(async () => {
  t = await createCompetitionWorld()
  moderator = await nameModerator(t.world)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`truncate private.comments, private.reports, private.moderation_decisions`
  t.mails.length = 0
  ;[ada, mia, vera] = [
    await addMember(t.world, "Ada"),
    await addMember(t.world, "Mia"),
    await addMember(t.world, "Vera"),
  ]
})

const dayOf = ({ slug }: CommunityMember): CommentSubject => ({ athlete: slug, on })
const write = (by: CommunityMember, text: string, about: CommentSubject = dayOf(ada)) =>
  comment(t.world, by.userId, { ...about, text })
const written = async (by: CommunityMember, text: string, about?: CommentSubject) => {
  const done = await write(by, text, about)
  if (!done.ok) throw new Error(done.code)
  return done.id
}
const talk = (viewer: CommunityMember, about: CommentSubject = dayOf(ada)) =>
  commentsOn(t.world, viewer.userId, about)
const read = async (viewer: CommunityMember, about?: CommentSubject) =>
  (await talk(viewer, about))?.comments.map(({ name, text }) => `${name}: ${text}`)
const refused = (code: string) => ({ ok: false, code })
const report = (by: CommunityMember, slug: string, id: number, reason: "insult" | "spam" = "insult") =>
  reportAthlete(t.world, by.userId, { slug, about: { comment: id }, reason, note: "", ip: null })
const subject = (id: number) => ({ kind: "comment", id: String(id) }) as const
const decide = (id: number, action: "hide" | "keep") =>
  decideReports(t.world, subject(id), {
    action,
    rule: "insult",
    statement: "It insults the athlete.",
    by: moderator,
  })

test("A member writes under a day and an event, changes it, which shows, and deletes it for good", async () => {
  const id = await written(mia, "Strong morning!")
  await written(ada, "Thank you.")
  expect(await read(vera)).toEqual(["Mia: Strong morning!", "Ada: Thank you."])
  expect((await talk(vera))?.comments.map(({ editedAt }) => editedAt)).toEqual([null, null])
  t.clock.advance(1_000)
  expect(await editComment(t.world, mia.userId, { id, text: "Strong evening!", seen: null })).toEqual({
    ok: true,
  })
  const [edited] = (await talk(vera))?.comments ?? []
  expect([edited?.text, edited?.editedAt]).toEqual(["Strong evening!", t.world.now()])
  await deleteComment(t.world, vera.userId, id)
  expect(await read(vera)).toHaveLength(2)
  await deleteComment(t.world, mia.userId, id)
  expect(await read(vera)).toEqual(["Ada: Thank you."])
  expect(await t.world.db.sql`select from private.comments where id = ${id}`).toEqual([])
  await written(mia, "See you there", session)
  expect(await read(vera, session)).toEqual(["Mia: See you there"])
  expect(await write(mia, "x", { ...session, on: "2026-11-25" })).toEqual(refused("not_shown"))
  expect(await write(mia, "x", { event: "no-such", on })).toEqual(refused("not_shown"))
})

test("A fresh site has no comments, until a moderator is named; an operator can switch them off", async () => {
  const role = (name: string | null) => t.world.db.sql`
    update auth.users set raw_app_meta_data = ${t.world.db.sql.json(name ? { role: name } : {})} where id = ${moderator}`
  await written(mia, "Hello")
  const isOff = async () => {
    expect(await write(mia, "Again")).toEqual(refused("off"))
    expect(await talk(vera)).toBeUndefined()
    const { athletes } = await cheeredDays(t.world, vera.userId, { athletes: [ada.slug], days: 1 })
    expect(athletes[ada.slug]?.[0]?.comments).toBeUndefined()
  }
  for (const other of [null, "owner"]) {
    await role(other)
    await isOff()
  }
  await role("moderator")
  await switchComments(t.world, "off")
  await isOff()
  await switchComments(t.world, "on")
  expect(await read(vera)).toEqual(["Mia: Hello"])
  const { athletes } = await cheeredDays(t.world, vera.userId, { athletes: [ada.slug], days: 1 })
  expect(athletes[ada.slug]?.[0]?.comments).toBe(1)
})

test("The owner closes a day, or all of their days, and hides what stands there; its writer is not told", async () => {
  const id = await written(mia, "Too loud")
  expect(await setCommentAside(t.world, vera.userId, { id, aside: true })).toEqual(refused("not_shown"))
  expect(await setCommentAside(t.world, ada.userId, { id, aside: true })).toEqual({ ok: true })
  expect([await read(vera), await read(mia)]).toEqual([[], ["Mia: Too loud"]])
  const flags = async (viewer: CommunityMember) =>
    (await talk(viewer))?.comments.map(({ aside, hidden }) => [aside, hidden])
  expect([await flags(mia), await flags(ada)]).toEqual([[[false, false]], [[true, false]]])
  expect(t.mails).toEqual([])
  await setCommentAside(t.world, ada.userId, { id, aside: false })
  expect(await read(vera)).toEqual(["Mia: Too loud"])

  await closeDay(t.world, ada.userId, { on, closed: true })
  expect(await write(mia, "More")).toEqual(refused("closed"))
  expect([(await talk(mia))?.because, (await talk(ada))?.open]).toEqual(["closed", false])
  expect(await read(vera)).toEqual(["Mia: Too loud"])
  await closeDay(t.world, ada.userId, { on, closed: false })
  expect((await write(mia, "More")).ok).toBe(true)
  await t.world.db
    .sql`insert into private.athlete_pages (athlete_id, takes_comments) values (${ada.id}, false)`
  expect(await write(mia, "Even more")).toEqual(refused("closed"))
})

test("A mute is asked about where somebody cheers, writes and changes, and not where they delete", async () => {
  const id = await written(mia, "Before")
  await mute(t.world, { athleteId: mia.id, days: 1, reason: "Insults" })
  expect(await write(mia, "During")).toEqual(refused("muted"))
  expect(await editComment(t.world, mia.userId, { id, text: "Changed", seen: null })).toEqual(
    refused("muted"),
  )
  expect(await cheer(t.world, mia.userId, { athlete: ada.slug, on, phrase: null })).toEqual(refused("muted"))
  expect((await talk(mia))?.because).toBe("muted")
  expect(await read(vera)).toEqual(["Mia: Before"])
  t.clock.advance(86_400_000)
  expect((await write(mia, "After")).ok).toBe(true)
  await mute(t.world, { athleteId: mia.id, days: 1, reason: "Insults" })
  await deleteComment(t.world, mia.userId, id)
  expect(await read(vera)).toEqual(["Mia: After"])
  t.clock.advance(-86_400_000)
})

test("With a mute, everything that was written before can be hidden, and comes back when a moderator ends it", async () => {
  await written(mia, "One")
  await written(mia, "Two", session)
  t.clock.advance(1_000)
  await mute(t.world, { athleteId: mia.id, days: 1, reason: "Insults", hidesEarlier: true })
  expect([await read(vera), await read(vera, session)]).toEqual([[], []])
  expect(await read(mia)).toEqual(["Mia: One"])
  // It stays hidden when the mute has passed, and what is written afterward is shown.
  t.clock.advance(2 * 86_400_000)
  await written(mia, "Later")
  expect(await read(vera)).toEqual(["Mia: Later"])
  t.clock.advance(-2 * 86_400_000)
  expect(await unmute(t.world, mia.id)).toEqual({ ok: true })
  expect(await read(vera)).toEqual(["Mia: One", "Mia: Later"])
})

test("Whoever has not joined, has no day, is hidden or below the site's age writes nothing and reads nothing of others'", async () => {
  const stranger = { ...mia, userId: crypto.randomUUID() }
  await written(mia, "Hello")
  expect(await write(stranger, "x")).toEqual(refused("not_joined"))
  expect([await read(stranger), await read(stranger, session)]).toEqual([undefined, undefined])
  expect(await write(await addMember(t.world, "New", { days: [] }), "x")).toEqual(refused("no_day_yet"))
  expect(await write(await addMember(t.world, "Hid", { visibility: "hidden" }), "x")).toEqual(
    refused("hidden"),
  )
  const young = await addMember(t.world, "Young")
  await t.world.db
    .sql`update athletes set birth_year = ${2026 - commentRule.leastAge + 1} where id = ${young.id}`
  expect(await write(young, "x")).toEqual(refused("too_young"))
  await t.world.db.sql`update athletes set birth_year = ${2026 - commentRule.leastAge} where id = ${young.id}`
  expect((await write(young, "x")).ok).toBe(true)
})

test("A day that is not shown to somebody has no comments for them, and a writer who hides later is gone", async () => {
  await written(mia, "Hello")
  await changeMember(t.world, mia.userId, { visibility: "hidden" })
  expect(await read(vera)).toEqual([])
  await changeMember(t.world, mia.userId, { visibility: "members" })
  expect(await read(vera)).toEqual(["Mia: Hello"])
  await changeMember(t.world, ada.userId, { visibility: "hidden" })
  expect([await read(vera), await write(vera, "x")]).toEqual([undefined, refused("not_shown")])
  expect(await read(ada)).toEqual(["Mia: Hello"])
})

test("Blocked, nobody reads or reaches the other anywhere, and on the day of the other for nobody", async () => {
  const third = dayOf(vera)
  await written(mia, "On Ada's day")
  await written(mia, "On Vera's day", third)
  await written(ada, "Ada was here", third)
  const mails = t.mails.length
  await block(t.world, ada.userId, mia.slug)
  expect(t.mails).toHaveLength(mails)
  expect([await read(ada), await read(vera), await read(mia)]).toEqual([[], [], undefined])
  expect(await read(ada, third)).toEqual(["Ada: Ada was here"])
  expect(await read(mia, third)).toEqual(["Mia: On Vera's day"])
  expect(await read(vera, third)).toEqual(["Mia: On Vera's day", "Ada: Ada was here"])
  expect([await write(mia, "x"), await write(ada, "x", dayOf(mia))]).toEqual([
    refused("not_shown"),
    refused("not_shown"),
  ])
  const count = async (viewer: CommunityMember, of: CommunityMember) =>
    (await cheeredDays(t.world, viewer.userId, { athletes: [of.slug], days: 1 })).athletes[of.slug]?.[0]
      ?.comments
  expect([await count(ada, vera), await count(vera, ada)]).toEqual([1, 0])
  await unblock(t.world, ada.userId, mia.slug)
  expect(await read(vera)).toEqual(["Mia: On Ada's day"])
})

test("A comment that is reported is hidden, told, objected to, shown again and undone like a name", async () => {
  const id = await written(mia, "You are a fool")
  expect(await report(mia, mia.slug, id)).toEqual(refused("yourself"))
  expect(await report(vera, ada.slug, id)).toEqual(refused("not_shown"))
  expect(await report(vera, mia.slug, id)).toEqual({ ok: true, state: "received" })
  expect(await report(ada, mia.slug, id, "spam")).toEqual({ ok: true, state: "received" })
  const [entry] = await reportQueue(t.world, { operatorId: null })
  expect(entry).toMatchObject({ kind: "comment", shown: "Mia", text: "You are a fool", reports: 2 })
  // The writer changes it before anybody has looked.
  t.clock.advance(1_000)
  await editComment(t.world, mia.userId, { id, text: "You are a friend", seen: null })
  const { reports } = await queuedReports(t.world, subject(id))
  expect(reports.map(({ quoted }) => quoted)).toEqual(["You are a fool", "You are a fool"])
  expect(await decide(id, "hide")).toMatchObject({ ok: true })
  expect([await read(vera), await read(ada), await read(mia)]).toEqual([[], [], ["Mia: You are a friend"]])
  expect(t.mails.filter(({ kind }) => kind === "report.hidden")).toMatchObject([
    { to: mia.email, subject: "A comment of yours is hidden" },
  ])
  expect(JSON.stringify(t.mails)).not.toMatch(/fool|friend/)
  const [last] = (await talk(mia))?.comments ?? []
  expect(await editComment(t.world, mia.userId, { id, text: "x", seen: last?.editedAt ?? null })).toEqual(
    refused("taken_down"),
  )
  const [decision] = await t.world.db.sql<{ id: number }>`
    select id::float8 as id from private.moderation_decisions where subject_id = ${String(id)}`
  const about = { decision: decision?.id ?? 0 }
  await objectToDecision(t.world, mia.userId, { ...about, text: "Irony." })
  await replyToObjection(t.world, { ...about, reply: "Right.", upheld: true })
  expect(await read(vera)).toEqual(["Mia: You are a friend"])

  const other = await written(mia, "And a donkey")
  await report(vera, mia.slug, other)
  await decide(other, "hide")
  const mails = t.mails.length
  expect(await reopenReports(t.world, subject(other))).toEqual({ ok: true })
  expect([await read(vera), t.mails.length]).toEqual([["Mia: You are a friend", "Mia: And a donkey"], mails])
})

test("What was kept is not queued again, unless its writer changes it", async () => {
  const id = await written(mia, "Slow today")
  await report(vera, mia.slug, id)
  await decide(id, "keep")
  expect(await report(ada, mia.slug, id)).toEqual({ ok: true, state: "settled" })
  t.clock.advance(1_000)
  await editComment(t.world, mia.userId, { id, text: "Slow as ever, cow", seen: null })
  expect(await report(ada, mia.slug, id)).toEqual({ ok: true, state: "received" })
})

test("A comment that its writer deletes can still be decided by what it said", async () => {
  const id = await written(mia, "You are a fool")
  await report(vera, mia.slug, id)
  await deleteComment(t.world, mia.userId, id)
  const entry = (await reportQueue(t.world, { operatorId: null })).find((one) => one.id === String(id))
  expect(entry).toMatchObject({ shown: "Mia", text: null })
  expect((await queuedReports(t.world, subject(id))).reports).toMatchObject([{ quoted: "You are a fool" }])
  expect(await decide(id, "hide")).toMatchObject({ ok: true })
})

test("Reliable reporters hide a comment until somebody looks, and its writer is told that a machine did", async () => {
  const id = await written(mia, "You are a fool")
  for (const name of ["One", "Two"]) {
    const { id: reporter, userId } = await addMember(t.world, name)
    await t.world.db.sql`
      with decided as (
        insert into private.moderation_decisions (subject_kind, subject_id, action, automatic, rule, statement, at)
        values ('page', '/about', 'hide', false, 'spam', 'Right.', now()) returning id
      )
      insert into private.reports (subject_kind, subject_id, fingerprint, reporter_id, reason, at, weight, decision_id)
      select 'page', '/about', '', ${reporter}, 'spam', '2026-10-01', 1, decided.id from decided, generate_series(1, 5)`
    await t.world.db.sql`update athletes set joined_at = '2026-01-01' where id = ${reporter}`
    await reportAthlete(t.world, userId, {
      ...{ slug: mia.slug, about: { comment: id }, reason: "insult", note: "" },
      ip: name === "One" ? "203.0.113.1" : "198.51.100.1",
    } as const)
  }
  expect([await read(vera), await read(mia)]).toEqual([[], ["Mia: You are a fool"]])
  expect(t.mails.find(({ kind }) => kind === "report.hidden")?.text).toContain("by the weight of reports")
  await decide(id, "keep")
  expect(await read(vera)).toEqual(["Mia: You are a fool"])
})

test("Tricks with text are stored as they are safe to read; empty, long and early links are refused", async () => {
  await written(
    mia,
    `<b>Hi</b>\u202e evil\u200b ${"z\u0351\u0351\u0351\u0351\u0351\u0351"}${"\n".repeat(300)}end`,
  )
  expect(await read(vera)).toEqual([`Mia: <b>Hi</b> evil z\u0351\u0351\u0351\n\nend`])
  expect(await write(mia, " \u200b\u3164\n")).toEqual(refused("empty"))
  expect(await write(mia, "🏃".repeat(501))).toEqual(refused("too_long"))
  expect((await write(mia, "🏃".repeat(500))).ok).toBe(true)
  for (const link of ["see https://example.com", "mail me@example.com", "www.example.com", "ехample．com"])
    expect(await write(mia, link)).toEqual(refused("link"))
  await t.world.db.sql`update athletes set joined_at = '2026-01-01' where id = ${mia.id}`
  expect(await write(mia, "example.com")).toEqual(refused("link"))
  const days = ["2026-11-17", "2026-11-18"]
  await t.world.db.sql`
    insert into private.cheers (giver_id, receiver_id, local_on, at)
    select giver, ${mia.id}, day::date, now() from unnest(${[ada.id, vera.id]}::bigint[]) giver, unnest(${days}::text[]) day`
  const one = await addMember(t.world, "One")
  await t.world.db.sql`
    insert into private.cheers (giver_id, receiver_id, local_on, at) values (${one.id}, ${mia.id}, '2026-11-18', now())`
  expect((await write(mia, "example.com")).ok).toBe(true)
})

test("A form that was sent twice is one comment; a script stops at the limits", async () => {
  const twice = await Promise.all([write(mia, "Hello"), write(mia, "Hello")])
  expect(twice.map(({ ok }) => ok)).toEqual([true, true])
  expect(await read(vera)).toEqual(["Mia: Hello"])
  const storm = await Promise.all(Array.from({ length: 20 }, (_, n) => write(vera, `Storm ${n}`)))
  expect(storm.filter(({ ok }) => ok)).toHaveLength(commentRule.aMinute)
  for (let n = 0; n < 100; n++) {
    t.clock.advance(61_000)
    await write(vera, `Rain ${n}`)
  }
  expect((await read(ada))?.filter((one) => one.startsWith("Vera"))).toHaveLength(commentRule.aDay)
  expect(await write(vera, "x")).toEqual(refused("too_many"))
  t.clock.set("2026-11-20T20:00:00Z")
})

test("Of two windows that change and delete at once one wins, and nothing that was typed is lost without a word", async () => {
  const id = await written(mia, "One")
  t.clock.advance(1_000)
  const edit = (text: string) => editComment(t.world, mia.userId, { id, text, seen: null })
  const both = await Promise.all([edit("Two"), edit("Three")])
  expect(both.map((one) => (one.ok ? "saved" : one.code)).sort()).toEqual(["changed", "saved"])
  await deleteComment(t.world, mia.userId, id)
  expect(await edit("Four")).toEqual(refused("gone"))
  expect(
    await editComment(t.world, vera.userId, { id: await written(mia, "Five"), text: "x", seen: null }),
  ).toEqual(refused("gone"))
})

test("Open pages learn that comments have changed, the owner of the day that there is a new one, and neither message contains text", async () => {
  const told: [string, unknown][] = []
  const ends = [memberTopic, talkTopic].map((topic) =>
    t.world.live.subscribe(topic, (payload) => told.push([topic, JSON.parse(payload)])),
  )
  const id = await written(mia, "Hello")
  t.clock.advance(1_000)
  await editComment(t.world, mia.userId, { id, text: "Hello again", seen: null })
  await setCommentAside(t.world, ada.userId, { id, aside: true })
  await report(vera, mia.slug, await written(ada, "Mine"))
  await deleteComment(t.world, mia.userId, id)
  const talked = [talkTopic, { talk: `athlete ${ada.id} ${on}` }]
  await expect
    .poll(() => told)
    .toEqual([
      talked,
      [memberTopic, { athletes: [ada.id], news: "comments" }],
      talked,
      talked,
      talked,
      talked,
    ])
  for (const end of ends) end()
})

test("Comments change nothing in the competition, hidden or shown", async () => {
  const state = () => t.world.db.sql`select * from standings where athlete_id = ${ada.id} order by board_id`
  const before = await state()
  const id = await written(mia, "Fastest of all")
  await report(vera, mia.slug, id)
  await decide(id, "hide")
  expect(await state()).toEqual(before)
})

test("The export has what I wrote and received; erasing removes what I wrote, and leaves a decision without me", async () => {
  const id = await written(mia, "You are a fool")
  await written(vera, "Well run", dayOf(mia))
  await report(vera, mia.slug, id)
  await decide(id, "hide")
  await t.world.db.sql`update auth.users set created_at = now(), updated_at = now()`
  const exported = JSON.stringify((await exportData(t.world, mia.userId, personalData))?.community)
  for (const part of ["You are a fool", "Well run", "It insults the athlete."])
    expect(exported).toContain(part)
  expect(exported).not.toMatch(/vera|reporter/i)
  const provenAt = t.world.now()
  expect(
    await erase(t.world, { userId: mia.userId, confirmation: mia.email, provenAt }, personalData),
  ).toEqual({ ok: true })
  expect(await read(vera)).toEqual([])
  const left = await t.world.db.sql`
    select subject_id, statement, rule from private.moderation_decisions order by id desc limit 1`
  expect(left).toEqual([{ subject_id: null, statement: null, rule: "insult" }])
  expect(await t.world.db.sql`select from private.comments where author_id = ${mia.id}`).toEqual([])
})
