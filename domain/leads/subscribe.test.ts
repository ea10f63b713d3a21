import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { forms } from "#content/forms.ts"
import { send, sender } from "#test/support/leads.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { confirm, lookAtConfirmation, placeInQueue } from "./confirm.ts"
import { deleteExpiredLeads } from "./delete-expired.ts"
import { preferencesOf, setPreferences } from "./preferences.ts"
import { eraseLeads } from "./privacy.ts"
import { manageUrl, subscribe } from "./subscribe.ts"
import { mailboxId, recordRefusal, suppress, unsuppress } from "./suppress.ts"
import { unsubscribe } from "./unsubscribe.ts"

let site: TestWorld
beforeAll(async () => {
  site = await createTestWorld()
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.world.db
    .sql`with a as (delete from subscribers), b as (delete from private.suppressions) delete from private.confirmation_mails`
  site.mails.length = 0
})

const email = "ada@example.com"
const ask = (address = email) => send(site, "newsletter", { name: "Ada", email: address })
const tokenIn = (text: string | undefined, page: string) =>
  new RegExp(`/${page}/([\\w/-]*)`).exec(text ?? "")?.[1] ?? ""
const states = async () =>
  (
    await site.world.db.sql<{
      list: string
      state: string
    }>`select list, state from subscriptions order by list`
  ).map(({ list, state }) => `${list} ${state}`)
const events = async () =>
  (
    await site.world.db.sql<{
      event: string
      source: string
    }>`select event, source from consent_log order by id`
  ).map(({ event, source }) => `${event}: ${source}`)

async function join(address = email): Promise<string> {
  await ask(address)
  const token = tokenIn(site.mails.at(-1)?.text, "confirm")
  await confirm(site.world, token, sender)
  return token
}

test("A request mails a confirmation link; opening it changes nothing, pressing the button does, once", async () => {
  await Promise.all([ask(), ask(), ask()])
  expect(site.mails).toHaveLength(1)
  const token = tokenIn(site.mails[0]?.text, "confirm")
  expect(await lookAtConfirmation(site.world, token)).toMatchObject({ ok: true, done: false, email })
  expect(await states()).toEqual(["newsletter pending"])
  const both = await Promise.all([confirm(site.world, token, sender), confirm(site.world, token, sender)])
  expect(both).toMatchObject(Array(2).fill({ ok: true, done: true, place: null }))
  expect(site.mails).toHaveLength(1)
  expect(await confirm(site.world, token, sender)).toMatchObject({ ok: true, done: true })
  expect(await states()).toEqual(["newsletter confirmed"])
  expect(await events()).toEqual(["requested: newsletter 1", "confirmed: confirmation mail"])
  const [proof] = await site.world.db.sql<Record<string, unknown>>`
    select consent_text, ip, user_agent from consent_log where event = 'confirmed'`
  expect(proof).toEqual({
    consent_text: "Send me this newsletter by email. No spam... Unsubscribe at any time.",
    ip: "203.0.113.9",
    user_agent: "Test",
  })
  const [kept] = await site.world.db.sql`select * from subscriptions`
  expect(JSON.stringify(kept)).not.toContain(token)
})

test("A link is valid for 48 hours, a wrong one never", async () => {
  await ask()
  const token = tokenIn(site.mails[0]?.text, "confirm")
  site.clock.advance(49 * 3_600_000)
  expect(await confirm(site.world, token, sender)).toEqual({ ok: false, code: "expired" })
  expect(await confirm(site.world, "f".repeat(40), sender)).toEqual({ ok: false, code: "unknown" })
  expect(await states()).toEqual(["newsletter pending"])
})

test("One mailbox gets at most four confirmation mails a day, whoever requests them", async () => {
  for (let n = 0; n < 8; n++) {
    await ask()
    site.clock.advance(15 * 60_000)
  }
  expect(site.mails).toHaveLength(4)
})

test("A subscriber who signs up again gets a mail that says so, while the page stays the same", async () => {
  await join()
  site.clock.advance(3_600_000)
  expect(await ask()).toEqual({ ok: true, form: "newsletter" })
  expect(site.mails.at(-1)?.kind).toBe("newsletter.already")
  expect(await states()).toEqual(["newsletter confirmed"])
})

