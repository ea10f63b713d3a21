import type { LivePage } from "#domain/shown.ts"
import type { Route } from "./+types/article"
import { articleMeta } from "./article-meta.ts"
import { ArticlePage } from "./article-page.tsx"
import { articleAt } from "./read-article.ts"

export const handle: LivePage = { shows: ["publishing"] }

export function loader({ context, params }: Route.LoaderArgs) {
  return articleAt(context, params.slug)
}

export const meta: Route.MetaFunction = ({ loaderData }) => (loaderData ? articleMeta(loaderData) : [])

export default function Article({ loaderData }: Route.ComponentProps) {
  return <ArticlePage {...loaderData} />
}
