import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readIssue } from "#domain/leads/newsletter/issue.ts"
import {
  deleteUnusedPictures,
  erasePicture,
  erasePictureQueue,
  readPicture,
} from "#domain/leads/newsletter/pictures.ts"
import { sendIssue } from "#domain/leads/newsletter/send.ts"
import { addReaders } from "#test/support/newsletters.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { takePhoto, withPhotos } from "#test/support/photos.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { eraseJournalValues } from "../privacy.ts"
import { linesAbout } from "../read-journal.ts"
import type { Operator } from "../roles.ts"
import { undo } from "../undo.ts"
import { addPicture, runIssue, scheduleFromConsole, testIssue, writeIssue } from "./newsletter-commands.ts"
import {
  importFromConsole,
  suppressFromConsole,
  switchClicksFromConsole,
  unsuppressFromConsole,
} from "./subscriber-commands.ts"

let t: TestWorld
let owner: Operator
beforeAll(async () => {
  t = await createTestWorld()
  owner = await addOperatorSession(t.world, "owner")
})
afterAll(() => t.close())

const text = { list: "newsletter", subject: "Miles", preview: "", markdown: "A *week*.", places: null }

async function draft(): Promise<number> {
  const made = await writeIssue(t.world, owner, null, text)
  return "id" in made ? made.id : 0
}

test("An issue is refused while untested or for nobody; a change requires another test", async () => {
  const id = await draft()
  const schedule = () => scheduleFromConsole(t.world, owner, id, t.world.now())
  expect(await schedule()).toEqual({ ok: false, code: "untested" })
  await testIssue(t.world, owner, id, "owner@example.com")
  expect(t.mails.at(-1)).toMatchObject({ kind: "newsletter.test", subject: "Test: Miles" })
  expect(await schedule()).toEqual({ ok: false, code: "nobody" })
  await t.world.db.sql`
    with who as (
      insert into subscribers (email, created_at, manage_hash) values ('ada@example.com', now(), 'x') returning id
    )
    insert into subscriptions (subscriber_id, list, state, answers, requested_at, confirmed_at)
    select id, 'newsletter', 'confirmed', '{}', now(), now() from who`
  await writeIssue(t.world, owner, id, { ...text, subject: "More miles" })
  expect(await schedule()).toEqual({ ok: false, code: "untested" })
  await testIssue(t.world, owner, id, "owner@example.com")
  await t.world.db.sql`update newsletter_issues set list = 'gone' where id = ${id}`
  expect(await schedule()).toEqual({ ok: false, code: "archived" })
  await t.world.db.sql`update newsletter_issues set list = 'newsletter' where id = ${id}`
  expect(await scheduleFromConsole(t.world, owner, id, new Date(0))).toEqual({ ok: false, code: "past" })
  expect(await schedule()).toMatchObject({ ok: true, readers: 1 })
  const lines = await linesAbout(t.world.db, { subject: "newsletter", id: String(id) })
  expect(lines.map(({ command }) => command)).toEqual([
    "newsletter.schedule",
    "newsletter.test",
    "newsletter.write",
    "newsletter.test",
    "newsletter.write",
  ])
})

test("A paused issue sends nothing until it is resumed; it can still be stopped for good", async () => {
  const id = await draft()
  expect(await runIssue(t.world, owner, id, "pause")).toMatchObject({ code: "not_sending" })
  await t.world.db.sql`update newsletter_issues set state = 'sending', scheduled_at = now() where id = ${id}`
  expect(await runIssue(t.world, owner, id, "pause")).toMatchObject({ ok: true })
  expect(await sendIssue(t.world, { issue: id })).toBe("not-due")
  expect(await runIssue(t.world, owner, id, "resume")).toMatchObject({ ok: true })
  expect((await readIssue(t.world.db, id))?.state).toBe("sending")
  await runIssue(t.world, owner, id, "pause")
  expect(await runIssue(t.world, owner, id, "cancel")).toMatchObject({ ok: true })
  expect((await readIssue(t.world.db, id))?.state).toBe("cancelled")
})

test("Text that cannot be mailed is refused, and a helper cannot write", async () => {
  expect(
    await writeIssue(t.world, owner, null, { ...text, markdown: "[x](ftp://example.com)" }),
  ).toMatchObject({ code: "links", unusable: ["ftp://example.com"] })
  const helper = await addOperatorSession(t.world, "helper")
  expect(await writeIssue(t.world, helper, null, text)).toEqual({ ok: false, code: "not_allowed" })
})

