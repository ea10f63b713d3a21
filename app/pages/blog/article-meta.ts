import { pageMeta } from "../../document/meta.ts"
import type { ShownArticle } from "./read-article.ts"

export function articleMeta({ card: { title, excerpt } }: Pick<ShownArticle, "card">) {
  const description = excerpt.length > 160 ? `${excerpt.slice(0, 157)}…` : excerpt
  return pageMeta({ title, description, type: "article" })
}
