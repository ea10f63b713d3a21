/** What operators do with submissions: find, answer, decide, and be reminded of. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { goodAnswers, send } from "#test/support/leads.ts"
import { listSubmissions } from "#test/support/lists.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { answerSubmission, repliesTo } from "./answer.ts"
import { decide, showSubmission } from "./inbox.ts"
import { pageOfSubmissions } from "./inbox-page.ts"
import { eraseLeads, exportLeads } from "./privacy.ts"
import { takeQuarantined } from "./quarantine.ts"
import { warnBeforePromises } from "./reply-clock.ts"
import { makeStamp, readStamp } from "./stamp.ts"
import { mailSubmissions } from "./submission-mails.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())

let id: string
const hour = 3_600_000
beforeEach(async () => {
  await site.world.db
    .sql`with a as (delete from submissions), b as (delete from subscribers) delete from private.confirmation_mails`
  site.clock.set("2026-11-20T12:00:00Z")
  await send(site, "partner", goodAnswers.partner)
  id = (await listSubmissions(site.world.db))[0]?.id ?? ""
  for (const noted of [site.mails, site.jobs]) noted.length = 0
})
const set = (column: string, value: unknown) =>
  site.world.db.sql`update submissions set ${site.world.db.sql(column)} = ${value as string} where id = ${id}`
const shown = async () => {
  const found = await showSubmission(site.world.db, id)
  if (!found.ok) throw new Error(found.code)
  return found
}

test("a reply is mailed and stored once, stops the clock, and puts a new submission in review", async () => {
  const answer = { id: randomUUID(), submissionId: id, text: "Gladly.", by: "operator" }
  expect(await answerSubmission(site.world, answer)).toEqual({ ok: true })
  expect(await answerSubmission(site.world, answer)).toEqual({ ok: false, code: "already_sent" })
  expect(site.mails).toMatchObject([{ to: "mara@northline.example" }])
  expect(site.mails[0]?.text).toContain("Gladly.")
  expect(site.mails[0]?.subject).toBe("Your partner inquiry to B4M")
  expect(await repliesTo(site.world.db, id)).toMatchObject([
    { id: answer.id, text: "Gladly.", by: "operator" },
  ])
  expect(await shown()).toMatchObject({
    submission: { status: "in-review", statusBy: "operator", dueAt: null },
    history: [{ status: "in-review", by: "operator" }],
  })
})

test.each([
  ["accepted", { ok: true }, "accepted"],
  ["spam", { ok: false, code: "quarantined" }, "spam"],
])("an answer to what is %s", async (status, expected, after) => {
  await set("status", status)
  const answer = { id: randomUUID(), submissionId: id, text: "Gladly.", by: "operator" }
  expect(await answerSubmission(site.world, answer)).toEqual(expected)
  expect(await shown()).toMatchObject({ submission: { status: after }, history: [] })
  expect(site.mails).toHaveLength(expected.ok ? 1 : 0)
})

test("a reply to an unknown submission, or to a removed form", async () => {
  const answer = { id: randomUUID(), submissionId: randomUUID(), text: "Gladly.", by: "operator" }
  expect(await answerSubmission(site.world, answer)).toEqual({ ok: false, code: "not_found" })
  await set("form", "of-long-ago")
  expect(await answerSubmission(site.world, { ...answer, submissionId: id })).toEqual({ ok: true })
  expect(site.mails[0]?.subject).toBe("Your message to B4M")
})

test.each([
  ["its whole number", (all: string) => all, "found"],
  ["its beginning in capitals", (all: string) => all.slice(0, 8).toUpperCase(), "found"],
  ["too short a beginning", (all: string) => all.slice(0, 3), "not_found"],
  ["a pattern", () => "%%%%", "not_found"],
  ["another number", () => randomUUID(), "not_found"],
])("a submission is looked up by %s", async (_how, text, expected) => {
  const found = await showSubmission(site.world.db, text(id))
  expect(found.ok ? "found" : found.code).toBe(expected)
})

test("a prefix of two ids is ambiguous", async () => {
  await site.world.db.sql`
    insert into submissions (id, form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at, mails_due)
    select ('aaaaaaaa-0000-4000-8000-00000000000' || n)::uuid, form, 1, 'k' || n, email, name, answers, '', now(), 'new', now(), false
    from submissions, generate_series(1, 2) n`
  expect(await showSubmission(site.world.db, "aaaaaaaa")).toEqual({ ok: false, code: "ambiguous" })
})

test.each([
  ["new", null, [true, false]],
  ["in-review", "operator", [true, false]],
  ["spam", null, [true, true]],
  ["spam", "operator", [false, true]],
  ["accepted", "operator", [false, false]],
])("what is %s by %s is open or listed as spam: %j", async (status, by, [open, spam]) => {
  await set("status", status)
  await set("status_by", by)
  expect(await listSubmissions(site.world.db)).toHaveLength(open ? 1 : 0)
  expect(await listSubmissions(site.world.db, { status: "spam" })).toHaveLength(spam ? 1 : 0)
  expect(await listSubmissions(site.world.db, { form: "creator-application" })).toEqual([])
})

test("a decision is made once, and a quarantined one can be confirmed", async () => {
  const to = (status: "spam" | "accepted", of = id) => decide(site.world, { id: of, status, by: "operator" })
  expect(await to("accepted", randomUUID())).toEqual({ ok: false, code: "not_found" })
  await set("status", "spam")
  await set("mails_due", false)
  expect(await to("spam")).toEqual({ ok: true, mailed: null })
  expect(await to("spam")).toEqual({ ok: false, code: "unchanged" })
  expect(await to("accepted")).toMatchObject({ ok: true })
  // It was confirmed before, so it is not a new arrival.
  expect(await mailSubmissions(site.world)).toBe(0)
})

test("a submission released from quarantine is mailed and promised a reply as if it had just arrived", async () => {
  await set("status", "spam")
  await set("mails_due", false)
  await set("due_at", null)
  expect(await decide(site.world, { id, status: "new", by: "operator" })).toMatchObject({ ok: true })
  expect(site.jobs).toHaveLength(1)
  expect(await mailSubmissions(site.world)).toBe(1)
  expect((await shown()).submission.dueAt).toEqual(new Date(site.world.now().getTime() + 48 * hour))
})

test.each([
  ["new", 12 * hour, 1],
  ["new", 12 * hour + 1, 0],
  ["in-review", 0, 1],
  ["accepted", 0, 0],
])("a promise of what is %s and due in %d ms is warned of: %d", async (status, inMs, count) => {
  await set("status", status)
  await set("due_at", new Date(site.world.now().getTime() + inMs))
  expect(await warnBeforePromises(site.world)).toBe(count)
  expect(site.mails).toHaveLength(count)
  expect(await warnBeforePromises(site.world)).toBe(0)
})

test("without operators, the site's own address is notified", async () => {
  const world = { ...site.world, settings: { ...site.world.settings, operatorEmails: [] } }
  await set("due_at", site.world.now())
  await set("form", "of-long-ago")
  expect(await warnBeforePromises(world)).toBe(1)
  await set("form", "partner")
  expect(await mailSubmissions(world)).toBe(1)
  expect(site.mails.map(({ to }) => to.split("@")[1])).toHaveLength(3)
})

test("more submissions than one batch are all mailed, once", async () => {
  await site.world.db.sql`
    insert into submissions (form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at, mails_due)
    select form, 1, 'k' || n, 'sender' || n || '@example.com', name, answers, '', now(), 'new', now(), true
    from submissions, generate_series(1, 50) n`
  expect(await mailSubmissions(site.world)).toBe(51)
  expect(site.mails).toHaveLength(102)
  expect(await mailSubmissions(site.world)).toBe(0)
})

test("quarantined submissions are reported once, under the name of the form", async () => {
  await set("status", "spam")
  expect(await takeQuarantined(site.world.db, site.world.now())).toMatchObject([
    { id, form: "Partner inquiry" },
  ])
  expect(await takeQuarantined(site.world.db, site.world.now())).toEqual([])
  await set("quarantine_told_at", null)
  await set("form", "of-long-ago")
  expect(await takeQuarantined(site.world.db, site.world.now())).toMatchObject([{ form: "of-long-ago" }])
})

test.each([
  ["of its form", 0, "partner", true],
  ["of another form", 0, "newsletter", false],
  ["a moment before it expires", 24 * hour - 1, "partner", true],
  ["a day old", 24 * hour, "partner", false],
])("a stamp %s", (_what, ageMs, form, good) => {
  const stamp = makeStamp(site.world, "partner")
  site.clock.advance(ageMs)
  expect(readStamp(site.world, form, stamp) !== null).toBe(good)
})

test.each([
  ["with another key", (text: string) => `${text.startsWith("A") ? "B" : "A"}${text.slice(1)}`],
  ["with another time", (text: string) => text.replace(/\.[0-9a-z]+\./, ".zzzz.")],
  ["with another signature", (text: string) => `${text.slice(0, -1)}${text.endsWith("0") ? "1" : "0"}`],
  ["that is longer", (text: string) => `${text}0`],
  ["that is nothing", () => ""],
])("a stamp %s is none", (_what, forge) => {
  const stamp = makeStamp(site.world, "partner")
  expect(readStamp(site.world, "partner", forge(stamp))).toBeNull()
})

test("an export contains everything sent from an address in any letter case, or is empty", async () => {
  const { db } = site.world
  const person = {
    id: randomUUID(),
    email: "MARA@northline.example",
    fullName: null,
    secured: false,
    role: null,
  }
  expect(await exportLeads(db, person)).toMatchObject({ submissions: [{ form: "partner" }], replies: [] })
  expect(await exportLeads(db, { ...person, email: null })).toBeNull()
  expect(await exportLeads(db, { ...person, email: "nia@example.com" })).toBeNull()
  expect(await eraseLeads(db, { email: null })).toEqual({ rows: 0 })
  expect(await eraseLeads(db, { email: "nia@example.com" })).toEqual({ rows: 0 })
  expect(await eraseLeads(db, person)).toEqual({ rows: 1 })
  expect(await exportLeads(db, person)).toBeNull()
})

test.each([
  [{ status: "open" }, 1],
  [{ status: "all" }, 1],
  [{ status: "new" }, 1],
  [{ status: "spam" }, 0],
  [{ status: "quarantine" }, 0],
  [{ status: "open", form: "partner" }, 1],
  [{ status: "open", form: "newsletter" }, 0],
  [{ status: "open", search: "MARA" }, 1],
  [{ status: "open", search: "race belts" }, 1],
  [{ status: "open", search: "%" }, 0],
  [{ status: "open", search: "nia" }, 0],
  [{ status: "open", due: "soon" }, 0],
  [{ status: "open", due: "late" }, 0],
] as const)("the inbox with %j has %d", async (filter, total) => {
  const page = await pageOfSubmissions(site.world, filter, { limit: 10, offset: 0 })
  expect([page.total, page.rows.length]).toEqual([total, total])
})

test.each([
  [24 * hour, 1, 0],
  [24 * hour + 1, 0, 0],
  [0, 1, 1],
])("due in %d ms is soon: %d, late: %d", async (inMs, soon, late) => {
  await set("due_at", new Date(site.world.now().getTime() + inMs))
  const total = async (due: "soon" | "late") =>
    (await pageOfSubmissions(site.world, { status: "open", due }, { limit: 10, offset: 0 })).total
  expect([await total("soon"), await total("late")]).toEqual([soon, late])
})

test.each([
  ["spam", null, { quarantine: 1, spam: 0 }],
  ["spam", "operator", { quarantine: 0, spam: 1 }],
] as const)("what is %s by %s is in %j", async (status, by, totals) => {
  await set("status", status)
  await set("status_by", by)
  for (const [name, total] of Object.entries(totals))
    expect(
      (await pageOfSubmissions(site.world, { status: name as "spam" }, { limit: 10, offset: 0 })).total,
    ).toBe(total)
})

test("open submissions are sorted by promised time, the others newest first, or as requested", async () => {
  const first = id
  site.clock.advance(hour)
  await send(site, "partner", { ...goodAnswers.partner, contactName: "Ada Vale" })
  const [second] = await listSubmissions(site.world.db)
  await set("due_at", new Date(site.world.now().getTime() + 100 * hour))
  const ids = async (status: "open" | "all", order?: { column: "name" | "due"; descending: boolean }) =>
    (
      await pageOfSubmissions(site.world, { status }, { limit: 10, offset: 0, order: order ?? null })
    ).rows.map((row) => (row.id === first ? "first" : "second"))
  expect(await ids("open")).toEqual(["second", "first"])
  await set("due_at", new Date(site.world.now()))
  expect(await ids("open")).toEqual(["first", "second"])
  expect(await ids("all")).toEqual(["second", "first"])
  expect(await ids("open", { column: "name", descending: false })).toEqual(["second", "first"])
  expect(await ids("open", { column: "name", descending: true })).toEqual(["first", "second"])
  const page = await pageOfSubmissions(site.world, { status: "all" }, { limit: 1, offset: 1 })
  expect([page.total, page.rows.map((row) => row.id), second?.id === first]).toEqual([2, [first], false])
})

test("a list filtered by status contains no quarantined submissions", async () => {
  await set("status", "spam")
  expect(await listSubmissions(site.world.db, { status: "new" })).toEqual([])
})

test("a decision about a removed form sends nothing, and its submissions can be released", async () => {
  await set("form", "of-long-ago")
  const to = (status: "accepted" | "new") => decide(site.world, { id, status, by: "operator" })
  expect(await to("accepted")).toEqual({ ok: true, mailed: null })
  await set("status", "spam")
  await set("status_by", null)
  expect(await to("new")).toEqual({ ok: true, mailed: null })
  expect(site.jobs).toEqual([])
})

test("an accepted partner gets the operator's message, and no invite", async () => {
  expect(await decide(site.world, { id, status: "accepted", by: "operator" })).toEqual({
    ok: true,
    mailed: null,
  })
  expect(site.mails).toEqual([])
})

test("a new submission is not reported as changed, and one of a removed form is not mailed", async () => {
  expect(await mailSubmissions(site.world)).toBe(1)
  expect(site.mails.map(({ subject }) => /changed|Updated/.test(subject))).toEqual([false, false])
  await set("form", "of-long-ago")
  await set("mails_due", true)
  expect(await mailSubmissions(site.world)).toBe(1)
  expect(site.mails).toHaveLength(2)
  expect(await mailSubmissions(site.world)).toBe(0)
})
