import { afterAll, beforeAll, expect, test } from "vitest"
import { readIssue } from "#domain/leads/newsletter/issue.ts"
import { sendIssue } from "#domain/leads/newsletter/send.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { linesAbout } from "../read-journal.ts"
import type { Operator } from "../roles.ts"
import { runIssue, scheduleFromConsole, testIssue, writeIssue } from "./newsletter-commands.ts"

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

test("An issue is refused while untested or for nobody; a change wants another test", async () => {
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
  ])
})

test("A paused issue sends nothing until it goes on; it can still be stopped for good", async () => {
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

test("What no mail can carry is refused, and a helper writes nothing", async () => {
  expect(
    await writeIssue(t.world, owner, null, { ...text, markdown: "[x](ftp://example.com)" }),
  ).toMatchObject({ code: "links", unusable: ["ftp://example.com"] })
  const helper = await addOperatorSession(t.world, "helper")
  expect(await writeIssue(t.world, helper, null, text)).toEqual({ ok: false, code: "not_allowed" })
})
