import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { issuesFeed, issuesSitemap } from "#content/issues-feed.ts"
import type { World } from "#domain/world.ts"
import type { MailMessage, MailTransport } from "#ports/mail.ts"
import { addReaders } from "#test/support/newsletters.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { archivedIssue, archivedIssues, feedIssues } from "./archive.ts"
import { clicksAreCounted, countedLinks, followLink, switchClicks } from "./clicks.ts"
import { createIssue, readIssue, scheduleIssue } from "./issue.ts"
import { draftKey, issueNumber, issueSlug, issueUrl } from "./issue-address.ts"
import { sampleLetter } from "./letter.ts"
import { sendIssue } from "./send.ts"
import { setInArchive } from "./set-in-archive.ts"

let t: TestWorld
let got: MailMessage[]
let world: World
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db
    .sql`with a as (delete from subscribers), b as (delete from newsletter_issues) delete from private.settings`
  got = []
  const newsletters: MailTransport = {
    repeatable: false,
    async deliver({ message }) {
      if (message.to.startsWith("gone"))
        return { ok: false, permanent: true, reason: "550 5.1.1 No such user" }
      got.push(message)
      return { ok: true, answer: "250 OK" }
    },
  }
  world = { ...t.world, transports: { ...t.world.transports, newsletters } }
})

const text = {
  list: "newsletter",
  subject: "Über the hills & away",
  preview: "Three <routes>",
  markdown: "",
  html: '<p style="margin:0">See <a style="color:#000" href="https://x.example/?a=1&amp;b=2">the hills</a>, <a href="mailto:a@b.example">us</a></p>',
  places: null,
}

async function sent(
  changes: Partial<Omit<typeof text, "places">> & { places?: number } = {},
  readers = ["ada@example.com"],
) {
  const list = changes.list ?? text.list
  await addReaders(world.db, list, readers)
  const made = await createIssue(world, { ...text, ...changes })
  if (!made.ok) throw new Error(made.code)
  await scheduleIssue(world, made.id, world.now())
  await sendIssue(world, { issue: made.id })
  return made.id
}

test("The archive contains the issues that readers of the public newsletters received, and nothing else", async () => {
  const draft = await createIssue(world, text)
  expect((await archivedIssues(world.db, { limit: 10 })).total).toBe(0)
  const first = await sent()
  await sent({ list: "built2connect", places: 1 }, ["eve@example.com"])
  t.clock.advance(60_000)
  const second = await sent({ list: "creator-newsletter", subject: "Second" }, ["dan@example.com"])
  // Nobody received it: the only mailbox no longer exists.
  await world.db.sql`update subscriptions set state = 'unsubscribed'`
  await sent({ subject: "To nobody" }, ["gone@example.com"])
  const { issues, total } = await archivedIssues(world.db, { limit: 10 })
  expect([total, issues.map(({ slug, list }) => [slug, list])]).toEqual([
    2,
    [
      [`${second}-second`, "The creator newsletter"],
      [`${first}-uber-the-hills-away`, "The weekly newsletter"],
    ],
  ])
  expect(
    (await archivedIssues(world.db, { limit: 1, offset: 1 })).issues.map(({ subject }) => subject),
  ).toEqual([text.subject])
  const id = draft.ok ? draft.id : 0
  expect(await archivedIssue(world, issueSlug({ id, subject: text.subject }))).toEqual({
    ok: false,
    code: "unknown",
  })
})

test("A page of the archive reveals nothing about a reader, has one address, and is removed with the issue", async () => {
  const id = await sent()
  const slug = `${id}-uber-the-hills-away`
  const found = await archivedIssue(world, slug)
  expect(found).toMatchObject({
    ok: true,
    issue: {
      subject: text.subject,
      draft: false,
      html: '<p>See <a href="https://x.example/?a=1&amp;b=2">the hills</a>, <a href="mailto:a@b.example">us</a></p>',
    },
  })
  expect(JSON.stringify(found)).not.toContain("ada@example.com")
  expect(got[0]?.text).toContain(`Read in a browser: http://b4m.test/newsletter/issues/${slug}`)
  expect(got[0]?.headers?.["Archived-At"]).toBe(`<http://b4m.test/newsletter/issues/${slug}>`)
  expect(await archivedIssue(world, `${id}-old-name`)).toEqual({ ok: false, code: "moved", slug })
  for (const other of ["x", "0-x", `${id + 1}-x`, `${id}x`, "99999999999999999999"])
    expect(await archivedIssue(world, other)).toEqual({ ok: false, code: "unknown" })
  expect(await setInArchive(world.db, id, false)).toEqual({ ok: true })
  expect(await setInArchive(world.db, id, false)).toEqual({ ok: false, code: "unchanged" })
  expect(await archivedIssue(world, slug)).toEqual({ ok: false, code: "unknown" })
  expect((await archivedIssues(world.db, { limit: 10 })).total).toBe(0)
  expect(await feedIssues(world.db, 10)).toEqual([])
})

