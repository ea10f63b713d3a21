/** What is undone is again what visitors saw before: another version, the article of content/, or nothing. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { wordsOfContent, wordsWith } from "#content/words/words.ts"
import { defaultDraft } from "#domain/publishing/articles/article.ts"
import { publishingRows } from "#domain/publishing/rows.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import type { Operator } from "../roles.ts"
import { undo } from "../undo.ts"
import {
  publishFromConsole,
  runArticle,
  scheduleFromConsole,
  writeArticleFromConsole,
} from "./article-commands.ts"

let t: TestWorld
let owner: Operator
beforeAll(async () => {
  t = await createTestWorld()
  owner = await addOperatorSession(t.world, "owner")
})
afterAll(() => t.close())

const origin = "rise-of-club-balboa"
const words = async () => wordsWith(await publishingRows(t.world.db))
const titleAt = async (slug: string) => (await words()).find("articles", slug)?.title

async function written(change: { slug: string; title: string; origin?: string; id?: number; read?: number }) {
  const { slug, title, id = null, read = 0 } = change
  const draft = { ...defaultDraft(origin), slug, title }
  const made = await writeArticleFromConsole(t.world, owner, {
    id,
    origin: change.origin ?? null,
    draft,
    read,
  })
  if (!("version" in made)) throw new Error("code" in made ? made.code : "not saved")
  return { id: Number(made.id), version: Number(made.version) }
}
const entryOf = (done: object) => Number((done as { entry?: number }).entry)

test("publishing, and publishing another version", async () => {
  const first = await written({ slug: "hills", title: "One" })
  const published = await publishFromConsole(t.world, owner, first)
  const second = await written({ slug: "hills", title: "Two", id: first.id, read: 1 })
  const again = await publishFromConsole(t.world, owner, second)
  expect(await titleAt("hills")).toBe("Two")
  expect(await undo(t.world, owner, entryOf(published))).toMatchObject({ ok: false, code: "changed" })
  expect(await undo(t.world, owner, entryOf(again))).toMatchObject({ ok: true })
  expect(await titleAt("hills")).toBe("One")
  const off = await runArticle(t.world, owner, first.id, "unpublish")
  expect(await titleAt("hills")).toBeUndefined()
  expect(await undo(t.world, owner, entryOf(off))).toMatchObject({ ok: true })
  expect(await titleAt("hills")).toBe("One")
})

test("a first change of an article of content/, and a first publishing", async () => {
  const changed = await written({ slug: origin, title: "Changed", origin })
  const published = await publishFromConsole(t.world, owner, changed)
  expect(await titleAt(origin)).toBe("Changed")
  expect(await undo(t.world, owner, entryOf(published))).toMatchObject({ ok: true })
  expect(await titleAt(origin)).toBe(wordsOfContent.find("articles", origin)?.title)
  const added = await written({ slug: "added", title: "Added" })
  const done = await publishFromConsole(t.world, owner, added)
  expect(await undo(t.world, owner, entryOf(done))).toMatchObject({ ok: true })
  expect(await titleAt("added")).toBeUndefined()
})

test("a schedule, and its end", async () => {
  const article = await written({ slug: "later", title: "Later" })
  const at = new Date(t.world.now().getTime() + 86_400_000)
  const set = await scheduleFromConsole(t.world, owner, { ...article, at })
  const ended = await runArticle(t.world, owner, article.id, "unschedule")
  const due = async () =>
    (await t.world.db.sql`select publish_at from private.articles where id = ${article.id}`)[0]?.publish_at
  expect(await due()).toBeNull()
  expect(await undo(t.world, owner, entryOf(ended))).toMatchObject({ ok: true })
  expect(await due()).toEqual(at)
  expect(set).toMatchObject({ ok: true })
})
