import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Answers } from "#content/form-types.ts"
import { forms } from "#content/forms.ts"
import { goodAnswers } from "#test/support/leads.ts"
import { listSubmissions } from "#test/support/lists.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { decide } from "./inbox.ts"
import { type SpamScore, spamFrom } from "./spam.ts"
import { submit } from "./submit.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.world.db.sql`delete from submissions`
})

const partner = goodAnswers.partner
const other = { ...partner, budget: "Product only" }
const clean = { score: 0, reasons: [] }
const spam = { score: spamFrom, reasons: ["a reason"] }
const sent = (answers: Answers, score: SpamScore = clean) =>
  submit(site.world, { form: forms.partner, answers, key: "one form", spam: score })

/** The columns of the one submission that a repeat may change. */
async function kept() {
  const [row] = await site.world.db.sql`
    select status, answers, changes, mails_due as due,
      (select count(*)::integer from submission_history h where h.submission_id = s.id and h.by = 'sender') as sent
    from submissions s`
  return row
}

describe("a submission is sent again with other answers", () => {
  test.each(["in-review", "accepted", "declined", "spam"] as const)(
    "after somebody has decided on it (%s) it stays as it was",
    async (status) => {
      await sent(partner)
      const [open] = await listSubmissions(site.world.db)
      await decide(site.world, { id: open?.id ?? "", status, by: "ops" })
      const before = await kept()
      await sent(other)
      expect(await kept()).toEqual(before)
      expect(before).toMatchObject({ status, answers: partner, sent: 0 })
    },
  )

  test("before a decision it is updated, and its mails are due again", async () => {
    await sent(partner)
    await site.world.db.sql`update submissions set mails_due = false`
    await sent(other)
    expect(await kept()).toEqual({ status: "new", answers: other, changes: 1, due: true, sent: 1 })
  })

  test("the same answers change nothing", async () => {
    await sent(partner)
    await site.world.db.sql`update submissions set mails_due = false`
    await sent({ ...partner })
    expect(await kept()).toEqual({ status: "new", answers: partner, changes: 0, due: false, sent: 0 })
  })

  test("an accepted submission never becomes spam", async () => {
    await sent(partner)
    await sent(other, spam)
    expect(await kept()).toMatchObject({ status: "new", answers: other, due: true })
  })

  test("spam stays spam at the score that makes it so, and nobody is notified", async () => {
    await sent(partner, spam)
    await sent(other, spam)
    expect(await kept()).toEqual({ status: "spam", answers: other, changes: 0, due: false, sent: 1 })
  })

  test("below it, it is accepted as if it had just arrived", async () => {
    await sent(partner, spam)
    await sent(other, { ...spam, score: spamFrom - 1 })
    expect(await kept()).toEqual({ status: "new", answers: other, changes: 0, due: true, sent: 1 })
  })
})

test("in addition to the answers, a name, the promise, the capped score and a trigger for its mails are stored", async () => {
  const stored = async (score: SpamScore) => {
    await site.world.db.sql`delete from submissions`
    site.jobs.length = 0
    await sent(partner, score)
    const [row] = await site.world.db.sql<{ name: string; due: boolean; score: number; reasons: string[] }>`
      select name, due_at is not null as due, spam_score as score, spam_reasons as reasons from submissions`
    return { ...row, woken: site.jobs.length }
  }
  const ours = { name: partner.contactName, due: true, score: 0, reasons: [], woken: 1 }
  expect(await stored(clean)).toEqual(ours)
  const spamOf = (score: number) => ({ score, reasons: ["a reason"] })
  const quarantined = { ...ours, due: false, reasons: ["a reason"], woken: 0 }
  expect(await stored(spamOf(1000))).toEqual({ ...quarantined, score: 1000 })
  expect(await stored(spamOf(1001))).toEqual({ ...quarantined, score: 1000 })
})

test.each([
  [{ name: "Ada", contactName: "Mara" }, "Ada"],
  [{ contactName: "Mara" }, "Mara"],
  [{}, ""],
])("of %j the name is %j", async (names, name) => {
  const { contactName: _, ...rest } = partner
  await sent({ ...rest, ...names })
  expect(await site.world.db.sql`select name from submissions`).toEqual([{ name }])
})

test("no mails are triggered by a repeat without changes, or by spam", async () => {
  await sent(partner)
  await site.world.db.sql`update submissions set mails_due = false`
  site.jobs.length = 0
  await sent({ ...partner })
  expect(site.jobs).toEqual([])
  await sent(other)
  expect(site.jobs).toHaveLength(1)
})
