import { articlesOf } from "./articles.ts"
import { articlesOnDisk } from "./articles-on-disk.ts"
import { athletes } from "./athletes.ts"
import { type PageFacts, pages } from "./pages.ts"

/** Text and picture of a page's link preview. */
export type SocialCard = Pick<PageFacts, "path" | "title" | "line" | "picture">

/** All pages with their own link preview. */
export function socialCards(): SocialCard[] {
  return [
    ...pages,
    ...articlesOf(articlesOnDisk)
      .filter(({ href }) => href !== "#")
      .map(({ href, title, category, slug }) => ({
        ...{ path: href, title, line: `Blog, ${category}` },
        picture: { kind: "blog" as const, slug },
      })),
    ...athletes.map(({ id, name, sport }) => ({
      ...{ path: `/athletes/${id}`, title: name, line: sport },
      picture: { kind: "athletes" as const, slug: id },
    })),
  ]
}
