import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { reportsADay } from "#content/reports.ts"
import { changeMember, profileOf } from "#domain/members/member.ts"
import { erase, exportData } from "#domain/members/privacy.ts"
import { personalData } from "#server/world/privacy.ts"
import { addMember, type CommunityMember } from "#test/support/community.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { decideReports, reopenReports } from "./decide.ts"
import { objectToDecision, replyToObjection } from "./objection.ts"
import { ownModeration } from "./own-moderation.ts"
import { queuedReports, reportQueue } from "./queue.ts"
import { reportAthlete, reportPage } from "./report.ts"

let t: TestWorld
let rival: CommunityMember
beforeAll(async () => {
  t = await createCompetitionWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`truncate private.reports, private.moderation_decisions`
  t.mails.length = 0
  rival = await addMember(t.world, "Rival")
})

const operator = crypto.randomUUID()
let networks = 0
const report = (
  reporter: CommunityMember,
  { ip = `203.0.113.${++networks % 250}`, reason = "insult" as const, note = "" } = {},
) => reportAthlete(t.world, reporter.userId, { slug: rival.slug, about: "athlete", reason, note, ip })
const subject = () => ({ kind: "athlete", id: String(rival.id) }) as const
const decide = (action: "hide" | "keep", statement = "The name insults somebody.") =>
  decideReports(t.world, subject(), { action, rule: "insult", statement, by: operator })
const shownTo = async () =>
  (await t.world.db.sql<{ visibility: string }>`select visibility from athletes where id = ${rival.id}`)[0]
    ?.visibility
const queue = () => reportQueue(t.world, { operatorId: null })
const sent = () => t.mails.map(({ to, kind }) => `${kind} ${to}`)
/** A member with whom moderators have agreed five times. */
async function reliable(name: string) {
  const member = await addMember(t.world, name)
  await t.world.db.sql`
    with decided as (
      insert into private.moderation_decisions (subject_kind, subject_id, action, automatic, rule, statement, at)
      values ('page', '/about', 'hide', false, 'spam', 'Right.', now()) returning id
    )
    insert into private.reports (subject_kind, subject_id, fingerprint, reporter_id, reason, at, weight, decision_id)
    select 'page', '/about', '', ${member.id}, 'spam', '2026-10-01', 1, decided.id from decided, generate_series(1, 5)`
  return member
}

test("All reports of one subject are one entry, and each reporter gets a confirmation without the name", async () => {
  const [one, two] = [await addMember(t.world, "One"), await addMember(t.world, "Two")]
  expect(await report(one, { note: "Look at the name." })).toEqual({ ok: true, state: "received" })
  expect(await report(two)).toEqual({ ok: true, state: "received" })
  expect(await report(two, { note: "Once more" })).toEqual({ ok: true, state: "repeated" })
  expect(await queue()).toMatchObject([{ kind: "athlete", shown: "Rival", reports: 2, hiddenSince: null }])
  const { reports } = await queuedReports(t.world, subject())
  expect(reports.map(({ note }) => note)).toEqual(["Look at the name.", "Once more"])
  // A moderator reads no data of the reporters.
  expect(JSON.stringify([await queue(), reports])).not.toMatch(/One|Two|@example/)
  expect(sent()).toEqual([`report.received ${one.email}`, `report.received ${two.email}`])
  expect(JSON.stringify(t.mails)).not.toContain("Rival")
  expect(await shownTo()).toBe("public")
})

test("Reliable reporters hide a name until a person looks; its owner is told why by a machine, and nothing is deleted", async () => {
  await report(await reliable("One"))
  expect(await shownTo()).toBe("public")
  await report(await reliable("Two"))
  expect(await shownTo()).toBe("hidden")
  const told = t.mails.find(({ kind }) => kind === "report.hidden")
  expect(told?.to).toBe(rival.email)
  for (const part of [
    "automatically until a moderator has looked",
    "By the weight of reports".toLowerCase(),
    "harassment",
    "object for 6 months",
    "Everywhere on this site",
  ])
    expect(told?.text.toLowerCase()).toContain(part.toLowerCase())
  expect(told?.text).not.toMatch(/\bOne\b|\bTwo\b/)
  expect(await queue()).toMatchObject([{ reports: 2, hiddenSince: expect.any(Date) }])
  // Meanwhile the owner's own choice is kept, can be changed, and applies afterwards.
  expect(await profileOf(t.world.db, rival.userId)).toMatchObject({ visibility: "public" })
  await changeMember(t.world, rival.userId, { visibility: "members" })
  expect([await shownTo(), (await profileOf(t.world.db, rival.userId))?.visibility]).toEqual([
    "hidden",
    "members",
  ])
  expect(await decide("keep", "This is a common name.")).toMatchObject({ ok: true })
  expect(await shownTo()).toBe("members")
  expect(t.mails.at(-1)).toMatchObject({ to: rival.email, kind: "report.shown" })
})

