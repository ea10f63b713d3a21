import { useLoaderData } from "react-router"
import { z } from "zod"
import { wordsOfContent } from "#content/words/words.ts"
import { editedArticles } from "#domain/publishing/articles/article.ts"
import { hiddenSlugs, stateInWords } from "#domain/publishing/articles/state.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { readAddress, windowOf } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { type ArticleRow, columns } from "./columns.ts"

const shape = z.object({ title: z.string().max(200).optional() })

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/articles")
  const address = readAddress(args.request, shape, columns)
  const edited = await editedArticles(world.db)
  const origins = new Set(edited.map(({ origin }) => origin))
  const hidden = new Set(await hiddenSlugs(world.db))
  const rows: ArticleRow[] = [
    ...edited.map((article) => ({
      path: String(article.id),
      title: String(article.draft.title || "Untitled"),
      category: String(article.draft.category ?? ""),
      state: stateInWords(article, hidden),
      date: String(article.draft.date ?? ""),
      edited: momentInWords(article.editedAt),
    })),
    ...wordsOfContent
      .list("articles")
      .filter(({ slug }) => !origins.has(slug))
      .toSorted((a, b) => b.date.localeCompare(a.date))
      .map(({ slug, title, category, date, soon }) => ({
        ...{ path: `from/${slug}`, title, category, date, edited: null },
        state: soon ? "Announced" : "On the site",
      })),
  ]
  const wanted = address.filter.title?.toLowerCase() ?? ""
  const found = rows.filter(({ title }) => title.toLowerCase().includes(wanted))
  const { limit, offset } = windowOf(address)
  return { address, total: found.length, rows: found.slice(offset, offset + limit) }
}

export default function Articles() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Articles"
      text="Every text is kept with all of its versions. Nothing is on the site before you publish it."
      action={
        <ButtonLink to="/articles/new" look="quiet">
          Write an article
        </ButtonLink>
      }
    >
      <Answered />
      <Filters fields={[{ name: "title", label: "Title", shortcut: "/" }]} />
      <List
        name="articles"
        columns={columns}
        rows={rows}
        total={total}
        idOf={(row) => row.path}
        linkOf={(row) => `/articles/${row.path}`}
        address={address}
        empty="No articles yet."
      />
    </Page>
  )
}