test("A change of a scheduled issue makes it a draft again; saving it unchanged does not", async () => {
  await addReaders(t.world.db, "newsletter", ["ada@example.com"])
  const id = await draft()
  await testIssue(t.world, owner, id, "owner@example.com")
  expect(await scheduleFromConsole(t.world, owner, id, t.world.now())).toMatchObject({ ok: true })
  await writeIssue(t.world, owner, id, text)
  expect(await readIssue(t.world.db, id)).toMatchObject({ state: "scheduled", testedAt: t.world.now() })
  await writeIssue(t.world, owner, id, { ...text, markdown: "Untested." })
  expect(await readIssue(t.world.db, id)).toMatchObject({ state: "draft", testedAt: null })
  expect(await sendIssue(t.world, { issue: id })).toBe("not-due")
})

test("A command's entry names its changes, also for a new issue, and can be undone", async () => {
  await addReaders(t.world.db, "newsletter", ["ada@example.com"])
  const id = await draft()
  const about = { subject: "newsletter", id: String(id) }
  const last = async () => (await linesAbout(t.world.db, about))[0] ?? expect.fail("no entry")
  expect(await last()).toMatchObject({
    command: "newsletter.write",
    after: { subject: "Miles", state: "draft" },
  })
  expect(await undo(t.world, owner, (await last()).id)).toEqual({ ok: false, code: "not_undoable" })

  await writeIssue(t.world, owner, id, { ...text, subject: "Other", preview: "Beside" })
  expect(await last()).toMatchObject({
    fields: ["subject", "preview"],
    before: { subject: "Miles", preview: "" },
  })
  expect(await undo(t.world, owner, (await last()).id)).toMatchObject({ ok: true })
  expect(await readIssue(t.world.db, id)).toMatchObject({ subject: "Miles", preview: "" })

  await testIssue(t.world, owner, id, "owner@example.com")
  const hour = new Date(t.world.now().getTime() + 3_600_000)
  await scheduleFromConsole(t.world, owner, id, hour)
  const scheduled = (await last()).id
  await runIssue(t.world, owner, id, "cancel")
  expect(await undo(t.world, owner, scheduled)).toEqual({ ok: false, code: "changed" })
  expect(await undo(t.world, owner, (await last()).id, { reason: "By mistake" })).toMatchObject({ ok: true })
  expect(await readIssue(t.world.db, id)).toMatchObject({ state: "scheduled", scheduledAt: hour })

  await t.world.db.sql`update newsletter_issues set state = 'sending', published_at = now() where id = ${id}`
  for (const [run, then, back] of [
    ["pause", { state: "paused" }, { state: "sending" }],
    ["hide", { inArchive: false }, { inArchive: true }],
  ] as const) {
    expect(await runIssue(t.world, owner, id, run)).toMatchObject({ ok: true })
    expect(await readIssue(t.world.db, id)).toMatchObject(then)
    expect(await undo(t.world, owner, (await last()).id)).toMatchObject({ ok: true })
    expect(await readIssue(t.world.db, id)).toMatchObject(back)
  }
})

test("A picture is inserted at the caret, without camera metadata, and everybody can see it", async () => {
  const world = withPhotos(t.world)
  const written = { ...text, markdown: "One.\n\nTwo." }
  const add = (bytes: Uint8Array, description = "A [hill]") =>
    addPicture(world, owner, null, { written, bytes, description, at: 2 })
  expect(await add(new TextEncoder().encode("<svg/>"))).toEqual({ ok: false, code: "no_picture" })
  expect(await add(await takePhoto(), "")).toEqual({ ok: false, code: "no_description" })
  const made = await add(await takePhoto())
  const id = "id" in made ? made.id : 0
  const issue = await readIssue(world.db, id)
  const found =
    /^One\.\n\n!\[A hill\]\(\/newsletter\/pictures\/([0-9a-f-]{36})\/(900x600\.jpg)\)\n\nTwo\.$/.exec(
      issue?.markdown ?? "",
    )
  const [, version = "", file = ""] = found ?? []
  expect(issue?.html).toContain(`src="http://b4m.test/newsletter/pictures/${version}/${file}"`)
  expect(issue?.html).toContain('width="510"')
  const picture = await readPicture(world, { version, file })
  expect(picture?.type).toBe("image/jpeg")
  const { exif, width } = await sharp(picture?.bytes).metadata()
  expect([exif, width]).toEqual([undefined, 900])
  expect(await readPicture(world, { version, file: "900x601.jpg" })).toBeNull()

  // The bytes of pictures without a row are removed, and pictures that no issue shows anymore.
  await t.runJobs(erasePictureQueue, (job: { version: string }) => erasePicture(world, job.version))
  t.clock.advance(91 * 86_400_000)
  await deleteUnusedPictures(world)
  await t.runJobs(erasePictureQueue, (job: { version: string }) => erasePicture(world, job.version))
  expect(await readPicture(world, { version, file })).not.toBeNull()
  await world.db.sql`update newsletter_issues set markdown = 'Without.' where id = ${id}`
  await deleteUnusedPictures(world)
  await t.runJobs(erasePictureQueue, (job: { version: string }) => erasePicture(world, job.version))
  expect(await readPicture(world, { version, file })).toBeNull()
  expect(await world.newsletterPictures.get(`${version}/${file}`)).toBeNull()
})

