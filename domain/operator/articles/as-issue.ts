import type { Draft } from "#domain/publishing/articles/article.ts"
import type { World } from "#domain/world.ts"
import { writeIssue } from "../newsletters/newsletter-commands.ts"
import type { Operator } from "../roles.ts"

/**
 * Makes a newsletter issue of an article, as a draft of the Newsletters desk: its picture, its text, and a link to its page.
 * Errors: those of `writeIssue`.
 */
export function articleAsIssue(
  world: World,
  operator: Operator,
  { draft, list }: { draft: Draft; list: string },
) {
  const picture = draft.picture as { src: string; alt: string } | undefined
  const parts = [
    picture ? `![${picture.alt.replace(/[[\]\\\s]+/g, " ")}](${picture.src})` : "",
    String(draft.markdown ?? ""),
    `[Read it on the site](/blog/${draft.slug})`,
  ]
  return writeIssue(world, operator, null, {
    list,
    subject: String(draft.title ?? "").slice(0, 200),
    preview: String(draft.excerpt ?? "").slice(0, 200),
    markdown: parts.filter(Boolean).join("\n\n"),
    places: null,
  })
}
