/** Articles: versions, two editors, publishing, addresses that moved, and a schedule that is kept once. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { articlesOf, movedTo } from "#content/articles.ts"
import { articlesOnDisk } from "#content/articles-on-disk.ts"
import { wordsWith } from "#content/words/words.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { publishingRows } from "../rows.ts"
import { type Draft, defaultDraft, editedArticles, readArticle, versionsOf } from "./article.ts"
import { publishArticle, takeBackArticle, unpublishArticle } from "./publish.ts"
import { publishScheduled, scheduleArticle, unscheduleArticle } from "./schedule.ts"
import { discardArticle, restoreVersion, writeArticle } from "./write.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.world.db.sql`delete from private.articles`
  await t.world.db.sql`delete from private.publishing`
})

const draft: Draft = {
  slug: "hills",
  title: "Hills",
  category: "Creators",
  excerpt: "What a hill teaches you about the flat road that comes after it.",
  featured: false,
  related: [],
  art: "growing-personal-brand",
  markdown: "Run up. Walk down.",
}
const origin = "rise-of-club-balboa"

/** What visitors see now. */
const site = async () => articlesOf(wordsWith(await publishingRows(t.world.db)).list("articles"))
const titleAt = async (slug: string) => (await site()).find((one) => one.slug === slug)?.title

async function written(change: Draft = {}, from: Partial<Parameters<typeof writeArticle>[1]> = {}) {
  const done = await writeArticle(t.world, {
    ...{ id: null, read: 0, by: null },
    ...from,
    draft: { ...draft, ...change },
  })
  if (!done.ok) throw new Error(done.code)
  return done
}

const edited = (id: number, read: number, change: Draft) => written(change, { id, read })
const publish = (id: number, version: number) => publishArticle(t.world, { id, version, by: null })

test("a draft may be unfinished and is on no page; publishing says what it lacks", async () => {
  const { id } = await written({ excerpt: "Short.", markdown: "", art: undefined })
  expect(await publish(id, 1)).toMatchObject({
    code: "invalid",
    problems: { excerpt: "Write at least 40 characters.", markdown: "Write a text." },
  })
  expect(await titleAt("hills")).toBeUndefined()
  await edited(id, 1, { art: undefined })
  expect(await publish(id, 2)).toMatchObject({ code: "invalid", problems: { picture: expect.anything() } })
})

test("what is published stays while its draft goes on", async () => {
  const { id } = await written()
  expect(await publish(id, 1)).toEqual({ ok: true, slug: "hills" })
  await edited(id, 1, { title: "Hills, again" })
  expect(await titleAt("hills")).toBe("Hills")
  await publish(id, 2)
  expect(await titleAt("hills")).toBe("Hills, again")
  expect((await site())[0]).toMatchObject({ date: "2026-11-20", readTime: "1 min read", href: "/blog/hills" })
})

test("two editors lose nothing: the second hears of the first, and both texts are versions", async () => {
  const { id } = await written()
  await edited(id, 1, { markdown: "By the first" })
  const second = { id, read: 1, by: null, draft: { ...draft, markdown: "By the second" } }
  expect(await writeArticle(t.world, second)).toEqual({ ok: false, code: "edited", id, version: 2 })
  await edited(id, 2, { markdown: "By the second" })
  expect((await versionsOf(t.world.db, id)).map(({ data }) => data.markdown)).toEqual([
    "By the second",
    "By the first",
    "Run up. Walk down.",
  ])
  await restoreVersion(t.world, { id, version: 2, read: 3, by: null })
  expect(await readArticle(t.world.db, id)).toMatchObject({ version: 4, draft: { markdown: "By the first" } })
})

test("of many who save at the same time one wins, also the first edit of an article of content/", async () => {
  const change = { id: null, origin, read: 0, by: null, draft: defaultDraft(origin) ?? {} }
  const all = await Promise.all([1, 2, 3, 4].map(() => writeArticle(t.world, change)))
  expect(all.filter(({ ok }) => ok)).toHaveLength(1)
  const id = (await editedArticles(t.world.db))[0]?.id ?? 0
  const again = await Promise.all(
    [1, 2, 3, 4].map((n) =>
      writeArticle(t.world, { id, read: 1, by: null, draft: { ...draft, title: `${n}` } }),
    ),
  )
  expect(again.filter(({ ok }) => ok)).toHaveLength(1)
  expect(await versionsOf(t.world.db, id)).toHaveLength(2)
})