test("A picture on another server is refused: it would learn who opens the mail", async () => {
  for (const markdown of ["![x](https://x.example/y.png)", '<img src="//x.example/y.png">'])
    expect(await writeIssue(t.world, owner, null, { ...text, markdown })).toMatchObject({ code: "pictures" })
  expect(await writeIssue(t.world, owner, null, { ...text, markdown: "![x](/photos/x.jpg)" })).toMatchObject({
    ok: true,
  })
})

test("An import is one entry with its source, a dry run none, and its undo removes the people it added", async () => {
  const { db } = t.world
  const common = { source: "Sheet at the race", on: "2026-05-01", text: "Yes" }
  const given = { list: "creator-newsletter", file: "email\nfay@example.com\nnobody", common }
  const entries = async () =>
    (await db.sql`select from private.journal where command like 'newsletter.%import'`).length
  const dry = await importFromConsole(t.world, owner, { ...given, dryRun: true })
  expect([dry.ok, await entries()]).toEqual([true, 0])
  expect(await db.sql`select from subscribers where email = 'fay@example.com'`).toHaveLength(0)
  const done = await importFromConsole(t.world, owner, given)
  if (!done.ok) throw new Error(done.code)
  expect(done.report).toMatchObject({ counts: { added: 1 }, bad: [{ line: 3, given: "nobody" }] })
  const [line] = await linesAbout(db, { entry: done.entry ?? 0 })
  expect(line).toMatchObject({ reason: "Sheet at the race", after: { "readers of creator-newsletter": 1 } })
  expect(await importFromConsole(t.world, owner, given)).toMatchObject({ code: "nobody_to_add" })
  expect(await undo(t.world, owner, done.entry ?? 0)).toMatchObject({ ok: true })
  expect(await db.sql`select from subscribers where email = 'fay@example.com'`).toHaveLength(0)
  expect(await entries()).toBe(2)
})

test("An address is suppressed and released, each with an entry that does not name it", async () => {
  const email = "Gil@Example.com"
  const stop = () =>
    suppressFromConsole(t.world, owner, { email, reason: "operator", note: "Asked by phone" })
  expect(await stop()).toMatchObject({ ok: true })
  expect(await stop()).toEqual({ ok: false, code: "unchanged" })
  expect(await unsuppressFromConsole(t.world, owner, email)).toMatchObject({ ok: true })
  expect(await unsuppressFromConsole(t.world, owner, email)).toEqual({ ok: false, code: "not_suppressed" })
  const rows = await t.world.db.sql`select j.* from private.journal j where j.subject = 'mailbox'`
  expect(rows).toHaveLength(2)
  expect(JSON.stringify(rows).toLowerCase()).not.toContain("gil")
  await eraseJournalValues(t.world.db, { id: null, email: "gil@example.com" })
  expect(await t.world.db.sql`select from private.journal_values where reason = 'Asked by phone'`).toEqual([])
})

test("Counting clicks is switched by an owner, once, and restored through its entry", async () => {
  const on = await switchClicksFromConsole(t.world, owner, { on: true })
  expect(on).toMatchObject({ ok: true })
  expect(await switchClicksFromConsole(t.world, owner, { on: true })).toEqual({
    ok: false,
    code: "unchanged",
  })
  expect(await undo(t.world, owner, ("entry" in on && on.entry) || 0)).toMatchObject({ ok: true })
  const helper = await addOperatorSession(t.world, "helper")
  expect(await switchClicksFromConsole(t.world, helper, { on: true })).toMatchObject({ code: "not_allowed" })
})
