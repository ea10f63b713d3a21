/**
 * Every command of the desks, submitted as a form by a browser without scripts: its journal entry, and who may submit
 * it. The forms of each desk are in test/support/desk-forms.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest"
import routes from "#app/operator/routes.ts"
import { type CommandName, commands, ruleOf } from "#domain/operator/commands.ts"
import {
  browser,
  countMails,
  helper,
  lastCommands,
  lastEntry,
  openDesks,
  owner,
  type Sent,
  shop,
  waiting,
} from "#test/support/desk-forms/desks.ts"
import { elsewhere, isGivenElsewhere } from "#test/support/desk-forms/elsewhere.ts"
import { day, eventsForms } from "#test/support/desk-forms/events.ts"
import { inboxForms } from "#test/support/desk-forms/inbox.ts"
import { keptValuesOf, ownerOfValues } from "#test/support/desk-forms/kept-values.ts"
import { newslettersForms } from "#test/support/desk-forms/newsletters.ts"
import { bought, ordersForms } from "#test/support/desk-forms/orders.ts"
import { peopleForms } from "#test/support/desk-forms/people.ts"
import { prizesForms } from "#test/support/desk-forms/prizes.ts"
import { racesForms } from "#test/support/desk-forms/races.ts"
import { reportsForms } from "#test/support/desk-forms/reports.ts"
import { reviewForms } from "#test/support/desk-forms/review.ts"
import { seasonsForms } from "#test/support/desk-forms/seasons.ts"
import { serviceForms } from "#test/support/desk-forms/service.ts"
import { wordsForms } from "#test/support/desk-forms/words.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import type { PlainAnswer } from "#test/support/plain-console.ts"
import { deskAt } from "./desks.ts"

beforeAll(openDesks)
afterAll(() => shop.close())

const numberField = /Type the order number, (\w{8})/

/** Every form of every desk. */
const sent = [
  ...reportsForms,
  ...reviewForms,
  ...inboxForms,
  ...peopleForms,
  ...ordersForms,
  ...racesForms,
  ...eventsForms,
  ...seasonsForms,
  ...prizesForms,
  ...newslettersForms,
  ...wordsForms,
  ...serviceForms,
]

/** The form as an owner would submit it, with its preview confirmed. */
async function filled({ form, confirm }: Sent) {
  const [path, button, fields] = await form()
  const first = await browser.fill(owner, path, button, fields)
  if (!confirm) return first
  const { html } = await browser.post(owner, first.path, first.body)
  const number = numberField.exec(html)?.[1]
  return browser.fillIn(html, path, confirm, number === undefined ? {} : { number })
}

/** A helper has no such form, and the owner's form submitted by a helper is refused. */
async function expectNothingForHelpers(path: string, body: URLSearchParams): Promise<void> {
  const { status } = await browser.post(helper, path, body)
  const isOfHelpers = path.startsWith("/events") || path === "/review/photos" || path === "/reports"
  expect(status).toBe(isOfHelpers ? 409 : 404)
  const page = await browser.get(helper, path)
  if (path.startsWith("/events"))
    expect(page.html).not.toMatch(/value="(spots|move|call-off|message)"|name="event"/)
  else if (isOfHelpers) expect(page.html).not.toMatch(/name="(rule|comments)"/)
  else expect(page.status).toBe(404)
}

/** Ten minutes after the second factor was proven it is asked for again. */
async function expectProofFirst(path: string, body: URLSearchParams): Promise<void> {
  const late = { ...owner, provenAt: new Date(shop.world.now().getTime() - 10 * 60_000) }
  const { status, location } = await browser.post(late, path, body)
  expect([status, location]).toEqual([302, `/operator/prove?next=${encodeURIComponent(`/operator${path}`)}`])
}

/** Who may not give a command, as a part of its test's title. */
function guardsOf(command: CommandName): string {
  const { needs, proof } = ruleOf(command)
  return `${needs === "owner" ? ", refused to a helper" : ""}${proof ? ", refused ten minutes after the second factor" : ""}`
}

const isDone = ({ status, location, html }: PlainAnswer) =>
  (status === 302 && !location?.includes("/prove")) || (status === 200 && html.includes("border-success"))