test("A waitlist shows the position, and it moves up when somebody leaves", async () => {
  const tokens: string[] = []
  for (const n of [1, 2, 3]) {
    await send(site, "social-media-planner-waitlist", {
      name: "A",
      email: `w${n}@example.com`,
      company: "",
      need: "",
    })
    const pending = await confirm(site.world, tokenIn(site.mails.at(-1)?.text, "confirm"), sender)
    expect(pending).toMatchObject({ ok: true, place: n })
    expect(site.mails.at(-1)).toMatchObject({
      kind: "waitlist.place",
      subject: expect.stringContaining(`number ${n}`),
    })
    tokens.push(tokenIn(site.mails.at(-1)?.text, "preferences"))
    site.clock.advance(1000)
  }
  await unsubscribe(site.world, {
    token: tokens[0] ?? "",
    list: "social-media-planner",
    source: "link",
    sender,
  })
  const third = await preferencesOf(site.world, tokens[2] ?? "")
  expect(third?.lists.find(({ list }) => list.id === "social-media-planner")).toMatchObject({
    on: true,
    place: 2,
  })
})

test("Preferences set exactly the lists; every change is in the log", async () => {
  await send(site, "social-media-planner-waitlist", { name: "A", email, company: "", need: "" })
  await confirm(site.world, tokenIn(site.mails.at(-1)?.text, "confirm"), sender)
  const token = tokenIn(site.mails.at(-1)?.text, "preferences")
  expect(await setPreferences(site.world, token, ["newsletter"], sender)).toEqual({ ok: true })
  expect(await states()).toEqual(["newsletter confirmed", "social-media-planner unsubscribed"])
  expect((await events()).slice(2)).toEqual(["confirmed: preferences", "unsubscribed: preferences"])
  expect(await setPreferences(site.world, "0".repeat(40), [], sender)).toEqual({ ok: false, code: "unknown" })
  expect(await preferencesOf(site.world, "nothing")).toBeNull()
})

test("One press unsubscribes, a second changes nothing, and the old confirmation link cannot undo it", async () => {
  const confirmToken = await join()
  site.clock.advance(3_600_000)
  await ask()
  const token = tokenIn(site.mails.at(-1)?.text, "preferences")
  const press = () => unsubscribe(site.world, { token, list: "newsletter", source: "one-click", sender })
  expect([await press(), await press()]).toEqual([{ ok: true }, { ok: true }])
  expect(await states()).toEqual(["newsletter unsubscribed"])
  expect((await events()).filter((line) => line.startsWith("unsubscribed"))).toEqual([
    "unsubscribed: one-click",
  ])
  expect(await confirm(site.world, confirmToken, sender)).toEqual({ ok: false, code: "unknown" })
  // A new request starts over.
  site.clock.advance(3_600_000)
  await join()
  expect(await states()).toEqual(["newsletter confirmed"])
})

test("Bounces on three days suppress an address, repeats within a day count once, and a pressed button resets them", async () => {
  await join()
  const refuse = async (days: number) => {
    site.clock.advance(days * 86_400_000)
    await recordRefusal(site.world, email, "554 5.7.1 Refused")
    await recordRefusal(site.world, email, "554 5.7.1 Refused")
  }
  await refuse(0)
  await refuse(1)
  expect(await states()).toEqual(["newsletter confirmed"])
  await ask()
  const token = tokenIn(site.mails.at(-1)?.text, "preferences")
  await setPreferences(site.world, token, ["newsletter"], sender)
  await refuse(1)
  await refuse(1)
  // It was long ago, so the count starts over.
  await refuse(200)
  await refuse(1)
  expect(await states()).toEqual(["newsletter confirmed"])
  await refuse(1)
  expect(await states()).toEqual(["newsletter unsubscribed"])
  // Nothing can be added to it, not even through its own preference page.
  expect(await setPreferences(site.world, token, ["newsletter"], sender)).toEqual({
    ok: false,
    code: "suppressed",
  })
  expect(await states()).toEqual(["newsletter unsubscribed"])
})

test("Bounces and complaints end everything, and remain in force after the address is erased", async () => {
  await join()
  await recordRefusal(site.world, email, "452 4.2.2 Mailbox full")
  expect(await states()).toEqual(["newsletter confirmed"])
  await recordRefusal(site.world, email, "550 5.1.1 No such user")
  expect(await states()).toEqual(["newsletter unsubscribed"])
  expect((await events()).at(-1)).toBe("bounced: bounce")
  await suppress(site.world, { email: "Other@Example.com", reason: "complaint" })
  await eraseLeads(site.world.db, { email })
  site.mails.length = 0
  site.clock.advance(3_600_000)
  await ask()
  await ask("other@example.com")
  expect(site.mails).toEqual([])
  expect(JSON.stringify(await site.world.db.sql`select * from private.suppressions`)).not.toContain(
    "example.com",
  )
  expect(await unsuppress(site.world, email)).toBe(true)
  await ask()
  expect(site.mails).toHaveLength(1)
})

