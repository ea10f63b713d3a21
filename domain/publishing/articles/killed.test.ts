/** A process that is killed while it publishes: the site shows one whole version, and every old address leads to it. */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { articlesOf, movedTo } from "#content/articles.ts"
import { wordsWith } from "#content/words/words.ts"
import { runProgram } from "#test/support/child-program.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { publishingRows } from "../rows.ts"
import { defaultDraft, readArticle, readVersion } from "./article.ts"
import { writeArticle } from "./write.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())

const program = join(import.meta.dirname, "../../../test/support/publish-articles-program.ts")

test("an article that is published by a process that is killed is published whole or not at all, and old addresses lead to it", async () => {
  const { db } = t.world
  const draft = { ...defaultDraft("rise-of-club-balboa"), slug: "hills" }
  const made = await writeArticle(t.world, { id: null, draft, read: 0, by: null })
  if (!made.ok) throw new Error(made.code)
  const confirmed: string[] = []
  for (let kill = 0; kill < 3; kill++) {
    const run = runProgram(program, [t.database.url, String(made.id)])
    await run.ready
    while (run.lines.length < 3) {
      expect(run.process.exitCode, "the run ended before it could be killed").toBeNull()
      await sleep(2)
    }
    await sleep(Math.random() * 40)
    await run.kill()
    confirmed.push(...run.lines)
    const article = await readArticle(db, made.id)
    const shown = articlesOf(wordsWith(await publishingRows(db)).list("articles")).filter(({ slug }) =>
      slug.startsWith("hills"),
    )
    expect(shown).toHaveLength(1)
    const [page] = shown
    expect(page).toMatchObject({ slug: article?.publishedSlug, title: article?.publishedSlug })
    expect((await readVersion(db, made.id, article?.publishedVersion ?? 0))?.data.title).toBe(page?.title)
    for (const slug of confirmed) expect(slug === page?.slug || movedTo(slug, shown) !== undefined).toBe(true)
  }
})
