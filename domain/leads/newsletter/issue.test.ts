/** The states of an issue, and what each allows. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { addReaders } from "#test/support/newsletters.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { clicksAreCounted, switchClicks } from "./clicks.ts"
import {
  cancelIssue,
  createIssue,
  editIssue,
  issueQueue,
  issueStatus,
  pageOfIssues,
  readIssue,
  scheduleIssue,
} from "./issue.ts"
import { pauseIssue, resumeIssue } from "./pause.ts"
import { pageOfRecipients, readersByList, retryIssue } from "./recipients.ts"
import { setInArchive } from "./set-in-archive.ts"
import { sendTestMail } from "./test-mail.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())

const text = {
  list: "newsletter",
  subject: "The first 100% of miles",
  preview: "",
  markdown: "Hello",
  html: "<p>Hello</p>",
  places: null,
}
const waitlist = { ...text, list: "social-media-planner", places: 2 }
const nobody = 4711

let id: number
beforeEach(async () => {
  await site.world.db.sql`with a as (delete from subscribers) delete from newsletter_issues`
  for (const noted of [site.mails, site.jobs]) noted.length = 0
  const made = await createIssue(site.world, text)
  id = made.ok ? made.id : 0
})
const become = (state: string) => site.world.db.sql`
  update newsletter_issues set state = ${state}, scheduled_at = ${site.world.now()}, tested_at = ${site.world.now()}`
const issue = () => readIssue(site.world.db, id)

test.each([
  [{ list: "nothing" }, "unknown_list"],
  [{ places: 3 }, "places_not_for_newsletters"],
  [{ list: waitlist.list }, "places_needed"],
  [{ list: waitlist.list, places: 3 }, undefined],
])("an issue with %j is kept, or refused as %s", async (changes, code) => {
  const made = await createIssue(site.world, { ...text, ...changes })
  expect(made.ok ? undefined : made.code).toBe(code)
  const edited = await editIssue(site.world, id, { ...text, ...changes })
  expect(edited.ok ? undefined : edited.code).toBe(code)
})

const states = ["draft", "scheduled", "sending", "paused", "sent", "cancelled"] as const
const early = ["draft", "scheduled"]

test.each(states)("the commands allowed for an issue that is %s", async (state) => {
  const { world } = site
  const done = async (act: () => Promise<{ ok: boolean; code?: string }>) => {
    await become(state)
    const result = await act()
    return result.ok ? "done" : result.code
  }
  const changed = early.includes(state) ? "done" : "too_late"
  expect(await done(() => editIssue(world, id, { ...text, subject: "Other" }))).toBe(changed)
  expect(await done(() => scheduleIssue(world, id, world.now()))).toBe(changed)
  expect(await done(() => cancelIssue(world, id))).toBe(
    { draft: "not_scheduled", sent: "too_late", cancelled: "too_late" }[state as string] ?? "done",
  )
  expect(await done(() => pauseIssue(world, id))).toBe(state === "sending" ? "done" : "not_sending")
  expect(await done(() => resumeIssue(world, id))).toBe(state === "paused" ? "done" : "not_paused")
  expect(await done(() => retryIssue(world, id))).toBe(state === "sent" ? "nothing" : "not_sent")
})

test("commands refuse an unknown issue", async () => {
  const { world } = site
  const refused = { ok: false, code: "not_found" }
  expect(await editIssue(world, nobody, text)).toEqual(refused)
  expect(await scheduleIssue(world, nobody, world.now())).toEqual(refused)
  expect(await cancelIssue(world, nobody)).toEqual(refused)
  expect(await retryIssue(world, nobody)).toEqual(refused)
  expect(await sendTestMail(world, nobody, "me@example.com")).toEqual(refused)
  expect(await setInArchive(world.db, nobody, false)).toEqual({ ok: false, code: "not_published" })
  expect(await issueStatus(world.db, nobody)).toBeUndefined()
  expect([site.jobs, site.mails]).toEqual([[], []])
})

test.each([
  [{}, "scheduled", true],
  [{ subject: "Other" }, "draft", false],
  [{ preview: "Other" }, "draft", false],
  [{ html: "<p>Other</p>" }, "draft", false],
])("an edit by %j leaves a scheduled and tested issue %s", async (changes, state, tested) => {
  await become("scheduled")
  await editIssue(site.world, id, { ...text, ...changes })
  const kept = await issue()
  expect([kept?.state, kept?.testedAt !== null]).toEqual([state, tested])
})

test("scheduling, resuming and retrying each add the job that continues", async () => {
  const { world } = site
  const at = new Date("2026-12-01T08:00:00Z")
  await scheduleIssue(world, id, at)
  expect(site.jobs.splice(0)).toMatchObject([{ queue: issueQueue, data: { issue: id }, startAfter: at }])
  await become("paused")
  await resumeIssue(world, id)
  expect(site.jobs.splice(0)).toMatchObject([{ queue: issueQueue, data: { issue: id } }])
  await addReaders(world.db, "newsletter", ["a@example.com", "b@example.com", "c@example.com"])
  await world.db.sql`
    insert into newsletter_deliveries (issue_id, subscriber_id, state)
    select ${id}, id, case email when 'a@example.com' then 'failed' when 'b@example.com' then 'unknown' else 'sent' end
    from subscribers`
  await become("sent")
  expect(await retryIssue(world, id)).toEqual({ ok: true, mails: 2 })
  expect(site.jobs).toMatchObject([{ queue: issueQueue, data: { issue: id } }])
  expect(await issue()).toMatchObject({ state: "sending", finishedAt: null })
})

test.each([
  ["scheduled", "draft", false],
  ["sending", "cancelled", true],
  ["paused", "cancelled", true],
])("an issue that is %s and cancelled is %s, and over: %s", async (from, to, over) => {
  await become(from)
  expect(await cancelIssue(site.world, id)).toEqual({ ok: true, state: to })
  expect((await issue())?.finishedAt !== null).toBe(over)
})

test("the status counts readers, and no more than there are places", async () => {
  const { world } = site
  await addReaders(world.db, waitlist.list, ["a@example.com", "b@example.com", "c@example.com"])
  const made = await createIssue(world, waitlist)
  if (!made.ok) throw new Error(made.code)
  expect(await issueStatus(world.db, made.id)).toMatchObject({ recipients: 2, deliveries: {} })
  await addReaders(world.db, "newsletter", ["a@example.com"])
  expect(await issueStatus(world.db, id)).toMatchObject({ recipients: 1 })
  await world.db.sql`update subscribers set bounces = 1 where email = 'a@example.com'`
  expect(await readersByList(world.db)).toEqual([
    { list: "newsletter", confirmed: 1, bounced: 1 },
    { list: waitlist.list, confirmed: 3, bounced: 1 },
  ])
})

test("a test mail is marked as one, has no unsubscribe link, and is recorded", async () => {
  expect(await sendTestMail(site.world, id, "me@example.com")).toEqual({ ok: true })
  expect(site.mails).toMatchObject([
    { to: "me@example.com", kind: "newsletter.test", subject: `Test: ${text.subject}` },
  ])
  expect(Object.keys(site.mails[0]?.headers ?? {}).filter((name) => /unsubscribe/i.test(name))).toEqual([])
  expect((await issue())?.testedAt).toEqual(site.world.now())
})

test("only a published issue can be removed from the archive and put back, each once", async () => {
  const put = (inArchive: boolean) => setInArchive(site.world.db, id, inArchive)
  expect(await put(false)).toEqual({ ok: false, code: "not_published" })
  await site.world.db.sql`update newsletter_issues set published_at = now()`
  expect(await put(true)).toEqual({ ok: false, code: "unchanged" })
  expect(await put(false)).toEqual({ ok: true })
  expect(await put(false)).toEqual({ ok: false, code: "unchanged" })
  expect(await issue()).toMatchObject({ inArchive: false })
})

test("the counting of clicks is off until it is switched on, and can be switched off again", async () => {
  const { db } = site.world
  const on = (yes: boolean) => switchClicks(db, yes)
  expect(await clicksAreCounted(db)).toBe(false)
  expect(await on(false)).toEqual({ ok: false, code: "unchanged" })
  expect(await on(true)).toEqual({ ok: true })
  expect(await on(true)).toEqual({ ok: false, code: "unchanged" })
  expect(await clicksAreCounted(db)).toBe(true)
  expect(await on(false)).toEqual({ ok: true })
  expect(await clicksAreCounted(db)).toBe(false)
})

test.each([
  [{}, 1],
  [{ list: "newsletter" }, 1],
  [{ list: "other" }, 0],
  [{ state: "draft" }, 1],
  [{ state: "sent" }, 0],
  [{ subject: "100% OF" }, 1],
  [{ subject: "1%m" }, 0],
])("of the issues, the filter %j finds %d", async (filter, total) => {
  const page = await pageOfIssues(site.world.db, filter, { limit: 10, offset: 0 })
  expect([page.total, page.rows.length]).toEqual([total, total])
})

test.each([
  [{}, ["b@example.com", "a@example.com"]],
  [{ state: "sent" }, ["a@example.com"]],
  [{ who: "B@" }, ["b@example.com"]],
  [{ who: "%" }, []],
])("the recipients with %j are %j", async (filter, emails) => {
  const { db } = site.world
  await addReaders(db, "newsletter", ["a@example.com", "b@example.com"])
  await db.sql`
    insert into newsletter_deliveries (issue_id, subscriber_id, state)
    select ${id}, id, case email when 'a@example.com' then 'sent' else 'failed' end from subscribers`
  const page = await pageOfRecipients(db, { issue: id, ...filter }, { limit: 10, offset: 0 })
  expect([page.total, page.rows.map(({ email }) => email)]).toEqual([emails.length, emails])
})