test("A mass of reports against a rival hides nothing when it comes from new accounts or one network", async () => {
  for (let n = 0; n < 12; n++)
    await report(await addMember(t.world, `New ${n}`, { joinedAt: "2026-11-10T00:00:00Z" }))
  expect(await shownTo()).toBe("public")
  for (let n = 0; n < 12; n++) await report(await addMember(t.world, `Same ${n}`), { ip: "198.51.100.7" })
  expect(await shownTo()).toBe("public")
  expect(await queue()).toMatchObject([{ reports: 24 }])
})

test("Wrong reports cost weight", async () => {
  const wrong = await addMember(t.world, "Wrong")
  for (let n = 0; n < 3; n++) {
    await changeMember(t.world, rival.userId, { displayName: `Rival ${"abc"[n]}` })
    await report(wrong)
    await decide("keep", "Nothing is wrong with the name.")
  }
  await changeMember(t.world, rival.userId, { displayName: "Rival d" })
  await report(wrong)
  const [row] = await t.world.db.sql`select weight from private.reports where decision_id is null`
  expect(row).toEqual({ weight: 0.25 })
})

test("What was kept is not queued again for the same reason until it changes; the reporter is told at once", async () => {
  await report(await addMember(t.world, "One"))
  await decide("keep", "This is a common name.")
  const two = await addMember(t.world, "Two")
  expect(await report(two)).toEqual({ ok: true, state: "settled" })
  expect(await queue()).toEqual([])
  expect(t.mails.at(-1)).toMatchObject({ to: two.email, kind: "report.decided" })
  expect(t.mails.at(-1)?.text).toContain("This is a common name.")
  expect(await report(two, { reason: "spam" as "insult" })).toEqual({ ok: true, state: "received" })
  await changeMember(t.world, rival.userId, { displayName: "Rival Again" })
  expect(await report(await addMember(t.world, "Three"))).toEqual({ ok: true, state: "received" })
  // Not by weight either, while nothing has changed.
  await decide("keep", "Still a common name.")
  for (const name of ["Four", "Five", "Six"])
    await report(await reliable(name), { reason: "other" as "insult" })
  expect(await shownTo()).toBe("public")
})

test("Both sides are told of a decision, once, with its reason; the person concerned also how to object", async () => {
  const [one, two] = [await addMember(t.world, "One"), await addMember(t.world, "Two")]
  await report(one)
  await report(two)
  t.mails.length = 0
  expect(await decide("hide", "It insults another member.")).toMatchObject({ ok: true })
  expect(sent()).toEqual([
    `report.decided ${one.email}`,
    `report.decided ${two.email}`,
    `report.hidden ${rival.email}`,
  ])
  for (const mail of t.mails) expect(mail.text).toContain("It insults another member.")
  const statement = t.mails.at(-1)?.text ?? ""
  for (const part of ["A person", "Reports; who sent them stays private", "object for 6 months", "court"])
    expect(statement).toContain(part)
  expect(await shownTo()).toBe("hidden")
  expect(await decide("keep")).toEqual({ ok: false, code: "nothing_open" })
  expect(await ownModeration(t.world, one.userId)).toMatchObject({ reports: [{ state: "hide" }] })
})

