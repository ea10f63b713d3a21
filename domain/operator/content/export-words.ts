import { articlesOnDisk } from "#content/articles-on-disk.ts"
import { joinFrontMatter } from "#content/front-matter.ts"
import { readPicture } from "#domain/leads/newsletter/pictures.ts"
import { editedArticles } from "#domain/publishing/articles/article.ts"
import { publishingRows } from "#domain/publishing/rows.ts"
import type { World } from "#domain/world.ts"

/** One file of an export. */
interface WordsFile {
  /** "articles/hills.md", "words/events/sunrise-run.json", "pictures/<version>/<width>x<height>.jpg". */
  path: string
  content: string | Uint8Array
}

/**
 * The words of the site as files: every article, published or not, as Markdown below its fields; every row of another kind as
 * JSON; and the pictures that they show. `importWords` reads them.
 */
export async function* exportWords(world: World): AsyncGenerator<WordsFile> {
  const { db } = world
  const edited = await editedArticles(db)
  // An address that an article of content/ left has a row, but no article behind it.
  const behind = (slug: string) =>
    edited.filter(({ publishedSlug }) => publishedSlug === slug).map(({ origin }) => ({ origin }))[0]
  const rows = await publishingRows(db)
  const shown = new Set<string>()
  const seen = (text: string) => {
    for (const [, path = ""] of text.matchAll(picturePath)) shown.add(path)
    return text
  }
  for (const { kind, slug, data, position, state } of rows) {
    if (kind === "articles")
      yield articleFile(`articles/${slug}.md`, { ...data, ...behind(slug), state }, seen)
    else {
      const [row] = await db.sql<{ personEmail: string | null }>`
        select person_email as "personEmail" from private.publishing where kind = ${kind} and slug = ${slug}`
      const entry = { data, position, state, personEmail: row?.personEmail ?? null }
      yield { path: `words/${kind}/${slug}.json`, content: seen(`${JSON.stringify(entry, null, 2)}\n`) }
    }
  }
  const changed = new Set(rows.filter(({ kind }) => kind === "articles").map(({ slug }) => slug))
  for (const entry of articlesOnDisk)
    if (!changed.has(entry.slug))
      yield articleFile(`articles/${entry.slug}.md`, { ...entry, state: "default" }, seen)
  for (const { id, origin, draft, version, publishedVersion, publishedSlug } of edited)
    if (version !== publishedVersion)
      yield articleFile(`drafts/${id}.md`, { ...draft, origin, publishedSlug }, seen)
  for (const path of shown) {
    const [version = "", file = ""] = path.split("/")
    const picture = await readPicture(world, { version, file })
    if (picture) yield { path: `pictures/${path}`, content: picture.bytes }
  }
}

/** The last two parts of the address of a picture (content/newsletter-pictures.ts). */
const picturePath = /\/newsletter\/pictures\/([0-9a-f-]{36}\/\d{1,5}x\d{1,5}\.(?:jpg|png))/g

function articleFile(
  path: string,
  fields: Record<string, unknown>,
  seen: (text: string) => string,
): WordsFile {
  const { markdown = "", ...front } = fields
  return { path, content: seen(joinFrontMatter(front, String(markdown))) }
}