test("A test mail's link shows only its own draft in the browser", async () => {
  const made = await createIssue(world, text)
  const id = made.ok ? made.id : 0
  const issue = await readIssue(world.db, id)
  if (!issue) throw new Error("no issue")
  const key = draftKey(world, id)
  expect(key).toMatch(/^[0-9a-f]{32}$/)
  expect(sampleLetter(world, issue, "me@example.com").headers).not.toHaveProperty("Archived-At")
  expect(sampleLetter(world, issue, "me@example.com").text).toContain(`?draft=${key}`)
  expect(await archivedIssue(world, issueSlug(issue), key)).toMatchObject({
    ok: true,
    issue: { draft: true },
  })
  expect(await archivedIssue(world, issueSlug(issue), draftKey(world, id + 1))).toMatchObject({
    code: "unknown",
  })
  expect(await setInArchive(world.db, id, false)).toEqual({ ok: false, code: "not_published" })
})

test("A waitlist's mail has no public page", async () => {
  await sent({ list: "built2connect", places: 1 }, ["eve@example.com"])
  expect(got[0]?.text).not.toContain("Read in a browser")
  expect(got[0]?.headers).not.toHaveProperty("Archived-At")
  const draft = await createIssue(world, { ...text, list: "built2connect", places: 1 })
  const id = draft.ok ? draft.id : 0
  const shown = await archivedIssue(world, issueSlug({ id, subject: text.subject }), draftKey(world, id))
  expect(shown).toMatchObject({ ok: true, issue: { list: "built2connect", draft: true } })
})

test("Slugs of issues are parsed back, however long the subject", () => {
  expect(issueSlug({ id: 7, subject: "x ".repeat(200) }).length).toBeLessThanOrEqual(70)
  expect(issueSlug({ id: 7, subject: "跑步" })).toBe("7")
  for (const subject of ["跑步", "Miles!", "x ".repeat(200)])
    expect(issueNumber(issueSlug({ id: 7, subject }))).toBe(7)
})

test("The feed and the sitemap are well-formed with any subject", async () => {
  const id = await sent({ subject: 'A "<b>" & \u0007 bell' })
  const feed = issuesFeed("http://b4m.test", await feedIssues(world.db, 10))
  expect(feed).toContain(`<id>http://b4m.test/newsletter/issues/${id}-a-b-bell</id>`)
  expect(feed).toContain("<title>A &quot;&lt;b&gt;&quot; &amp;  bell</title>")
  expect(feed).toContain(
    '<content type="html">&lt;p&gt;See &lt;a href=&quot;https://x.example/?a=1&amp;amp;b=2',
  )
  expect(feed).toContain('rel="self" type="application/atom+xml"')
  const { issues } = await archivedIssues(world.db, { limit: 10 })
  expect(issuesSitemap("http://b4m.test", issues)).toContain(
    `<loc>http://b4m.test/newsletter/issues/${id}-a-b-bell</loc>`,
  )
})

test("Links are not rewritten until an operator switches counting on", async () => {
  const id = await sent()
  expect(await clicksAreCounted(world.db)).toBe(false)
  expect(got[0]?.html).toContain('href="https://x.example/?a=1&amp;b=2"')
  expect(got[0]?.text).not.toContain("We count")
  expect(got[0]?.headers?.["List-Id"]).toBe("The weekly newsletter <newsletter.b4m.test>")
  expect(await countedLinks(world.db, id)).toEqual([])
})

test("Counted links lead to the operator's addresses, count each visit, and identify nobody", async () => {
  expect(await switchClicks(world.db, true)).toEqual({ ok: true })
  expect(await switchClicks(world.db, true)).toEqual({ ok: false, code: "unchanged" })
  const id = await sent({}, ["ada@example.com", "bob@example.com"])
  const address = /http:\/\/b4m\.test\/newsletter\/links\/(\d+)\/(\d+)\/([0-9a-f]{32})/
  const [ada, bob] = got.map(({ html }) => address.exec(html ?? "")?.[0])
  // The address is the same for every reader, so it cannot reveal who follows it.
  expect(ada).toBe(bob)
  expect(got[0]?.text).toContain(`the hills (${ada})`)
  expect(got[0]?.html).toContain('href="mailto:a@b.example"')
  expect(got[0]?.text).toContain("not by whom")
  const [, issueId, number, signature = ""] = address.exec(ada ?? "") ?? []
  const link = { issueId: Number(issueId), number: Number(number), given: signature, counts: true }
  expect(await followLink(world, link)).toBe("https://x.example/?a=1&b=2")
  expect(await followLink(world, { ...link, counts: false })).toBe("https://x.example/?a=1&b=2")
  for (const wrong of [{ given: "0".repeat(32) }, { number: 9 }, { issueId: id + 1 }])
    expect(await followLink(world, { ...link, ...wrong })).toBeNull()
  expect(await countedLinks(world.db, id)).toEqual([
    { number: 1, url: "https://x.example/?a=1&b=2", clicks: 1 },
  ])
  // An address made for one issue does not work for another.
  await world.db.sql`update private.newsletter_links set url = 'https://evil.example/'`
  expect(await followLink(world, link)).toBeNull()
})

test("A removed list has no page, and its mails call it by its id", () => {
  const issue = { id: 7, list: "of-long-ago", subject: "S", preview: "", html: "<p>x</p>" }
  expect(issueUrl(world, issue)).toBeNull()
  const letter = sampleLetter(world, issue, "me@example.com")
  expect(letter.headers?.["List-Id"]).toBe("of-long-ago <of-long-ago.b4m.test>")
  expect(letter.text).not.toContain("Read in a browser")
})
