import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { consentText, formById, forms } from "#content/forms.ts"
import { captchaField, trapField } from "#content/hidden-fields.ts"
import { goodAnswers, mailSubmissions, send, sender, sentOf } from "#test/support/leads.ts"
import { listSubmissions } from "#test/support/lists.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { answerFacts } from "./answers.ts"
import { deleteExpiredLeads } from "./delete-expired.ts"
import { decide, showSubmission } from "./inbox.ts"
import { eraseLeads, exportLeads } from "./privacy.ts"
import { takeQuarantined } from "./quarantine.ts"
import { inspect, receive } from "./receive.ts"
import { warnBeforePromises } from "./reply-clock.ts"
import { scoreAnswers, spamFrom } from "./spam.ts"
import { makeStamp, readStamp } from "./stamp.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.world.db
    .sql`with a as (delete from submissions), b as (delete from subscribers) delete from private.confirmation_mails`
  site.mails.length = 0
})

const partner = goodAnswers.partner

test("A partner inquiry is stored as written, mailed to the operators, and promised a reply within 48 hours", async () => {
  expect(await send(site, "partner", partner)).toEqual({ ok: true, form: "partner" })
  await mailSubmissions(site)
  const [kept] = await listSubmissions(site.world.db)
  expect(kept).toMatchObject({
    form: "partner",
    formVersion: 1,
    email: "mara@northline.example",
    name: "Mara Voss",
    status: "new",
    consentText: consentText(forms.partner),
    answers: partner,
    dueAt: new Date(site.world.now().getTime() + 48 * 3_600_000),
  })
  expect(site.mails.map(({ to, kind }) => [to, kind])).toEqual([
    ["operator@b4m.test", "lead.operator"],
    ["mara@northline.example", "lead.receipt"],
  ])
  expect(site.mails[0]?.text).toContain("We make race belts")
  expect(site.mails[1]?.text).toContain("within 48 hours")
  expect(await warnBeforePromises(site.world)).toBe(0)
  site.clock.advance(37 * 3_600_000)
  expect([await warnBeforePromises(site.world), await warnBeforePromises(site.world)]).toEqual([1, 0])
  expect(site.mails.at(-1)).toMatchObject({
    kind: "lead.clock",
    to: "operator@b4m.test",
    subject: "A reply to Mara Voss is due in 11 hours",
  })
})

test("Sent twice with one stamp, a form is one row and one set of mails; sent with changes, the row is updated", async () => {
  const stamp = makeStamp(site.world, "partner")
  site.clock.advance(10_000)
  const both = await Promise.all([1, 2, 3, 4].map(() => send(site, "partner", partner, { stamp })))
  expect(both.every(({ ok }) => ok)).toBe(true)
  expect(await listSubmissions(site.world.db)).toHaveLength(1)
  await mailSubmissions(site)
  expect(site.mails).toHaveLength(2)

  await send(site, "partner", { ...partner, budget: "Product only" }, { stamp })
  const [kept] = await listSubmissions(site.world.db)
  expect(kept?.answers).toMatchObject({ budget: "Product only" })
  await mailSubmissions(site)
  expect(site.mails).toHaveLength(4)
  expect(site.mails[2]?.subject).toContain("(changed)")
})

test("Errors are shown per field, and everything typed is kept", async () => {
  const typed = { ...partner, email: "mara@", message: "Hi", partnershipType: "Marry me", contactName: "  " }
  const answer = await send(site, "partner", typed)
  expect(answer).toMatchObject({
    ok: false,
    code: "invalid",
    problems: {
      email: "Enter an email address such as name@example.com.",
      message: "Tell us a little more: at least 10 characters.",
      partnershipType: "Choose one of the options for “What you have in mind”.",
      contactName: "Fill in “Your name”.",
    },
    typed,
  })
  expect(await listSubmissions(site.world.db)).toEqual([])
})