test.each([
  ["hide", false],
  ["keep", false],
  ["hide", true],
  ["keep", true],
] as const)(
  "Taking back a decision to %s (hidden automatically before: %s) restores everything and sends nothing",
  async (action, automatic) => {
    const reporters = automatic
      ? [await reliable("One"), await reliable("Two")]
      : [await addMember(t.world, "One")]
    for (const one of reporters) await report(one)
    const before = [await shownTo(), await queue()]
    await decide(action, "The first look was too quick.")
    const mails = t.mails.length
    expect(await reopenReports(t.world, subject())).toEqual({ ok: true })
    expect([await shownTo(), await queue()]).toEqual(before)
    expect(t.mails).toHaveLength(mails)
    expect(await reopenReports(t.world, subject())).toEqual({ ok: false, code: "not_decided" })
    // The same decision again is not told to the reporters twice.
    await decide(action, "The first look was too quick.")
    expect(t.mails.slice(mails).filter(({ kind }) => kind === "report.decided")).toEqual([])
  },
)

test("A member whose name was hidden can object once, and an upheld objection shows the name again", async () => {
  await report(await addMember(t.world, "One"))
  const decided = await decide("hide")
  const decision = decided.ok ? decided.decision : 0
  const object = (userId: string) => objectToDecision(t.world, userId, { decision, text: "It is my name." })
  const stranger = await addMember(t.world, "Stranger")
  expect(await object(stranger.userId)).toEqual({ ok: false, code: "unknown" })
  expect(await object(rival.userId)).toEqual({ ok: true })
  expect(await object(rival.userId)).toEqual({ ok: false, code: "already_objected" })
  expect(await ownModeration(t.world, rival.userId)).toMatchObject({
    decisions: [{ objection: "It is my name.", reply: null, statement: "The name insults somebody." }],
  })
  expect(await replyToObjection(t.world, { decision, reply: "You are right.", upheld: true })).toEqual({
    ok: true,
  })
  expect(await shownTo()).toBe("public")
  expect(t.mails.at(-1)).toMatchObject({ to: rival.email, kind: "report.objection" })
  expect(await replyToObjection(t.world, { decision, reply: "No.", upheld: false })).toEqual({
    ok: false,
    code: "unknown",
  })
})

test("An objection comes within six months", async () => {
  await report(await addMember(t.world, "One"))
  const decided = await decide("hide")
  const decision = decided.ok ? decided.decision : 0
  t.clock.set("2027-05-21T20:00:00Z")
  expect(await objectToDecision(t.world, rival.userId, { decision, text: "Late" })).toEqual({
    ok: false,
    code: "too_late",
  })
  t.clock.set("2026-11-20T20:00:00Z")
})

test("A notice without an account is confirmed, never hides anything, and joins the entry of an athlete's page", async () => {
  const notice = { reason: "illegal", note: "This breaks the law.", goodFaith: true } as const
  const email = "stranger@example.org"
  const first = await reportPage(t.world, { ...notice, path: "/blog/hills", name: "Sam", email })
  expect(t.mails.at(-1)).toMatchObject({ to: email, kind: "report.received" })
  expect(t.mails.at(-1)?.text).toContain(String(first.id))
  for (let n = 0; n < 9; n++)
    await reportPage(t.world, {
      ...notice,
      path: `/leaderboard/athletes/${rival.slug}`,
      name: null,
      email: null,
    })
  await report(await addMember(t.world, "One"))
  expect(await shownTo()).toBe("public")
  expect((await queue()).map(({ kind, shown, reports }) => [kind, shown, reports])).toEqual([
    ["page", "/blog/hills", 1],
    ["athlete", "Rival", 10],
  ])
  await decideReports(
    t.world,
    { kind: "page", id: "/blog/hills" },
    { action: "hide", rule: "illegal", statement: "We removed the paragraph.", by: operator },
  )
  expect(t.mails.at(-1)).toMatchObject({ to: email, kind: "report.decided" })
  expect(t.mails.at(-1)?.text).toContain("We removed the paragraph.")
})

