import { z } from "zod"
import { pictureShape } from "../schema.ts"

/** One field of a kind's form in the console. */
export interface Control {
  /** The field of the entry that it edits: "quote". */
  name: string
  label: string
  /**
   * - line, text: words in one line, or in several
   * - lines: a list of words, one in each line
   * - number, day ("2026-12-01"), time ("06:00")
   * - link: an external address, or a path of this site
   * - weekdays: any of Monday (1) to Sunday (7)
   * - choice: one of `options`
   * - picture: an uploaded picture with its alternative text
   */
  as: "line" | "text" | "lines" | "number" | "day" | "time" | "link" | "weekdays" | "choice" | "picture"
  hint?: string
  options?: readonly (readonly [value: string, label: string])[]
  /** Whether it may be left empty; the entry then lacks the field. */
  optional?: true
}

export type WordsPart = "publishing" | "frame" | "seasons"

/**
 * One kind of words that an operator can change: everything that the merged list (words.ts), the console's form and its
 * preview need to know about it.
 */
export interface Kind<Value extends object> {
  /** The heading of its list, and what one entry is called: "Events", "event". */
  title: string
  one: string
  /** The shape of an entry, for content/ and for rows alike. */
  shape: z.ZodType<Value>
  /** The entries that the site comes with. */
  defaults: readonly Value[]
  slugOf(value: Value): string
  /** How the console's list calls an entry. */
  nameOf(value: Value): string
  controls: readonly Control[]
  /** The form's fields where they differ from those of the entry. */
  fields?(value: Value): Record<string, unknown>
  /** Fields that follow from the others, or that only a developer sets, for an entry with this slug. */
  derive?(fields: Record<string, unknown>, slug: string): Record<string, unknown>
  /**
   * The part of pages that it is (domain/shown.ts); the trigger of the rows names the same part (supabase/migrations,
   * private.tell_publishing). `frame`: it stands on every page. `seasons`: it belongs to their prizes.
   */
  part: WordsPart
  /** The pages that show an entry, the one for its preview first. */
  pages(slug: string): readonly [string, ...string[]]
  /** Whether an operator can add entries; otherwise those of content/ are all there are. */
  grows: boolean
  /** The desk of the console that edits it, if it has one of its own: "/articles". */
  desk?: string
  /** The slug of the one entry that there can be. */
  only?: string
}

/** The address of a picture that an operator uploaded (content/newsletter-pictures.ts). */
const uploaded = /^\/newsletter\/pictures\/[0-9a-f-]{36}\/\d{1,5}x\d{1,5}\.(jpg|png)$/

/** An uploaded picture with its alternative text. */
export const uploadedShape = pictureShape.extend({
  src: z.string().regex(uploaded),
  alt: z.string().trim().min(3).max(300),
})

/** Words in one line. */
export const lineShape = z.string().trim().min(1).max(200)

/** Checks a declaration, and keeps the type of its entries. */
export function kindOf<Value extends object>(kind: Kind<Value>): Kind<Value> {
  return kind
}