test("an article of content/ is edited, moved, taken off and taken back", async () => {
  const { id } = await written({ ...defaultDraft(origin), title: "The Rise" }, { origin })
  await publish(id, 1)
  expect(await titleAt(origin)).toBe("The Rise")
  await edited(id, 1, { ...defaultDraft(origin), slug: "club-balboa" })
  expect(await publish(id, 2)).toEqual({ ok: true, slug: "club-balboa" })
  expect(await titleAt(origin)).toBeUndefined()
  expect(movedTo(origin, await site())?.href).toBe("/blog/club-balboa")
  expect((await site()).find(({ slug }) => slug === "club-balboa")?.image).toBe(`/art/blog/${origin}.svg`)
  expect(await unpublishArticle(t.world, { id, by: null })).toEqual({ ok: true })
  expect(await unpublishArticle(t.world, { id, by: null })).toMatchObject({ code: "not_published" })
  expect(movedTo(origin, await site())).toBeUndefined()
  expect(await site()).toHaveLength(articlesOnDisk.length - 1)
  expect(await takeBackArticle(t.world, { id, by: null })).toEqual({ ok: true })
  expect(await site()).toEqual(articlesOf(articlesOnDisk))
  expect(await publishingRows(t.world.db)).toEqual([])
})

test("an address that moved twice leads on, and can be used again by the same article", async () => {
  const { id } = await written()
  await publish(id, 1)
  for (const [index, slug] of ["hills-2", "hills-3", "hills"].entries()) {
    await edited(id, index + 1, { slug })
    expect(await publish(id, index + 2)).toEqual({ ok: true, slug })
  }
  const [shown] = await site()
  expect(shown).toMatchObject({ slug: "hills", formerSlugs: ["hills-2", "hills-3"] })
  expect(await publishingRows(t.world.db)).toHaveLength(1)
})

test("no article takes the address of another", async () => {
  const { id } = await written()
  await publish(id, 1)
  const other = await written({ title: "Other" })
  expect(await publish(other.id, 1)).toMatchObject({ code: "slug_taken" })
  await edited(other.id, 1, { slug: origin })
  expect(await publish(other.id, 2)).toMatchObject({ code: "slug_taken" })
  expect(await discardArticle(t.world.db, id)).toMatchObject({ code: "published" })
  expect(await discardArticle(t.world.db, other.id)).toEqual({ ok: true })
})

test("a schedule publishes the version it was given, once, however often its job runs", async () => {
  const { id } = await written()
  const at = new Date("2026-11-21T06:00:00Z")
  expect(await scheduleArticle(t.world, { id, version: 1, at })).toEqual({ ok: true })
  await edited(id, 1, { title: "Not checked yet" })
  const runs = await Promise.all([1, 2, 3].map(() => publishScheduled(t.world, id, at)))
  expect(runs).toEqual([null, null, null])
  expect(await titleAt("hills")).toBe("Hills")
  await unpublishArticle(t.world, { id, by: null })
  await publishScheduled(t.world, id, at)
  expect(await titleAt("hills")).toBeUndefined()
})

test("a schedule that was moved or ended does nothing at its old time", async () => {
  const { id } = await written()
  const [early, late] = [new Date("2026-11-21T06:00:00Z"), new Date("2026-11-22T06:00:00Z")]
  await scheduleArticle(t.world, { id, version: 1, at: early })
  await scheduleArticle(t.world, { id, version: 1, at: late })
  await publishScheduled(t.world, id, early)
  expect(await titleAt("hills")).toBeUndefined()
  await unscheduleArticle(t.world.db, id)
  await publishScheduled(t.world, id, late)
  expect(await titleAt("hills")).toBeUndefined()
})

test("a schedule whose address was taken meanwhile ends with the problem, and changes nothing", async () => {
  const [first, second] = [await written(), await written({ title: "Second" })]
  const at = new Date("2026-11-21T06:00:00Z")
  await scheduleArticle(t.world, { id: second.id, version: 1, at })
  await publish(first.id, 1)
  expect(await publishScheduled(t.world, second.id, at)).toBe("slug_taken")
  expect(await titleAt("hills")).toBe("Hills")
  expect(await readArticle(t.world.db, second.id)).toMatchObject({ publishAt: null })
})
