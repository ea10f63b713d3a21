/** The forms of the Articles desk, sent by a browser without scripts: their entries, their sentences, and what is kept. */
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Operator } from "#domain/operator/roles.ts"
import { articleQueue } from "#domain/publishing/articles/schedule.ts"
import { publishingRows } from "#domain/publishing/rows.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createPlainConsole, type PlainAnswer, type PlainConsole } from "#test/support/plain-console.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"

let t: TestWorld
let browser: PlainConsole
let owner: Operator
beforeAll(async () => {
  t = await createTestWorld({ now: "2026-11-20T20:00:00Z" })
  owner = await addOperatorSession(t.world, "owner")
  await t.world.db.sql`update auth.users set created_at = now(), updated_at = now()`
  browser = await createPlainConsole(t.world)
})
afterAll(() => t.close())

const written = {
  title: "Hills",
  markdown: "Run up.",
  excerpt: "What a hill teaches you about the flat road that comes after it.",
}

/** Where an answer leads, below /operator. */
const below = ({ location }: PlainAnswer) => String(location).replace("/operator", "")

async function newArticle(fields: Record<string, string> = {}): Promise<string> {
  const made = await browser.press(owner, "/articles/new", "Save the draft", { ...written, ...fields })
  return below(made)
}
/** A picture at its head, as the form would have put it there. */
async function withPicture(path: string) {
  const picture = {
    src: `/newsletter/pictures/${"0".repeat(8)}-0000-4000-8000-000000000000/9x9.jpg`,
    width: 9,
    height: 9,
  }
  await t.world.db.sql`
    update private.article_versions set data = data || ${t.world.db.sql.json({ picture: { ...picture, alt: "A green hill" } })}
    where article = ${Number(path.split("/").at(-1))}`
}
const commandsAbout = async (path: string) =>
  (
    await t.world.db.sql<{ command: string }>`
      select command from private.journal where subject = 'article' and subject_id = ${path.split("/").at(-1) ?? ""} order by id`
  ).map(({ command }) => command)
const states = async () =>
  (await publishingRows(t.world.db)).map(({ slug, state }) => `${slug} ${state}`).sort()

test("an article is written, published, moved, scheduled, taken off and deleted with forms alone", async () => {
  const path = await newArticle()
  expect(path).toMatch(/^\/articles\/\d+$/)
  expect((await browser.press(owner, path, "Save and publish now")).html).toContain(
    "Add a picture for the head",
  )
  await withPicture(path)
  expect((await browser.press(owner, path, "Save and publish now")).html).toContain("is on the site")
  expect(await states()).toEqual(["hills published"])
  expect((await browser.press(owner, path, "Save and update the page", { slug: "uphill" })).html).toContain(
    "Version 2 is on the site",
  )
  expect(await states()).toEqual(["uphill published"])
  const at = { at: "2026-11-25T06:00", title: "Hills again" }
  expect((await browser.press(owner, path, "Save and schedule", at)).html).toContain(
    "Version 3 goes out Nov 25, 2026, 6:00 AM",
  )
  expect(t.jobs.filter(({ queue }) => queue === articleQueue)).toHaveLength(1)
  await browser.press(owner, path, "Do not publish it then")
  await browser.press(owner, path, "Take it off the site")
  expect(await states()).toEqual(["uphill hidden"])
  expect(await commandsAbout(path)).toEqual([
    "article.write",
    "article.publish",
    "article.write",
    "article.publish",
    "article.write",
    "article.schedule",
    "article.unschedule",
    "article.unpublish",
  ])
  const draft = await newArticle({ title: "Another" })
  expect(below(await browser.press(owner, draft, "Delete it with its versions"))).toBe("/articles")
  expect((await browser.get(owner, draft)).status).toBe(404)
})

test("what is wrong is said in the field's words, and what was typed stays", async () => {
  const path = await newArticle()
  const answer = await browser.press(owner, path, "Save and schedule", { title: "Typed & kept", at: "" })
  expect(answer.status).toBe(409)
  expect(answer.html).toContain("Choose a day and an hour.")
  expect(answer.html).toContain('value="Typed &amp; kept"')
})

test("a writer drafts, and publishes nothing", async () => {
  const writer = await addOperatorSession(t.world, "writer")
  const path = below(await browser.press(writer, "/articles/new", "Save the draft", written))
  const { html } = await browser.get(writer, path)
  for (const button of ["Save and publish now", "Save and schedule", "Delete it", "Make an issue"])
    expect(html).not.toContain(button)
  const { body } = await browser.fill(writer, path, "Save the draft")
  for (const what of ["publish", "schedule", "unpublish", "take-back", "discard", "issue"]) {
    body.set("do", what)
    body.set("at", "2026-12-01T06:00")
    expect([what, (await browser.post(writer, path, body)).status]).toEqual([what, 409])
  }
  expect(await commandsAbout(path)).toEqual(["article.write"])
  expect((await browser.get(writer, "/newsletters")).status).toBe(404)
})

test("a second editor hears of the first, and saving again keeps both", async () => {
  const path = await newArticle()
  const late = await browser.fill(owner, path, "Save the draft", { markdown: "By the second" })
  await browser.press(owner, path, "Save the draft", { markdown: "By the first" })
  const refused = await browser.post(owner, late.path, late.body)
  expect(refused.status).toBe(409)
  expect(refused.html).toContain("Someone saved version 2 while you wrote.")
  const again = browser.fillIn(refused.html, path, "Save the draft")
  expect(again.body.get("markdown")).toBe("By the second")
  expect((await browser.post(owner, again.path, again.body)).html).toContain("Saved as version 3")
  const { html } = await browser.get(owner, `${path}/versions`)
  expect(html.match(/By the (first|second)/g)?.length).toBeGreaterThanOrEqual(2)
  const restored = await browser.press(owner, `${path}/versions`, "Make it the draft again")
  expect(restored.html).toContain("is the draft again, as version 4")
})

test("an article of the site is edited and taken back, and goes out as a draft of a newsletter", async () => {
  const path = "/articles/from/rise-of-club-balboa"
  expect((await browser.get(owner, path)).html).toContain("On the first Thursday, two people came.")
  const made = below(await browser.press(owner, path, "Save the draft", { title: "The Rise" }))
  expect(below(await browser.get(owner, path))).toBe(made)
  await browser.press(owner, made, "Save and update the page")
  expect(await states()).toContain("rise-of-club-balboa published")
  const issue = await browser.press(owner, made, "Make an issue of it")
  expect(below(issue)).toMatch(/^\/newsletters\/\d+$/)
  const { html } = await browser.get(owner, below(issue))
  expect(html).toContain("The Rise")
  await browser.press(owner, made, "Go back to what the site came with")
  expect(await states()).not.toContain("rise-of-club-balboa published")
})
