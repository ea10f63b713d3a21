import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { repliesTo } from "#domain/leads/answer.ts"
import { pageOfSubmissions } from "#domain/leads/inbox-page.ts"
import { exportLeads } from "#domain/leads/privacy.ts"
import { warnBeforePromises } from "#domain/leads/reply-clock.ts"
import { goodAnswers, send } from "#test/support/leads.ts"
import { listSubmissions } from "#test/support/lists.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { linesAbout } from "../read-journal.ts"
import type { Operator } from "../roles.ts"
import { undo } from "../undo.ts"
import { answerFromInbox, decideSubmission, noteOnSubmission } from "./decide.ts"

let t: TestWorld
let helper: Operator
beforeAll(async () => {
  t = await createTestWorld()
  helper = await addOperatorSession(t.world, "helper")
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from submissions`
  t.mails.length = 0
})

async function partner(email = "mara@northline.example"): Promise<string> {
  await send(t, "partner", { ...goodAnswers.partner, email })
  const [newest] = await listSubmissions(t.world.db)
  return newest?.id ?? ""
}

const entriesOf = (id: string) => linesAbout(t.world.db, { subject: "submission", id })

test("A decision in the console equals the decision of the command, with one entry; a dry run leaves nothing", async () => {
  await send(t, "creator-application", goodAnswers["creator-application"])
  const [one] = await listSubmissions(t.world.db)
  const id = one?.id ?? ""
  expect(await decideSubmission(t.world, helper, { id, status: "accepted", dryRun: true })).toMatchObject({
    mailed: "invite",
  })
  expect([await entriesOf(id), t.mails.length]).toEqual([[], 0])
  expect(await decideSubmission(t.world, helper, { id, status: "accepted" })).toMatchObject({ ok: true })
  expect(t.mails.map(({ kind }) => kind)).toEqual(["lead.invite"])
  expect(await decideSubmission(t.world, helper, { id, status: "accepted" })).toEqual({
    ok: false,
    code: "unchanged",
  })
  expect(await entriesOf(id)).toMatchObject([
    { command: "inbox.accept", before: { status: "new" }, after: { status: "accepted" } },
  ])
})

test("A decision is undone through its entry, without another mail, unless somebody decided since", async () => {
  const id = await partner()
  const done = await decideSubmission(t.world, helper, { id, status: "spam" })
  const entry = "entry" in done ? (done.entry ?? 0) : 0
  expect(await undo(t.world, helper, entry)).toMatchObject({ ok: true })
  expect((await listSubmissions(t.world.db))[0]).toMatchObject({ status: "new" })
  const again = await decideSubmission(t.world, helper, { id, status: "declined" })
  await decideSubmission(t.world, helper, { id, status: "accepted" })
  expect(await undo(t.world, helper, ("entry" in again && again.entry) || 0)).toMatchObject({
    code: "changed",
  })
})

test("Restoring an acceptance made without a mail still mails nobody", async () => {
  await send(t, "creator-application", goodAnswers["creator-application"])
  const id = (await listSubmissions(t.world.db))[0]?.id ?? ""
  await decideSubmission(t.world, helper, { id, status: "accepted", quiet: true })
  const reopened = await decideSubmission(t.world, helper, { id, status: "new" })
  expect(await undo(t.world, helper, ("entry" in reopened && reopened.entry) || 0)).toMatchObject({
    ok: true,
  })
  expect((await entriesOf(id))[0]).toMatchObject({ command: "inbox.accept", after: { status: "accepted" } })
  expect(t.mails).toEqual([])
})

test("A reply is one mail in one conversation, is stored and exported, and stops the clock", async () => {
  const id = await partner()
  const answer = { id: randomUUID(), submissionId: id, text: "Yes, gladly.\n\nShall we talk on Monday?" }
  expect(await answerFromInbox(t.world, helper, answer)).toMatchObject({ ok: true })
  expect(await answerFromInbox(t.world, helper, answer)).toEqual({ ok: false, code: "already_sent" })
  expect(await answerFromInbox(t.world, helper, { ...answer, id: randomUUID() })).toMatchObject({ ok: true })
  expect(t.mails).toHaveLength(2)
  expect(t.mails[0]).toMatchObject({ to: "mara@northline.example", kind: "lead.answer" })
  expect(t.mails[0]?.text).toContain("Shall we talk on Monday?")
  expect(t.mails[0]?.headers?.References).toContain(id)
  expect(t.mails[1]?.headers?.References).toBe(t.mails[0]?.headers?.References)
  expect(await repliesTo(t.world.db, id)).toMatchObject([{ text: answer.text, by: helper.name }, {}])
  expect(
    JSON.stringify(
      await exportLeads(t.world.db, {
        id: randomUUID(),
        email: "mara@northline.example",
        fullName: null,
        secured: false,
        role: null,
      }),
    ),
  ).toContain("Shall we talk on Monday?")
  t.clock.advance(47 * 3_600_000)
  expect(await warnBeforePromises(t.world)).toBe(0)
  expect((await entriesOf(id)).map(({ command }) => command)).toEqual(["inbox.answer", "inbox.answer"])
})

test("With a reply address, replies identify their conversation", async () => {
  const id = await partner()
  const settings = { ...t.world.settings, replyAddress: "reply@b4m.example" }
  const answer = () => ({ id: randomUUID(), submissionId: id, text: "Yes." })
  await answerFromInbox({ ...t.world, settings }, helper, answer())
  await answerFromInbox({ ...t.world, settings: { ...settings, receivesReplies: true } }, helper, answer())
  const [own, tagged] = t.mails.map(({ headers }) => headers?.["Reply-To"])
  expect(own).toBe("reply@b4m.example")
  expect(tagged).toMatch(
    new RegExp(`^reply\\+${id.replaceAll("-", "").slice(0, 12)}[0-9a-f]{20}@b4m.example$`),
  )
})

test("A suspicious submission cannot be replied to before a person has released it", async () => {
  const id = await partner()
  await decideSubmission(t.world, helper, { id, status: "spam" })
  const answer = { id: randomUUID(), submissionId: id, text: "Yes." }
  expect(await answerFromInbox(t.world, helper, answer)).toEqual({ ok: false, code: "quarantined" })
  await decideSubmission(t.world, helper, { id, status: "in-review" })
  expect(await answerFromInbox(t.world, helper, answer)).toMatchObject({ ok: true })
})

test("The list filters by state, promise, form and words, and treats % and _ literally", async () => {
  await partner()
  const late = await partner("ola@west.example")
  await send(t, "creator-application", goodAnswers["creator-application"])
  const page = (filter: Partial<Parameters<typeof pageOfSubmissions>[1]>) =>
    pageOfSubmissions(t.world, { status: "open", ...filter }, { limit: 50, offset: 0 })
  expect((await page({})).total).toBe(3)
  expect((await page({ form: "partner" })).total).toBe(2)
  expect((await page({ search: "OLA@" })).rows.map(({ id }) => id)).toEqual([late])
  expect((await page({ search: "race belts" })).total).toBe(2)
  expect((await page({ search: "%" })).total).toBe(0)
  expect((await page({ due: "soon" })).total).toBe(0)
  t.clock.advance(25 * 3_600_000)
  expect([(await page({ due: "soon" })).total, (await page({ due: "late" })).total]).toEqual([2, 0])
  await decideSubmission(t.world, helper, { id: late, status: "spam" })
  expect([(await page({})).total, (await page({ status: "spam" })).total]).toEqual([2, 1])
  expect((await page({ status: "quarantine" })).total).toBe(0)
})

test("A note is an entry and nothing else", async () => {
  const id = await partner()
  expect(await noteOnSubmission(t.world, helper, { id, text: "Met at the fair." })).toMatchObject({
    ok: true,
  })
  expect(await noteOnSubmission(t.world, helper, { id: randomUUID(), text: "?" })).toMatchObject({
    code: "not_found",
  })
  expect(await entriesOf(id)).toMatchObject([{ command: "inbox.note", reason: "Met at the fair." }])
})
