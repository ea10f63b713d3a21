/** The content desk as an operator uses it, without scripts: copy on write, two editors, hostile words, forged addresses. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { testimonials } from "#content/community.ts"
import { anyKind } from "#content/words/kinds.ts"
import { kindNames } from "#content/words/words.ts"
import { eraseAddress } from "#domain/operator/people/erase-address.ts"
import { followWords } from "#domain/publishing/follow-words.ts"
import type { World } from "#domain/world.ts"
import { addressData } from "#server/world/privacy.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createPlainConsole, type PlainConsole } from "#test/support/plain-console.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"

let t: TestWorld
let world: World
let browser: PlainConsole
let published: Awaited<ReturnType<typeof followWords>>
let owner: Awaited<ReturnType<typeof addOperatorSession>>

beforeAll(async () => {
  t = await createTestWorld()
  published = await followWords(t.world, { read: async () => null, write: async () => {} })
  world = { ...t.world, published }
  browser = await createPlainConsole(world)
  owner = await addOperatorSession(world, "owner")
})
afterAll(async () => {
  published.close()
  await t.close()
})
beforeEach(async () => {
  await t.world.db.sql`delete from private.publishing`
  await published.reload()
})

const [first] = testimonials
const path = `/content/testimonials/${first.athleteId}`
const quotes = () => published.words.list("testimonials").map(({ quote }) => quote)
const said = (quote: string) => ({ quote: `${quote} I had time to find my shoes.` })

test("publishing changes the site, and taking it back brings the delivered words again", async () => {
  expect((await browser.get(owner, path)).html).toContain("As delivered")
  expect((await browser.press(owner, path, "Publish", said("New."))).html).toContain(
    "Saved. The site shows it.",
  )
  expect(quotes()[0]).toBe(said("New.").quote)
  expect((await browser.get(owner, path)).html).toContain("Changed")
  expect((await browser.press(owner, path, "Take every change back")).location).toBe(
    "/operator/content/testimonials",
  )
  await published.reload()
  expect(published.words.isChanged()).toBe(false)
  expect(quotes()).toEqual(testimonials.map(({ quote }) => quote))
})

test.each(kindNames)(
  "every entry of %s can be opened, and published as it is without changing it",
  async (kind) => {
    const { defaults, slugOf, nameOf } = anyKind(kind)
    expect((await browser.get(owner, `/content/${kind}`)).status).toBe(200)
    for (const value of defaults) {
      const saved = await browser.press(owner, `/content/${kind}/${slugOf(value)}`, "Publish")
      expect(saved.html, nameOf(value)).toContain("Saved. The site shows it.")
      expect(published.words.find(kind, slugOf(value))).toEqual(value)
    }
  },
)

test("of two editors, the second reads what the first saved, and loses nothing that they typed", async () => {
  const second = await browser.fill(owner, path, "Publish", said("Second."))
  await browser.press(owner, path, "Publish", said("First."))
  const refused = await browser.post(owner, second.path, second.body)
  expect(refused.status).toBe(409)
  expect(refused.html).toContain("Someone else has saved it since")
  expect(quotes()[0]).toBe(said("First.").quote)
  // Theirs beside one's own, which is still in the form.
  expect(refused.html).toContain("What they saved")
  expect(refused.html).toContain(said("First.").quote)
  const again = browser.fillIn(refused.html, path, "Publish")
  expect(again.body.get("quote")).toBe(said("Second.").quote)
  await browser.post(owner, again.path, again.body)
  await expect.poll(() => quotes()[0]).toBe(said("Second.").quote)
})

test("undo brings back what was there, also nothing", async () => {
  await browser.press(owner, path, "Publish", said("One."))
  await browser.press(owner, path, "Publish", said("Two."))
  const undo = "Undo: changed words of the site"
  expect((await browser.press(owner, path, undo)).html).toContain("Undone")
  expect(quotes()[0]).toBe(said("One.").quote)
  // The newest that can be undone is the undo itself, then the first change.
  const [first] = await t.world.db.sql<{ id: string }>`
    select id::text from private.journal j where subject = 'content' and undoes is null order by j.id desc offset 1 limit 1`
  expect(
    (await browser.post(owner, path, { press: "undo-the-first-one", undo: first?.id ?? "" })).html,
  ).toContain("Undone")
  expect(published.words.isChanged()).toBe(false)
})

test("entries are added, moved, hidden and shown again", async () => {
  const added = await browser.press(owner, "/content/testimonials/new", "Publish", {
    ...said("Third."),
    name: "Ana María <b>",
    detail: "Baker",
  })
  expect(added.location).toBe("/operator/content/testimonials/ana-maria-b")
  const list = "/content/testimonials"
  await browser.press(owner, list, "Move Ana María <b> up")
  await published.reload()
  expect(
    published.words
      .list("testimonials")
      .map(({ athleteId }) => athleteId)
      .indexOf("ana-maria-b"),
  ).toBe(2)
  await browser.press(owner, list, "Hide Ana María <b>")
  await published.reload()
  expect(quotes()).toHaveLength(3)
  await browser.press(owner, list, "Show Ana María <b>")
  await published.reload()
  expect(quotes()).toHaveLength(4)
  const again = await browser.press(owner, "/content/testimonials/new", "Publish", {
    ...said("Fourth."),
    name: "Ana Maria B",
    detail: "Baker",
  })
  expect([again.status, again.html.includes("already an entry with this name")]).toEqual([409, true])
  expect(again.html).toContain("Fourth.")
})

test("a draft is on no page until it is published", async () => {
  const fields = { ...said("Draft."), name: "Bo", detail: "Nurse" }
  await browser.press(owner, "/content/testimonials/new", "Save as a draft", fields)
  await published.reload()
  expect([quotes().length, published.words.isChanged()]).toEqual([3, false])
  await browser.press(owner, "/content/testimonials/bo", "Publish")
  expect(quotes()).toHaveLength(4)
})

test("what does not fit is said beside its field, and stays typed", async () => {
  const short = await browser.press(owner, path, "Publish", { quote: "Too short" })
  expect(short.status).toBe(409)
  expect(short.html).toContain("Use at least 20 characters.")
  expect(short.html).toContain("Too short</textarea>")
  const links = "/content/links/external"
  for (const hostile of ["javascript:alert(1)", "http://x.example", "//x.example", "data:text/html,x"]) {
    const refused = await browser.press(owner, links, "Publish", { chat: hostile })
    expect([hostile, refused.status]).toEqual([hostile, 409])
  }
  expect(published.words.isChanged()).toBe(false)
})

test("hostile words stay words", async () => {
  const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(1)> \u0000\u0007 "quoted" & more`
  const saved = await browser.press(owner, path, "Publish", { quote: hostile, name: `<svg onload=alert(1)>` })
  expect(saved.status).toBe(200)
  expect(saved.html).not.toMatch(/<script|<img|<svg/)
  expect(quotes()[0]).toBe(`</script><script>alert(1)</script><img src=x onerror=alert(1)>   "quoted" & more`)
})

test("forged addresses and fields change nothing", async () => {
  for (const forged of [
    "constructor/a",
    "testimonials/..%2F..",
    "testimonials/nobody",
    "figures/new",
    "links/new",
    "__proto__/x",
  ])
    expect([forged, (await browser.get(owner, `/content/${forged}`)).status]).toEqual([forged, 404])
  const form = await browser.fill(owner, path, "Publish", said("Forged."))
  form.body.set("athleteId", "someone-else")
  form.body.set("slug", "someone-else")
  form.body.set("picture", "https://x.example/x.svg")
  await browser.post(owner, form.path, form.body)
  await published.reload()
  expect(published.words.list("testimonials")[0]).toEqual({ ...first, ...said("Forged.") })
  // A picture can only be uploaded: an address of one is not a file.
  const event = await browser.fill(owner, "/content/events/sunrise-run", "Publish")
  event.body.set("picture", "https://x.example/x.svg")
  event.body.set("picture-alt", "A hill")
  await browser.post(owner, event.path, event.body)
  await published.reload()
  expect(published.words.find("events", "sunrise-run")?.picture).toBeUndefined()
})

test("only owners have the desk", async () => {
  for (const role of ["helper", "moderator"] as const) {
    const other = await addOperatorSession(world, role)
    const form = await browser.fill(owner, path, "Publish", said("Role."))
    expect((await browser.get(other, path)).status).toBe(404)
    expect((await browser.post(other, form.path, form.body)).status).toBe(404)
  }
  await published.reload()
  expect(published.words.isChanged()).toBe(false)
})

test("an event takes its words from its rule", async () => {
  const fields = { startsAt: "18:30", on: "2027-02-01" }
  const form = await browser.fill(owner, "/content/events/sunrise-run", "Publish", fields)
  form.body.delete("weekdays")
  form.body.append("weekdays", "5")
  form.body.append("weekdays", "1")
  await browser.post(owner, form.path, form.body)
  await published.reload()
  expect(published.words.find("events", "sunrise-run")).toMatchObject({
    ...{ date: "Every Monday & Friday", time: "6:30 PM" },
    recurrence: { kind: "weekly", weekdays: [1, 5] },
  })
})

test("an accepted application becomes an athlete of the directory, and leaves with the person", async () => {
  const email = "ada@example.com"
  const [row] = await t.world.db.sql<{ id: string }>`
    insert into submissions (key, form, form_version, email, name, answers, consent_text, submitted_at, status, status_at, mails_due)
    values ('k', 'athlete-application', 1, ${email}, 'Ada Vale', ${t.world.db.sql.json({
      city: "Irvine",
      sport: ["Running", "Lifting"],
      races: "About 12, mostly halves",
      goals: "My first marathon in spring, with two friends.",
      socials: "@ada.vale",
    })}, 'yes', now(), 'accepted', now(), false) returning id`
  const inbox = await browser.get(owner, `/inbox/${row?.id}`)
  const to = /href="\/operator(\/content\/athletes\/new[^"]*)"/.exec(inbox.html)?.[1] ?? ""
  expect((await browser.press(owner, to, "Publish")).location).toBe("/operator/content/athletes/ada-vale")
  expect(published.words.find("athletes", "ada-vale")).toMatchObject({
    ...{
      name: "Ada Vale",
      handle: "ada.vale",
      sport: "Running, Lifting",
      races: "12+",
      home: "Irvine",
      listed: true,
    },
  })
  expect(await eraseAddress(world, owner, { email, kept: addressData })).toMatchObject({ ok: true })
  await published.reload()
  expect(published.words.find("athletes", "ada-vale")).toBeUndefined()
  const [left] = await t.world.db.sql<{ n: number }>`
    select count(*)::integer as n from private.journal_values where (before::text || after::text) like '%Ada Vale%'`
  expect(left?.n).toBe(0)
})
