import { afterAll, beforeAll, expect, test } from "vitest"
import { trapField } from "#content/hidden-fields.ts"
import { site } from "#content/site.ts"
import { goodAnswers, send } from "#test/support/leads.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { mailMorning } from "./morning-mail.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

test("Each morning brings one mail with everything, the quarantined messages once; a morning with nothing to do brings none", async () => {
  expect(await mailMorning(t.world)).toBe(0)
  expect(t.mails).toEqual([])
  await send(t, "partner", goodAnswers.partner)
  await send(
    t,
    "partner",
    { ...goodAnswers.partner, email: "bot@example.com" },
    { extra: { [trapField]: "12" } },
  )
  expect(await mailMorning(t.world)).toBe(2)
  expect(await mailMorning(t.world)).toBe(2)
  expect(t.mails).toHaveLength(1)
  const [mail] = t.mails
  expect(mail).toMatchObject({ to: "operator@b4m.test", kind: "operator.morning" })
  expect(mail?.subject).toContain("2 things need you")
  for (const part of [
    "1 new message in the inbox",
    "http://b4m.test/open/inbox?status=quarantine",
    "(bot@example.com): filled in a field that people do not see",
  ])
    expect(mail?.text).toContain(part)
  t.clock.advance(24 * 3_600_000)
  await mailMorning(t.world)
  expect(t.mails).toHaveLength(2)
  expect(t.mails[1]?.text).not.toContain("bot@example.com")
})

test("A single matter is worded in the singular; without operators' addresses the support address gets the mail; at most thirty messages are listed", async () => {
  await t.world.db.sql`delete from submissions`
  t.mails.length = 0
  t.clock.advance(24 * 3_600_000)
  const settings = { ...t.world.settings, operatorEmails: [] }
  await t.world.db.sql`
    insert into submissions (form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at,
      mails_due)
    select 'partner', 1, gen_random_uuid(), 'bot' || n || '@example.com', 'Bot', '{}', 'x', now(), 'spam', now(), false
    from generate_series(1, 31) n`
  expect(await mailMorning({ ...t.world, settings })).toBe(1)
  expect(t.mails.map(({ to }) => to)).toEqual([site.supportEmail])
  expect(t.mails[0]?.subject).toContain("one thing needs you")
  expect(t.mails[0]?.text).toContain("31 messages look like spam")
  expect(t.mails[0]?.text?.match(/Looks like spam: .+ [0-9a-f]{8}(?!-)/g)).toHaveLength(30)
})
