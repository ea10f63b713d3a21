import type { Draft } from "#domain/publishing/articles/article.ts"
import { wordsWithDraft } from "#domain/publishing/articles/sketch.ts"
import { publishingRows } from "#domain/publishing/rows.ts"
import { dayOnSite } from "#domain/site-clock.ts"
import { preview } from "../context.ts"
import { enter, type RouteArgs } from "../enter.ts"

/** The page of an article with a draft on it, as HTML without scripts. */
export async function pageWith(args: RouteArgs, draft: Draft): Promise<string> {
  const { world } = enter(args, "/articles")
  const { page, words } = wordsWithDraft(await publishingRows(world.db), draft, dayOnSite(world.now()))
  return args.context.get(preview)(page, words)
}
