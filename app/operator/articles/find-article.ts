import { data, redirect } from "react-router"
import {
  type Draft,
  defaultDraft,
  type EditedArticle,
  readArticle,
} from "#domain/publishing/articles/article.ts"
import type { World } from "#domain/world.ts"
import type { RouteArgs } from "../enter.ts"

/** The article of a page of this desk. */
export interface Found {
  /** Null while nobody has saved it: a new one, or one of content/. */
  article: EditedArticle | null
  /** The article of content/ that is edited for the first time. */
  origin: string | null
  draft: Draft
  /** The newest version; 0 if there is none. */
  version: number
}

/** The article at /articles/<id>, /articles/new or /articles/from/<slug>. Any other is a missing page. */
export async function findArticle({ db }: World, { params }: RouteArgs): Promise<Found> {
  if (params.slug !== undefined) {
    const draft = defaultDraft(params.slug)
    if (!draft) throw data(null, { status: 404 })
    const [edited] = await db.sql<{ id: number }>`
      select id::float8 as id from private.articles where origin = ${params.slug}`
    if (edited) throw redirect(`/articles/${edited.id}`)
    return { article: null, origin: params.slug, draft, version: 0 }
  }
  if (params.id === "new") return { article: null, origin: null, draft: {}, version: 0 }
  const article = /^[1-9]\d{0,14}$/.test(params.id ?? "") && (await readArticle(db, Number(params.id)))
  if (!article) throw data(null, { status: 404 })
  return { article, origin: article.origin, draft: article.draft, version: article.version }
}