describe("A form without scripts", () => {
  beforeEach(async () => {
    await shop.world.db.sql`truncate event_occurrences cascade`
    await shop.world.db.sql`truncate races cascade`
  })

  // Each rule on the same form, because filling it in and confirming it takes most of the time.
  test.each(sent.map((one) => ({ ...one, title: one.command + guardsOf(one.command) })))(
    "$title, pressed twice at once and once more, is done once with one entry",
    async (given) => {
      const { path, body } = await filled(given)
      const rule = ruleOf(given.command)
      const before = await lastEntry()
      if (rule.needs === "owner") await expectNothingForHelpers(path, body)
      if (rule.proof) await expectProofFirst(path, body)
      expect(await lastCommands(before)).toEqual([])
      const mails = await countMails()
      const answers = await Promise.all([browser.post(owner, path, body), browser.post(owner, path, body)])
      const mailed = (await countMails()) - mails
      answers.push(await browser.post(owner, path, body))
      for (const answer of answers)
        expect([isDone(answer), answer.status], answer.html.slice(0, 3000)).toEqual([true, answer.status])
      // The response may be a person's page, and reading it is recorded.
      expect((await lastCommands(before)).filter((one) => one !== "person.read")).toEqual([given.command])
      expect(await keptValuesOf(shop.world, given.command)).toBe(ownerOfValues(given.command))
      expect((await countMails()) - mails).toBe(mailed)
      // The same form filled in again is another press, whatever the command returns.
      const again = new URLSearchParams([...body])
      again.set("press", "another press of this button")
      expect((await browser.post(owner, path, again)).html).not.toContain("Done, once.")
    },
  )

  test("Every command of operators has a form here, except those that are given in another way", () => {
    const names = (Object.keys(commands) as CommandName[]).filter((name) => !isGivenElsewhere(name))
    expect(sent.map(({ command }) => command).sort()).toEqual(names.sort())
    for (const [pattern, how] of elsewhere)
      expect(
        Object.keys(commands).some((name) => pattern.test(name)),
        how,
      ).toBe(true)
  })

  test("Every desk opens for its role, and is no page for a lesser one", async () => {
    const writer = await addOperatorSession(shop.world, "writer")
    const opened = routes.flatMap(({ path = "" }) => (path && !path.includes(":") ? [`/${path}`] : []))
    expect(opened.length).toBeGreaterThan(20)
    for (const path of opened) {
      // The first leads on to another page.
      if (path === "/review/first" || path === "/prove") continue
      const { status, html } = await browser.get(owner, path)
      expect([path, status], html.slice(0, 500)).toEqual([path, 200])
      const desk = deskAt(`/${path.split(/[/.]/)[1]}`)
      expect([path, (await browser.get(writer, path)).status]).toEqual([
        path,
        desk.needs === "writer" ? 200 : 404,
      ])
    }
  })
})

test.each([
  ["a date is called off", async () => [day, "Cancel it", { text: "Storm.", typed: "Long Run" }], "typed"],
  [
    "a person is erased",
    async () => [`/people/${(await waiting()).userId}`, "Erase", { typed: "runner" }],
    "typed",
  ],
  [
    "an order is refunded",
    async () => {
      const path = `/orders/${await bought()}`
      return [path, "Refund…", { amount: "9" }]
    },
    "number",
  ],
] as const)("Before %s, its name is typed exactly", async (_what, form, field) => {
  const [path, button, fields] = (await form()) as Awaited<ReturnType<Sent["form"]>>
  const filled = await browser.fill(owner, path, button, fields)
  if (field === "number") filled.body.set("number", "00000000")
  const before = await lastEntry()
  const { html } = await browser.post(owner, filled.path, filled.body)
  expect(html).not.toContain("border-success")
  expect((await lastCommands(before)).filter((one) => one !== "person.read")).toEqual([])
})

test('One press of "Undo" does not lift a ban: a page shows the effect and asks for a reason', async () => {
  const { userId } = await waiting()
  await browser.press(owner, `/people/${userId}`, "Ban", { reason: "Insults" })
  const [{ entry = 0 } = {}] = await shop.world.db.sql<{ entry: number }>`
    select max(id)::float8 as entry from private.journal where command = 'person.ban'`
  const asked = await browser.post(owner, "/journal", { undo: String(entry) })
  const page = `/journal/${entry}/undo`
  expect([asked.status, asked.location]).toEqual([302, `/operator${page}`])
  expect((await browser.get(owner, page)).html).toContain("What it would do now")
  const done = async () => (await lastCommands(entry)).filter((one) => one !== "person.read")
  await browser.press(owner, page, "Undo it", { reason: "No" })
  expect(await done()).toEqual([])
  await browser.press(owner, page, "Undo it", { reason: "Another person" })
  expect(await done()).toEqual(["person.unban"])
  expect((await browser.get(owner, page)).html).not.toContain("Undo it")
})