describe("the stamp", () => {
  test("missing, too old, forged or of another form: the form is shown again with a new one, nothing lost", async () => {
    const fresh = makeStamp(site.world, "partner")
    site.clock.advance(25 * 3_600_000)
    for (const stamp of [fresh, makeStamp(site.world, "newsletter"), `${fresh}0`, "", "a.b.c"]) {
      const again = await send(site, "partner", partner, { stamp })
      const code = stamp === "" ? "unstamped" : "expired"
      expect(again).toMatchObject({ ok: false, code, typed: partner })
      expect(again.ok ? null : readStamp(site.world, "partner", again.stamp)).not.toBeNull()
    }
    expect(await listSubmissions(site.world.db)).toEqual([])
  })
})

describe("spam", () => {
  const links = {
    ...partner,
    message: "Four: https://a.example https://b.example https://c.example https://d.example",
  }
  const kinds = () => site.mails.map(({ kind }) => kind)

  test("is thanked for, stays in the open list, and is reported once", async () => {
    expect(await send(site, "partner", partner, { extra: { [trapField]: "12" } })).toMatchObject({ ok: true })
    expect(await send(site, "partner", links)).toMatchObject({ ok: true })
    expect(await mailSubmissions(site)).toBe(0)
    const open = await listSubmissions(site.world.db)
    expect(open.map(({ status, spamReasons, dueAt }) => [status, spamReasons, dueAt])).toEqual([
      ["spam", ["4 links where none was asked for"], null],
      ["spam", ["filled in a field that people do not see"], null],
    ])
    expect(await takeQuarantined(site.world.db, site.world.now())).toHaveLength(2)
    expect(await takeQuarantined(site.world.db, site.world.now())).toEqual([])
    expect(kinds()).toEqual([])
  })

  test("is released by an operator as if it had just arrived; confirmed as spam, it leaves the list", async () => {
    await send(site, "partner", links)
    await send(site, "partner", partner, { extra: { [trapField]: "12" } })
    const [bot, inquiry] = await listSubmissions(site.world.db)
    await decide(site.world, { id: bot?.id ?? "", status: "spam", by: "ops" })
    await decide(site.world, { id: inquiry?.id ?? "", status: "in-review", by: "ops" })
    await mailSubmissions(site)
    expect(kinds().toSorted()).toEqual(["lead.operator", "lead.receipt"])
    const [open, ...others] = await listSubmissions(site.world.db)
    expect([open?.status, others]).toEqual(["in-review", []])
    expect(open?.dueAt?.getTime()).toBe(site.world.now().getTime() + 48 * 3_600_000)
    expect(await takeQuarantined(site.world.db, site.world.now())).toEqual([])
  })

  test("sent again without the links becomes an inquiry", async () => {
    const stamp = makeStamp(site.world, "partner")
    site.clock.advance(10_000)
    await send(site, "partner", links, { stamp })
    await send(site, "partner", partner, { stamp })
    expect(await listSubmissions(site.world.db)).toMatchObject([{ status: "new", dueAt: expect.any(Date) }])
    await send(site, "partner", links, { stamp })
    expect(await listSubmissions(site.world.db)).toMatchObject([{ status: "new", answers: links }])
    await mailSubmissions(site)
    expect(kinds().toSorted()).toEqual(["lead.operator", "lead.receipt"])
  })

  test("a suspicious sign-up is stored, and mailed its confirmation when an operator releases it", async () => {
    const reader = { name: "Ana", email: "ana@mail.example" }
    await send(site, "newsletter", reader, { extra: { [trapField]: "x" } })
    const [kept] = await listSubmissions(site.world.db)
    expect(kept).toMatchObject({ form: "newsletter", status: "spam", email: "ana@mail.example" })
    expect(site.mails).toEqual([])
    await decide(site.world, { id: kept?.id ?? "", status: "accepted", by: "ops" })
    expect(kinds()).toEqual(["newsletter.confirm"])
  })

  test("speed alone is not suspicious, because browsers fill in forms; with a second sign it is", async () => {
    const quick = () => ({ stamp: makeStamp(site.world, "partner") })
    expect(await send(site, "partner", partner, quick())).toMatchObject({ ok: true })
    const two = { ...partner, message: "Ours: https://a.example https://b.example" }
    await send(site, "partner", two)
    await send(site, "partner", two, quick())
    const found = await listSubmissions(site.world.db)
    expect(found.map(({ status }) => status).toSorted()).toEqual(["new", "new", "spam"])
  })

  test("spam that was not reported yet is not deleted", async () => {
    await send(site, "partner", links)
    site.clock.advance(91 * 86_400_000)
    await deleteExpiredLeads(site.world)
    expect(await listSubmissions(site.world.db)).toHaveLength(1)
    await takeQuarantined(site.world.db, site.world.now())
    await deleteExpiredLeads(site.world)
    expect(await listSubmissions(site.world.db)).toEqual([])
  })

  const score = (message: string) =>
    scoreAnswers(forms.partner, { ...partner, message }, { trap: "", tooFast: false }).score
  test.each([
    ["We are at https://northline.example and would like to talk.", false],
    ["Ours: https://a.example https://b.example", false],
    ["Best SEO services, backlinks for you", true],
    ["<a href='x'>cheap</a> things here for you", true],
    ["https://a.example https://b.example https://c.example https://d.example", true],
  ])("%s", (message, isSpam) => {
    expect(score(message) >= spamFrom).toBe(isSpam)
  })

  test("nobody gets more than three receipts a day for forms that others fill in", async () => {
    for (let n = 0; n < 5; n++)
      await send(site, "partner", { ...partner, message: `Inquiry number ${n}, ten letters` })
    await mailSubmissions(site)
    expect(site.mails.filter(({ kind }) => kind === "lead.receipt")).toHaveLength(3)
    expect(site.mails.filter(({ kind }) => kind === "lead.operator")).toHaveLength(5)
  })
})

