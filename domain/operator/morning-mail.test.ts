import { afterAll, beforeAll, expect, test } from "vitest"
import { trapField } from "#content/forms.ts"
import { goodAnswers, send } from "#test/support/leads.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { mailMorning } from "./morning-mail.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

test("Each morning brings one mail with everything, the quarantined messages once; a morning without anything none", async () => {
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
    "http://b4m.test/operator/inbox?status=quarantine",
    "(bot@example.com): filled in a field that people do not see",
  ])
    expect(mail?.text).toContain(part)
  t.clock.advance(24 * 3_600_000)
  await mailMorning(t.world)
  expect(t.mails).toHaveLength(2)
  expect(t.mails[1]?.text).not.toContain("bot@example.com")
})
