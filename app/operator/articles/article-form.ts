import { z } from "zod"
import { articleCategories } from "#content/schema.ts"
import { slugOf } from "#domain/members/slug.ts"
import type { Draft } from "#domain/publishing/articles/article.ts"

const line = (most: number) => z.string().trim().max(most, `Use at most ${most} characters.`)
/** Browsers submit the line breaks of a text area as CRLF. */
const text = (most: number) =>
  z
    .string()
    .transform((typed) => typed.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().max(most, `Use at most ${most} characters.`))

/** The form of a draft, which may be unfinished. */
const shape = z.object({
  title: line(140),
  slug: line(80),
  category: z.enum(articleCategories).catch("Creators"),
  excerpt: text(220),
  author: line(80),
  date: z.union([z.literal(""), z.iso.date()]).catch(""),
  markdown: text(200_000),
  alt: line(300).catch(""),
  /** The version that the form was filled from; 0 for a new article. */
  read: z.coerce.number().int().min(0).catch(0),
})

export interface Typed {
  draft: Draft
  read: number
}

/**
 * What was typed, over the fields that the form does not have. Errors: what is wrong, in words.
 * @param before the draft that the form was filled from
 */
export function typedArticle(form: FormData, before: Draft): Typed | { wrong: string } {
  const read = shape.safeParse(Object.fromEntries([...form].filter(([, value]) => typeof value === "string")))
  if (!read.success) {
    const [issue] = read.error.issues
    return { wrong: `${labels[String(issue?.path[0])] ?? "Form"}: ${issue?.message ?? ""}` }
  }
  const { read: version, alt, ...fields } = read.data
  const picture = before.picture as object | undefined
  const related = form.getAll("related").map(String).filter(Boolean).slice(0, 3)
  return {
    read: version,
    draft: {
      ...before,
      ...fields,
      slug: fields.slug || slugOf(fields.title),
      author: fields.author || undefined,
      // The badges of an article of content/ go with its category.
      badges: fields.category === before.category ? before.badges : undefined,
      featured: form.has("featured"),
      soon: form.has("soon") ? true : undefined,
      related,
      ...(picture ? { picture: { ...picture, ...(alt ? { alt } : {}) } } : {}),
    },
  }
}

/** The names of the fields, for messages. */
export const labels: Record<string, string> = {
  title: "Title",
  slug: "Address",
  category: "Category",
  excerpt: "Summary",
  author: "Author",
  date: "Date",
  related: "Related articles",
  picture: "Picture",
  markdown: "Text",
}

/** "Summary: Write at least 40 characters. Picture: ..." */
export function problemsInWords(problems: Record<string, string>): string {
  return Object.entries(problems)
    .map(([field, problem]) => `${labels[field] ?? field}: ${problem}`)
    .join(" ")
}