describe("with a captcha", () => {
  const verdicts = { right: "person", wrong: "refused", away: "unknown" } as const
  const asked: (string | null)[] = []
  beforeAll(() => {
    site.world.captcha = {
      challenge: { provider: "turnstile", siteKey: "site", script: "https://captcha.example/api.js" },
      origins: { script: [], frame: [], style: [], connect: [] },
      async check(answer, ip) {
        asked.push(answer, ip)
        return verdicts[answer as keyof typeof verdicts]
      },
    }
  })
  afterAll(() => {
    delete site.world.captcha
  })

  test("a challenge is shown after the form is filled in, and its solution completes the same submission", async () => {
    const stamp = makeStamp(site.world, "partner")
    site.clock.advance(10_000)
    const solve = (answer: string) =>
      send(site, "partner", partner, { stamp, extra: answer === "" ? {} : { [captchaField]: answer } })
    // Mistakes are reported before anybody has to solve a challenge.
    expect(await send(site, "partner", { ...partner, email: "x" })).toMatchObject({ code: "invalid" })
    const tooMany = sentOf(forms.partner, partner, stamp)
    tooMany.set(captchaField, "right")
    const refused = await receive(site.world, {
      ...{ form: forms.partner, sent: tooMany, sender, allowed: async () => false },
    })
    expect(refused).toMatchObject({ code: "too-many", typed: partner, stamp })
    expect("captcha" in refused).toBe(false)
    const puzzle = { ok: false, code: "captcha", typed: partner, stamp, captcha: { siteKey: "site" } }
    expect(await solve("")).toMatchObject(puzzle)
    expect(asked).toEqual([])
    expect(await solve("wrong")).toMatchObject(puzzle)
    expect(await listSubmissions(site.world.db)).toEqual([])
    expect(await solve("right")).toMatchObject({ ok: true })
    expect(
      site.log.entries.filter(({ message }) => message === "The captcha service could not be reached"),
    ).toEqual([])
    expect(asked).toEqual(["wrong", "203.0.113.9", "right", "203.0.113.9"])
    expect(await listSubmissions(site.world.db)).toHaveLength(1)
  })

  test("an unreachable service costs no inquiry, and is logged", async () => {
    expect(await send(site, "partner", partner, { extra: { [captchaField]: "away" } })).toMatchObject({
      ok: true,
    })
    expect(site.log.entries.at(-1)).toMatchObject({ message: "The captcha service could not be reached" })
  })
})

