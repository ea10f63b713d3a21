/** The commands for issues, with their refusals and their undo. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { readIssue } from "#domain/leads/newsletter/issue.ts"
import type { World } from "#domain/world.ts"
import { addReaders } from "#test/support/newsletters.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { withPhotos } from "#test/support/photos.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { linesAbout } from "../read-journal.ts"
import type { Operator } from "../roles.ts"
import { undo } from "../undo.ts"
import {
  addPicture,
  renderIssue,
  runIssue,
  scheduleFromConsole,
  testIssue,
  whyNotReady,
  writeIssue,
} from "./newsletter-commands.ts"
import {
  importFromConsole,
  suppressFromConsole,
  switchClicksFromConsole,
  undoImportFromConsole,
  unsuppressFromConsole,
} from "./subscriber-commands.ts"

const start = "2026-11-20T12:00:00Z"
let t: TestWorld
let world: World
let owner: Operator
let helper: Operator
beforeAll(async () => {
  t = await createTestWorld()
  // The encoding of pictures is tested beside its code.
  const fitted = async (bytes: Uint8Array) => ({ width: 1, height: 1, format: "jpg" as const, bytes })
  world = { ...withPhotos(t.world), pictures: { portraits: async () => null, fitted } } as World
  owner = await addOperatorSession(world, "owner")
  helper = await addOperatorSession(world, "helper")
  await addReaders(world.db, "newsletter", ["ada@example.com", "ben@example.com"])
})
afterAll(() => t.close())
beforeEach(() => {
  t.clock.set(start)
})

const text = { list: "newsletter", subject: "Miles", preview: "", markdown: "A week.", places: null }
const entryOf = (done: object) => ("entry" in done && typeof done.entry === "number" ? done.entry : 0)
const issueOf = (id: number) => readIssue(world.db, id)
const setState = (id: number, state: string) =>
  world.db
    .sql`update newsletter_issues set state = ${state}, scheduled_at = ${start}, published_at = ${start} where id = ${id}`
async function draft(): Promise<number> {
  const made = await writeIssue(world, owner, null, text)
  return "id" in made ? made.id : 0
}
async function tested(): Promise<number> {
  const id = await draft()
  await testIssue(world, owner, id, "owner@example.com")
  return id
}

test.each([
  ["One.\n\nTwo.", 0, "One.\n\n![A hill](P)\n\nTwo."],
  ["One.\n\nTwo.", -5, "One.\n\n![A hill](P)\n\nTwo."],
  ["One.\n\nTwo.", 4, "One.\n\n![A hill](P)\n\nTwo."],
  ["One.\n\nTwo.", 6, "One.\n\nTwo.\n\n![A hill](P)"],
  ["One.\n\nTwo.  ", 99, "One.\n\nTwo.\n\n![A hill](P)"],
  ["", 0, "![A hill](P)"],
  ["\n\n  One.", 0, "![A hill](P)\n\nOne."],
])("in %j a picture at %i makes %j", async (markdown, at, expected) => {
  const made = await addPicture(world, owner, null, {
    written: { ...text, markdown },
    bytes: new Uint8Array([1]),
    description: " A\n hill] ",
    at,
  })
  const issue = await issueOf("id" in made ? made.id : 0)
  expect(issue?.markdown.replace(/\(\/newsletter\/pictures\/[^)]+\)/, "(P)")).toBe(expected)
})

test("A picture is refused if the text cannot be mailed, and without a role", async () => {
  const add = (markdown: string, operator = owner) =>
    addPicture(world, operator, null, {
      written: { ...text, markdown },
      bytes: new Uint8Array([1]),
      description: "A hill",
      at: 0,
    })
  expect(await add("[x](ftp://example.com)")).toMatchObject({ code: "links" })
  expect(await add("![x](https://x.example/y.png)")).toMatchObject({ code: "pictures" })
  expect(await add("One.", helper)).toEqual({ ok: false, code: "not_allowed" })
  const id = await draft()
  await setState(id, "sent")
  const late = { written: text, bytes: new Uint8Array([1]), description: "A hill", at: 0 }
  expect(await addPicture(world, owner, id, late)).toEqual({ ok: false, code: "too_late" })
})

test("A text can be previewed before it is saved, in a process that renders Markdown", () => {
  expect(renderIssue(world, { ...text, markdown: "A *week*." })).toMatchObject({
    ok: true,
    text: { html: expect.stringContaining("<em>week</em>") },
  })
  const { markup: _none, ...without } = world
  expect(() => renderIssue(without, text)).toThrow("cannot read Markdown")
})

test("An unknown list or issue, an untested issue and a helper are refused", async () => {
  const id = await draft()
  expect(await writeIssue(world, owner, id, { ...text, list: "gone" })).toEqual({
    ok: false,
    code: "unknown_list",
  })
  expect(await writeIssue(world, owner, 987_654, text)).toEqual({ ok: false, code: "not_found" })
  expect(await writeIssue(world, owner, id, { ...text, subject: "More" })).toMatchObject({ ok: true, id })
  expect(await whyNotReady(world, 987_654)).toBe("not_found")
  expect(await whyNotReady(world, id)).toBe("untested")
  expect(await whyNotReady(world, await tested())).toBeNull()
  expect(await runIssue(world, helper, id, "cancel")).toEqual({ ok: false, code: "not_allowed" })
})

test("The scheduled time may be at most five minutes ago; the entry records the number of readers", async () => {
  const now = Date.parse(start)
  const id = await tested()
  expect(await scheduleFromConsole(world, owner, id, new Date(now - 300_001))).toEqual({
    ok: false,
    code: "past",
  })
  expect(await scheduleFromConsole(world, owner, id, new Date(now - 300_000))).toMatchObject({
    ok: true,
    readers: 2,
  })
  const untested = { ok: false, code: "untested" }
  expect(await scheduleFromConsole(world, owner, await draft(), new Date(0))).toEqual(untested)
  await setState(id, "sent")
  expect(await scheduleFromConsole(world, owner, id, new Date(now))).toEqual({ ok: false, code: "too_late" })
})

test("A change can be undone while the issue is as it left it", async () => {
  const id = await draft()
  const wrote = entryOf(await writeIssue(world, owner, id, { ...text, subject: "Other" }))
  await writeIssue(world, owner, id, { ...text, subject: "Third" })
  expect(await undo(world, owner, wrote)).toEqual({ ok: false, code: "changed" })
  await writeIssue(world, owner, id, { ...text, subject: "Other" })
  expect(await undo(world, owner, wrote)).toMatchObject({ ok: true })
  expect((await issueOf(id))?.subject).toBe("Miles")
  const made = await writeIssue(world, owner, null, text)
  expect(await undo(world, owner, entryOf(made))).toEqual({ ok: false, code: "not_undoable" })
  await world.db.sql`delete from newsletter_issues where id = ${"id" in made ? made.id : 0}`
  expect(await undo(world, owner, entryOf(made))).toEqual({ ok: false, code: "changed" })
})

test("Scheduling can be undone: the first becomes a draft again, a later one returns to the previous time", async () => {
  const id = await tested()
  const at = (hours: number) => new Date(Date.parse(start) + hours * 3_600_000)
  const first = entryOf(await scheduleFromConsole(world, owner, id, at(1)))
  const second = entryOf(await scheduleFromConsole(world, owner, id, at(2)))
  expect(await undo(world, owner, first)).toEqual({ ok: false, code: "changed" })
  expect(await undo(world, owner, second)).toMatchObject({ ok: true })
  expect(await issueOf(id)).toMatchObject({ state: "scheduled", scheduledAt: at(1) })
  expect(await undo(world, owner, first)).toMatchObject({ ok: true })
  expect((await issueOf(id))?.state).toBe("draft")

  // A stopped issue stays stopped.
  await setState(id, "sending")
  const stopped = entryOf(await runIssue(world, owner, id, "cancel"))
  expect(await undo(world, owner, stopped, { reason: "By mistake" })).toEqual({
    ok: false,
    code: "not_undoable",
  })
})

test.each([
  ["resume", "paused", { state: "sending" }, { state: "paused" }],
  ["show", "sent", { inArchive: true }, { inArchive: false }],
] as const)("%s is taken back", async (run, state, then, back) => {
  const id = await draft()
  await setState(id, state)
  await world.db.sql`update newsletter_issues set in_archive = ${run !== "show"} where id = ${id}`
  const done = entryOf(await runIssue(world, owner, id, run))
  expect(await issueOf(id)).toMatchObject(then)
  expect(await undo(world, owner, done)).toMatchObject({ ok: true })
  expect(await issueOf(id)).toMatchObject(back)
  expect(await undo(world, owner, done)).toEqual({ ok: false, code: "already_undone" })
})

test("A subscriber file can be refused for its columns, the role or its list; its import has its own undo", async () => {
  const common = { source: "", on: "2026-05-01", text: "Yes" }
  const file = "email\nfay@example.com"
  const given = { list: "newsletter", file, common }
  expect(await importFromConsole(world, owner, { ...given, file: "x\ny" })).toEqual({
    ok: false,
    code: "no_column",
  })
  expect(await importFromConsole(world, helper, given)).toEqual({ ok: false, code: "not_allowed" })
  const bare = await importFromConsole(world, owner, given)
  expect(bare).toMatchObject({ ok: false, code: "nobody_to_add", report: { fates: [], bad: [{ line: 2 }] } })
  const sheet = { ...common, source: "Sheet" }
  const known = await importFromConsole(world, owner, {
    ...given,
    file: "email\nada@example.com",
    common: sheet,
  })
  expect(known).toMatchObject({ code: "nobody_to_add", report: { fates: [{}], bad: [] } })
  const done = await importFromConsole(world, owner, { ...given, common: sheet })
  if (!done.ok) throw new Error(done.code)
  expect(await linesAbout(world.db, { entry: entryOf(done) })).toMatchObject([
    { reason: "Sheet", before: { "readers of newsletter": 2 }, after: { "readers of newsletter": 3 } },
  ])
  const back = await undoImportFromConsole(world, owner, { id: done.report.id })
  expect(await linesAbout(world.db, { entry: entryOf(back) })).toMatchObject([
    { command: "newsletter.unimport", after: { "readers of newsletter": 2 }, undoes: null },
  ])
  expect(await undoImportFromConsole(world, owner, { id: "none" })).toMatchObject({ ok: false })
})

test("Addresses are suppressed and released in any spelling, with or without a note", async () => {
  const stop = (email: string, note: string) =>
    suppressFromConsole(world, owner, { email, reason: "operator", note })
  const free = (email: string) => unsuppressFromConsole(world, owner, email)
  const first = await stop(" Gil@Example.com ", "")
  expect(await linesAbout(world.db, { entry: entryOf(first) })).toMatchObject([
    { reason: null, before: { suppressed: false }, after: { suppressed: true } },
  ])
  expect(await stop("gil@example.com", "Again")).toEqual({ ok: false, code: "unchanged" })
  const freed = await free(" GIL@example.com ")
  expect(freed).toMatchObject({ ok: true })
  const kept = await world.db.sql`select email from private.journal_values where entry_id = ${entryOf(freed)}`
  expect(kept).toEqual([{ email: "gil@example.com" }])
  expect(await free("gil@example.com")).toEqual({ ok: false, code: "not_suppressed" })
  const noted = await stop("gil@example.com", "By phone")
  expect(await linesAbout(world.db, { entry: entryOf(noted) })).toMatchObject([{ reason: "By phone" }])
  const notes = await world.db.sql`select * from private.suppressions`
  expect(JSON.stringify(notes)).toContain("By phone")
})

test("The setting for counting clicks can be restored", async () => {
  const on = await switchClicksFromConsole(world, owner, { on: true })
  const off = await switchClicksFromConsole(world, owner, { on: false })
  expect(await linesAbout(world.db, { entry: entryOf(off) })).toMatchObject([
    { before: { on: true }, after: { on: false } },
  ])
  expect(await undo(world, owner, entryOf(off))).toMatchObject({ ok: true })
  expect(await switchClicksFromConsole(world, owner, { on: true })).toEqual({ ok: false, code: "unchanged" })
  expect(await undo(world, owner, entryOf(on))).toMatchObject({ ok: true })
})