test("Nobody reports themselves or somebody they do not see, or more than a day's number", async () => {
  const one = await addMember(t.world, "One")
  expect(
    await reportAthlete(t.world, one.userId, {
      slug: one.slug,
      about: "athlete",
      reason: "spam",
      note: "",
      ip: null,
    }),
  ).toEqual({ ok: false, code: "yourself" })
  expect(
    await reportAthlete(t.world, one.userId, {
      slug: rival.slug,
      about: "photo",
      reason: "spam",
      note: "",
      ip: null,
    }),
  ).toEqual({ ok: false, code: "not_shown" })
  await changeMember(t.world, rival.userId, { visibility: "hidden" })
  expect(await report(one)).toEqual({ ok: false, code: "not_shown" })
  await changeMember(t.world, rival.userId, { visibility: "public" })
  await t.world.db.sql`
    insert into private.reports (subject_kind, subject_id, fingerprint, reporter_id, reason, at, weight)
    select 'page', '/' || n, '', ${one.id}, 'spam', ${t.world.now()}, 1 from generate_series(1, ${reportsADay}) n`
  expect(await report(one)).toEqual({ ok: false, code: "too_many" })
})

test("Erasing the person under review removes every text; the decision keeps its rule and date", async () => {
  await report(await addMember(t.world, "One"), { note: "Her name is a slur." })
  const decided = await decide("hide", "The name of Rival is a slur.")
  const decision = decided.ok ? decided.decision : 0
  await objectToDecision(t.world, rival.userId, { decision, text: "It is my grandmother’s name." })
  await t.world.db
    .sql`update auth.users set created_at = now(), updated_at = now() where id = ${rival.userId}`
  const provenAt = t.world.now()
  expect(
    await erase(t.world, { userId: rival.userId, confirmation: rival.email, provenAt }, personalData),
  ).toEqual({
    ok: true,
  })
  const [kept] = await t.world.db.sql`select * from private.moderation_decisions where id = ${decision}`
  expect(kept).toMatchObject({
    ...{ rule: "insult", action: "hide", at: provenAt, decided_by: operator },
    ...{
      subject_id: null,
      fingerprint: null,
      athlete_id: null,
      statement: null,
      objection: null,
      reply: null,
    },
  })
  expect(await queue()).toEqual([])
})

test("An export holds what I gave, wrote and reported and what was decided about me, not who reported me", async () => {
  const one = await addMember(t.world, "One")
  await report(one, { note: "Rude" })
  await decide("hide", "It insults.")
  await t.world.db.sql`update auth.users set created_at = now(), updated_at = now()`
  const exported = async ({ userId }: CommunityMember) =>
    (await exportData(t.world, userId, personalData))?.community as Record<string, unknown>
  expect(await exported(one)).toMatchObject({
    reports_sent: [{ about: "athlete", reason: "insult", note: "Rude", decided: "hide" }],
    decisions_about_me: [],
  })
  const mine = await exported(rival)
  expect(mine).toMatchObject({
    reports_sent: [],
    decisions_about_me: [{ about: "athlete", action: "hide", rule: "insult", statement: "It insults." }],
  })
  expect(JSON.stringify(mine)).not.toContain("One")
})

test("A photo that no operator has seen is hidden by the first report, and one that was approved is not", async () => {
  const version = crypto.randomUUID()
  await t.world.db.sql`
    insert into athlete_photos (athlete_id, version, state, placed_at) values (${rival.id}, ${version}, 'shown', now())`
  await t.world.db.sql`update athletes set photo = ${version} where id = ${rival.id}`
  const photo = async () =>
    (await t.world.db.sql<{ photo: string | null }>`select photo from athletes where id = ${rival.id}`)[0]
      ?.photo
  const reportPhoto = async (name: string) =>
    reportAthlete(t.world, (await addMember(t.world, name)).userId, {
      ...{ slug: rival.slug, about: "photo", reason: "insult", note: "", ip: null },
    } as const)
  await reportPhoto("One")
  expect(await photo()).toBeNull()
  expect(t.mails.some(({ to, kind }) => to === rival.email && kind === "report.hidden")).toBe(true)
  const about = { kind: "photo", id: version } as const
  await decideReports(t.world, about, {
    action: "keep",
    rule: "insult",
    statement: "A portrait.",
    by: operator,
  })
  expect(await photo()).toBe(version)
  await t.world.db.sql`truncate private.reports, private.moderation_decisions`
  await reportPhoto("Two")
  expect(await photo()).toBe(version)
  await decideReports(t.world, about, {
    action: "hide",
    rule: "insult",
    statement: "Not a portrait.",
    by: operator,
  })
  expect(await photo()).toBeNull()
  await reopenReports(t.world, about)
  expect(await photo()).toBe(version)
})