test("An accepted application sends the invite with account and club, once, and records who decided", async () => {
  await send(site, "creator-application", goodAnswers["creator-application"])
  const [one] = await listSubmissions(site.world.db)
  const id = one?.id ?? ""
  expect(await decide(site.world, { id, status: "in-review", by: "ana" })).toEqual({
    ok: true,
    mailed: null,
  })
  expect(await decide(site.world, { id, status: "accepted", by: "ana", note: "Good fit" })).toEqual({
    ok: true,
    mailed: "invite",
  })
  expect(await decide(site.world, { id, status: "accepted", by: "ben" })).toEqual({
    ok: false,
    code: "unchanged",
  })
  expect(await decide(site.world, { id, status: "declined", by: "ben", quiet: true })).toMatchObject({
    mailed: null,
  })
  await decide(site.world, { id, status: "accepted", by: "ben" })
  const invites = site.mails.filter(({ kind }) => kind === "lead.invite")
  expect(invites).toHaveLength(1)
  expect(invites[0]?.text).toContain("http://b4m.test/join")
  expect(invites[0]?.text).toContain("https://club.example/b4m")
  const shown = await showSubmission(site.world.db, id.slice(0, 8))
  expect(shown.ok && shown.history.map(({ status, by, note }) => [status, by, note])).toEqual([
    ["in-review", "ana", null],
    ["accepted", "ana", "Good fit"],
    ["declined", "ben", null],
    ["accepted", "ben", null],
  ])
  expect(await showSubmission(site.world.db, "zzzz")).toEqual({ ok: false, code: "not_found" })
})

test("A declined applicant gets a note, and a partner gets the operator's own message", async () => {
  await send(site, "creator-application", goodAnswers["creator-application"])
  await send(site, "partner", partner)
  const ids = await listSubmissions(site.world.db)
  const mailed = await Promise.all(
    ids.map(async ({ id, form }) => [form, await decide(site.world, { id, status: "declined", by: "ana" })]),
  )
  expect(Object.fromEntries(mailed)).toEqual({
    "creator-application": { ok: true, mailed: "decline" },
    partner: { ok: true, mailed: null },
  })
  expect(site.mails.map(({ to, kind }) => [to, kind])).toEqual([["ada@example.com", "lead.decline"]])
  // A reply that was sent is no longer promised.
  site.clock.advance(47 * 3_600_000)
  expect(await warnBeforePromises(site.world)).toBe(0)
})

test("A promise missed unnoticed is reported as overdue", async () => {
  await send(site, "partner", partner)
  site.clock.advance(50 * 3_600_000)
  expect(await warnBeforePromises(site.world)).toBe(1)
  expect(site.mails.at(-1)?.subject).toBe("A reply to Mara Voss is overdue")
})

test("Everything sent from an address can be exported and erased", async () => {
  await send(site, "partner", partner)
  await send(site, "newsletter", { name: "Mara", email: partner.email })
  const person = { id: crypto.randomUUID(), email: partner.email, fullName: null, secured: false, role: null }
  expect(await exportLeads(site.world.db, person)).toMatchObject({
    submissions: [{ form: "partner", answers: partner }],
    mailbox: { email: partner.email },
    subscriptions: [{ list: "newsletter", state: "pending" }],
    consent: [{ event: "requested", ip: "203.0.113.9" }],
  })
  expect(await eraseLeads(site.world.db, person)).toEqual({ rows: 2 })
  expect(await exportLeads(site.world.db, person)).toBeNull()
})

