/** What an installation exports gives the same pages in an empty one, apart from the names of pictures. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createPictures } from "#adapters/pictures/sharp.ts"
import { articlesOf } from "#content/articles.ts"
import { testimonials } from "#content/community.ts"
import { wordsWith } from "#content/words/words.ts"
import { keepPicture, storePicture } from "#domain/leads/newsletter/pictures.ts"
import { defaultDraft, editedArticles } from "#domain/publishing/articles/article.ts"
import { publishArticle, unpublishArticle } from "#domain/publishing/articles/publish.ts"
import { writeArticle } from "#domain/publishing/articles/write.ts"
import { publishingRows, saveRow } from "#domain/publishing/rows.ts"
import type { World } from "#domain/world.ts"
import type { Objects } from "#ports/objects.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { exportWords } from "./export-words.ts"
import { importWords } from "./import-words.ts"

function memoryObjects(): Objects {
  const kept = new Map<string, { bytes: Uint8Array<ArrayBuffer>; type: string }>()
  return {
    put: async (name, bytes, type) => void kept.set(name, { bytes: new Uint8Array(bytes), type }),
    get: async (name) => kept.get(name) ?? null,
    removeFolder: async () => {},
  }
}

let [from, to]: TestWorld[] = []
const withPictures = (t: TestWorld | undefined): World => ({
  ...(t as TestWorld).world,
  pictures: createPictures(),
  newsletterPictures: memoryObjects(),
})
let [source, target]: World[] = []
beforeAll(async () => {
  ;[from, to] = [await createTestWorld(), await createTestWorld()]
  ;[source, target] = [withPictures(from), withPictures(to)]
})
afterAll(() => Promise.all([from?.close(), to?.close()]))

const words = async (world: World) => wordsWith(await publishingRows(world.db))
/** Without the names of pictures. */
const plain = (value: unknown) => JSON.stringify(value).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "picture")

async function filesOf(world: World) {
  const files = new Map<string, Uint8Array>()
  for await (const { path, content } of exportWords(world)) files.set(path, Buffer.from(content))
  return files
}

test("articles, drafts, rows and pictures arrive; what is there is kept; files of somebody else are refused", async () => {
  const [a, b] = [source as World, target as World]
  const { default: sharp } = await import("sharp")
  const bytes = await sharp({ create: { width: 1600, height: 900, channels: 3, background: "#3a7" } })
    .jpeg()
    .toBuffer()
  const stored = await storePicture(a, bytes, 2040)
  if (!stored.ok) throw new Error(stored.code)
  const src = await keepPicture(a.db, stored.picture, a.now())
  const draft = {
    slug: "hills",
    title: 'Hills: "up" & down',
    category: "Creators",
    excerpt: "What a hill teaches you about the flat road that comes after it.",
    date: "2026-11-01",
    featured: true,
    related: ["rise-of-club-balboa"],
    picture: { src, width: 1600, height: 900, alt: "A green hill" },
    markdown: `Run up.\n\n---\n\n![A hill](${src})\n\nWalk down.`,
  }
  const write = async (change: Parameters<typeof writeArticle>[1]) => {
    const done = await writeArticle(a, change)
    if (!done.ok) throw new Error(done.code)
    return done.id
  }
  const own = await write({ id: null, draft, read: 0, by: null })
  await publishArticle(a, { id: own, version: 1, by: null })
  await write({ id: own, draft: { ...draft, slug: "hills-2", title: "Later" }, read: 1, by: null })
  const origin = "growing-personal-brand"
  const moved = await write({
    id: null,
    origin,
    draft: { ...defaultDraft(origin), slug: "your-brand" },
    read: 0,
    by: null,
  })
  await publishArticle(a, { id: moved, version: 1, by: null })
  const gone = "fatherhood-fitness-balance"
  const off = await write({ id: null, origin: gone, draft: defaultDraft(gone) ?? {}, read: 0, by: null })
  await unpublishArticle(a, { id: off, by: null })
  const [first] = testimonials
  await saveRow(a, {
    ...{ kind: "testimonials", slug: first.athleteId, data: { ...first, quote: "Changed." } },
    ...{ state: "published" as const, version: 0, by: null },
  })

  const files = await filesOf(a)
  expect(files.get("articles/hills.md")?.toString()).toContain('title: "Hills: \\"up\\" & down"\n')
  expect([...files.keys()].filter((path) => path.startsWith("articles/"))).toHaveLength(16)
  const arrived = await importWords(b, files)
  expect(arrived.refused).toEqual([])
  expect(plain(articlesOf((await words(b)).list("articles")))).toBe(
    plain(articlesOf((await words(a)).list("articles"))),
  )
  expect(plain((await words(b)).list("testimonials"))).toBe(plain((await words(a)).list("testimonials")))
  const drafts = async (world: World) =>
    (await editedArticles(world.db))
      .map(({ draft, publishedSlug }) => plain([draft.title, draft.slug, publishedSlug]))
      .sort()
  expect(await drafts(b)).toEqual(await drafts(a))

  const again = await importWords(
    b,
    new Map([["articles/hills.md", files.get("articles/hills.md") as Uint8Array]]),
  )
  expect(again.refused).toEqual([
    { path: "articles/hills.md", why: "there is an entry already, which is kept" },
  ])
  const hostile = new Map(
    Object.entries({
      "../../etc/passwd": "x",
      "articles/broken.md": "no fields",
      "words/testimonials/somebody.json":
        '{"data":{"quote":1},"position":null,"state":"published","personEmail":null}',
      "words/nothing/x.json": '{"data":{},"position":null,"state":"published","personEmail":null}',
      "words/testimonials/y.json": "{",
      "pictures/x/1x1.jpg": "<svg onload=alert(1)>",
    }).map(([path, text]) => [path, Buffer.from(text)] as const),
  )
  const refused = await importWords(b, hostile)
  expect(refused.written).toBe(0)
  expect(refused.refused).toHaveLength(hostile.size)
})