test("Unconfirmed addresses are deleted after 30 days", async () => {
  await ask()
  await join("stays@example.com")
  site.clock.advance(29 * 86_400_000)
  await deleteExpiredLeads(site.world)
  expect(await site.world.db.sql`select email from subscribers`).toHaveLength(2)
  site.clock.advance(2 * 86_400_000)
  await deleteExpiredLeads(site.world)
  expect(await site.world.db.sql`select email from subscribers`).toEqual([{ email: "stays@example.com" }])
})

test.each([
  [48 * 3_600_000, true],
  [48 * 3_600_000 + 1, false],
])("A link is good after %d ms: %s", async (ms, good) => {
  await ask()
  const token = tokenIn(site.mails[0]?.text, "confirm")
  site.clock.advance(ms)
  expect((await confirm(site.world, token, sender)).ok).toBe(good)
})

test("A link to a removed list is invalid, and an address that is not waiting has no position", async () => {
  await ask()
  const token = tokenIn(site.mails[0]?.text, "confirm")
  await site.world.db.sql`update subscriptions set list = 'of-long-ago'`
  expect(await confirm(site.world, token, sender)).toEqual({ ok: false, code: "unknown" })
  const waitlist = { id: "built2connect", kind: "waitlist", name: "", text: "" } as const
  expect(await placeInQueue(site.world.db, waitlist, crypto.randomUUID())).toBeNull()
})

test("A suppressed address can leave lists, but not join any", async () => {
  await join()
  const [{ id = "" } = {}] = await site.world.db.sql<{ id: string }>`select id from subscribers`
  const token = manageUrl(site.world, id).split("/").at(-1) ?? ""
  await suppress(site.world, { email, reason: "operator", note: "x".repeat(301) })
  expect(await states()).toEqual(["newsletter unsubscribed"])
  expect(await setPreferences(site.world, token, [], sender)).toEqual({ ok: true })
  expect(await setPreferences(site.world, token, ["newsletter"], sender)).toMatchObject({
    code: "suppressed",
  })
  const [kept] = await site.world.db.sql<{ note: string }>`select note from private.suppressions`
  expect(kept?.note).toBe("x".repeat(300))
  expect([
    await unsuppress(site.world, ` ${email.toUpperCase()}`),
    await unsuppress(site.world, email),
  ]).toEqual([true, false])
})

test("A second request within ten minutes is the same one", async () => {
  await ask()
  // Filling in the form takes ten seconds each time.
  site.clock.advance(10 * 60_000 - 10_001)
  await ask()
  expect(site.mails).toHaveLength(1)
  site.clock.advance(-9_999)
  await ask()
  expect(site.mails).toHaveLength(2)
  expect(await events()).toHaveLength(2)
})

const subscribeTo = (list: string, answers: Record<string, string>) =>
  subscribe(site.world, { form: forms.newsletter, list, answers: { email, ...answers }, sender })

test("A name that was left out is taken from a later request, and one that was given stays", async () => {
  const names = []
  for (const name of ["", "Ada", "Eve"]) {
    await subscribeTo("newsletter", { name })
    names.push(...(await site.world.db.sql<{ name: string | null }>`select name from subscribers`))
  }
  expect(names.map(({ name }) => name)).toEqual([null, "Ada", "Ada"])
})

test("The answers are stored with the subscription, without name and address", async () => {
  await subscribeTo("newsletter", { name: "Ada", company: "", need: "A plan" })
  expect(await site.world.db.sql`select answers from subscriptions`).toEqual([
    { answers: { need: "A plan" } },
  ])
})

test.each([
  ["newsletter", "The weekly newsletter"],
  ["of-long-ago", "of-long-ago"],
])("The mail for the list %s calls it %s", async (list, name) => {
  await subscribeTo(list, {})
  expect(site.mails.map(({ subject }) => subject)).toEqual([`Confirm your address: ${name}`])
})

test("Neither an unknown token nor an unknown list is unsubscribed from", async () => {
  await join()
  const [{ id = "" } = {}] = await site.world.db.sql<{ id: string }>`select id from subscribers`
  const token = manageUrl(site.world, id).split("/").at(-1) ?? ""
  const leave = (token: string, list: string) =>
    unsubscribe(site.world, { token, list, source: "link", sender })
  expect(await leave("0".repeat(40), "newsletter")).toEqual({ ok: false, code: "unknown" })
  expect(await leave(token, "of-long-ago")).toEqual({ ok: false, code: "unknown" })
  expect(await states()).toEqual(["newsletter confirmed"])
})

test("An address is suppressed however it is written, and has its own short identifier", async () => {
  await join()
  await suppress(site.world, { email: ` ${email.toUpperCase()} `, reason: "operator" })
  expect(await states()).toEqual(["newsletter unsubscribed"])
  expect(await site.world.db.sql`select note from private.suppressions`).toEqual([{ note: null }])
  expect(mailboxId(site.world, email)).toMatch(/^[\w-]{16}$/)
})