test("Operators read submissions through the Data API by their verified role, others nothing", async () => {
  await send(site, "partner", partner)
  const seen = (claims: object) =>
    site.world.db.transaction(async (db) => {
      await db.sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
      await db.query("set local role authenticated")
      return (await db.query("select email from submissions")).length
    })
  expect(await seen({ role: "authenticated", app_metadata: { role: "owner" } })).toBe(1)
  expect(await seen({ role: "authenticated", user_metadata: { role: "owner" } })).toBe(0)
  expect(await seen({ role: "authenticated", app_metadata: {} })).toBe(0)
  await expect(
    site.world.db.transaction(async (db) => {
      await db.query("set local role anon")
      await db.query("select email from submissions")
    }),
  ).rejects.toThrow(/permission denied/)
})

test("values stored in addition to a form's fields are shown too, such as the day of an event", () => {
  const form = formById("newsletter")
  if (!form) throw new Error("There is no such form")
  expect(answerFacts(form, { email: "a@b.example", day: "2026-12-01", none: "" })).toEqual([
    [expect.any(String), "a@b.example"],
    ["day", "2026-12-01"],
  ])
})

test("Beyond the rate limit, a form is shown again with everything typed, and not stored", async () => {
  const stamp = makeStamp(site.world, "partner")
  let asked = 0
  const allowed = async () => ++asked < 0
  const sent = sentOf(forms.partner, partner, stamp)
  const answer = await receive(site.world, { form: forms.partner, sent, sender, allowed })
  expect(answer).toMatchObject({ ok: false, code: "too-many", typed: partner, stamp })
  expect([asked, await listSubmissions(site.world.db)]).toEqual([1, []])
  // A submission refused for another reason is not counted.
  await receive(site.world, {
    ...{ form: forms.partner, sent: sentOf(forms.partner, {}, stamp), sender, allowed },
  })
  expect(asked).toBe(1)
})

test("A form without a stamp is accepted in one step, and speed does not count against it", async () => {
  const form = forms["home-newsletter"]
  const sent = sentOf(form, { email: "ana@mail.example" }, makeStamp(site.world, form.id))
  const given = { form, sent, sender, allowed: async () => true }
  const [one, two] = [await inspect(site.world, given), await inspect(site.world, given)]
  expect(one).toMatchObject({ ok: true, spam: { score: 0 } })
  expect(one.ok && two.ok && one.key !== two.key).toBe(true)
  const wrong = await receive(site.world, { ...given, sent: sentOf(form, { email: "x" }, "") })
  expect(wrong).toMatchObject({ code: "invalid", stamp: "" })
  expect(await receive(site.world, given)).toMatchObject({ ok: true })
  expect(site.mails.map(({ kind }) => kind)).toEqual(["newsletter.confirm"])
})

test.each([
  [3999, true],
  [4000, false],
])("A partner form filled in within %d ms is too quick: %s", async (ms, tooQuick) => {
  const stamp = makeStamp(site.world, "partner")
  site.clock.advance(ms)
  const sent = sentOf(forms.partner, partner, stamp)
  const seen = await inspect(site.world, { form: forms.partner, sent, sender, allowed: async () => true })
  expect(seen.ok && seen.spam.score).toBe(tooQuick ? 3 : 0)
  expect(seen.ok && seen.key).toBe(stamp.split(".")[0])
})

test("A score of five is quarantined wherever the form leads, and a page's own form leads nowhere", async () => {
  await send(site, "newsletter", { name: "<a href=x", email: "ana@mail.example" })
  expect(await listSubmissions(site.world.db)).toMatchObject([{ status: "spam", spamScore: 5 }])
  const form = { ...forms["home-newsletter"], to: { page: true as const } }
  const sent = sentOf(form, { email: "bob@mail.example" }, "")
  expect(await receive(site.world, { form, sent, sender, allowed: async () => true })).toEqual({
    ok: true,
    form: form.id,
  })
  expect([site.mails, (await listSubmissions(site.world.db)).length]).toEqual([[], 1])
})
