import { z } from "zod"
import { splitFields } from "#content/front-matter.ts"
import { articlePictureWidth } from "#content/newsletter-pictures.ts"
import { keepPicture, storePicture } from "#domain/leads/newsletter/pictures.ts"
import { writeArticle } from "#domain/publishing/articles/write.ts"
import { saveRow } from "#domain/publishing/rows.ts"
import type { World } from "#domain/world.ts"

const rowShape = z.object({
  data: z.record(z.string(), z.unknown()),
  position: z.number().nullable(),
  state: z.enum(["draft", "published", "hidden"]),
  personEmail: z.string().nullable(),
})

interface Imported {
  /** How many entries were written. */
  written: number
  /** Files that were left out, with the reason. */
  refused: { path: string; why: string }[]
}

/**
 * Writes the files of `exportWords` into an installation. What is there already is not overwritten; what is as the site came
 * with it needs no row. Everything is checked as if an operator had typed it, and pictures are made anew.
 * @param files the content of each file by its path
 */
export async function importWords(world: World, files: ReadonlyMap<string, Uint8Array>): Promise<Imported> {
  const refused: Imported["refused"] = []
  const moved = new Map<string, string>()
  for (const [path, bytes] of files) {
    if (!path.startsWith("pictures/")) continue
    const stored = await storePicture(world, bytes, articlePictureWidth)
    if (!stored.ok) refused.push({ path, why: "it is no picture that can be read" })
    else moved.set(`/newsletter/${path}`, await keepPicture(world.db, stored.picture, world.now()))
  }
  const textOf = (bytes: Uint8Array) => {
    let text = new TextDecoder().decode(bytes)
    for (const [before, now] of moved) text = text.replaceAll(before, now)
    return text
  }
  let written = 0
  for (const [path, bytes] of files) {
    if (path.startsWith("pictures/")) continue
    const why = await world.db.transaction(async (db) => {
      try {
        return await importFile({ ...world, db }, path, textOf(bytes))
      } catch (error) {
        if (error instanceof SyntaxError || error instanceof z.ZodError) return "it cannot be read"
        throw error
      }
    })
    if (why === null) written++
    else if (why !== unchanged) refused.push({ path, why })
  }
  return { written, refused }
}

const unchanged = "unchanged"

/** Null if it was written; otherwise the reason why not. */
async function importFile(world: World, path: string, text: string): Promise<string | null> {
  const [, kind, slug] = /^words\/([a-z-]+)\/([a-z0-9-]+)\.json$/.exec(path) ?? []
  if (kind && slug) {
    const row = rowShape.parse(JSON.parse(text))
    return reasonOf(await saveRow(world, { ...row, kind, slug, version: 0, by: null }))
  }
  const [, folder, name] = /^(articles|drafts)\/([a-z0-9-]+)\.md$/.exec(path) ?? []
  if (!folder || !name) return "it is no file of an export"
  const { fields, body } = splitFields(text, path)
  const { state, origin, publishedSlug, ...draft } = { ...fields, markdown: body.trim() } as Record<
    string,
    unknown
  >
  if (state === "default") return unchanged
  if (folder === "drafts")
    return importDraft(world, {
      origin: textOrNull(origin),
      publishedSlug: textOrNull(publishedSlug),
      draft,
    })
  if (state !== "published" && state !== "hidden") return "it has no state"
  const saved = await saveRow(world, {
    ...{ kind: "articles", slug: name, data: draft, state },
    ...{ version: 0, by: null },
  })
  if (!saved.ok || origin === undefined) return reasonOf(saved)
  const { formerSlugs: _, ...fieldsOfDraft } = draft
  const made = await writeArticle(world, {
    id: null,
    origin: textOrNull(origin),
    draft: fieldsOfDraft,
    read: 0,
    by: null,
  })
  if (made.ok)
    await world.db.sql`
      update private.articles set published_slug = ${name}, published_version = ${state === "published" ? 1 : null}
      where id = ${made.id}`
  return null
}

function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null
}

/** A draft of an article that is on the site becomes its newest version. */
async function importDraft(
  world: World,
  {
    origin,
    publishedSlug,
    draft,
  }: { origin: string | null; publishedSlug: string | null; draft: Record<string, unknown> },
): Promise<string | null> {
  const [there] = await world.db.sql<{ id: number; version: number }>`
    select id::float8 as id, version from private.articles
    where origin = ${origin} or published_slug = ${publishedSlug}`
  const made = await writeArticle(world, {
    ...{ id: there?.id ?? null, read: there?.version ?? 0 },
    ...{ origin, draft, by: null },
  })
  return made.ok ? null : "there is an article already"
}

function reasonOf(saved: Awaited<ReturnType<typeof saveRow>>): string | null {
  if (saved.ok) return null
  if (saved.code === "edited") return "there is an entry already, which is kept"
  if (saved.code === "unknown_kind") return "the site has no such kind"
  return `it does not fit: ${Object.entries("problems" in saved ? saved.problems : {})
    .map((one) => one.join(": "))
    .join(" ")}`
}
