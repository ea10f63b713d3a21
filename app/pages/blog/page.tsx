import { Link } from "react-router"
import { articlesOf } from "#content/articles.ts"
import { messages } from "#content/messages.ts"
import type { LivePage } from "#domain/shown.ts"
import { words } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { ButtonLink, buttonClass } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import type { Route } from "./+types/page"
import { ArticleCard } from "./article-card.tsx"
import { cardOf } from "./cards.ts"
import { FilterBar } from "./filter-bar.tsx"
import { countLine, filtersOf, isFiltered, matching, shownCount } from "./filters.ts"

export const handle: LivePage = { shows: ["publishing"], query: ["search", "category", "sort", "more"] }

/** Searches on the server, so that it works before hydration and the full text is never sent to browsers. */
export function loader({ context, request }: Route.LoaderArgs) {
  const articles = articlesOf(context.get(words).list("articles"))
  const filters = filtersOf(new URL(request.url).searchParams)
  const found = matching(articles, filters)
  const featured = isFiltered(filters) ? [] : articles.filter((article) => article.featured)
  return {
    filters,
    found: found.length,
    featured: featured.map(cardOf),
    cards: found.slice(0, shownCount(found.length, filters)).map(cardOf),
  }
}

export const meta = () => [
  ...pageMeta({
    title: "Blog",
    description:
      "Training, nutrition, habits and building a personal brand: ideas everyday athletes can use this week.",
  }),
  { tagName: "link", rel: "alternate", type: "application/rss+xml", title: "Blog", href: "/blog/rss.xml" },
]

export default function Listing({ loaderData: { filters, found, featured, cards } }: Route.ComponentProps) {
  const filtered = isFiltered(filters)
  return (
    <>
      <PageHead
        title="Blog"
        lead="Training, nutrition, habits and building a name for yourself, written by people who tried it first."
      />
      <FilterBar filters={filters} />
      <p role="status" className="gutter figures pt-6 text-small text-muted">
        {countLine(found, filters)}
      </p>
      {featured.length > 0 && (
        <section className="gutter pt-8 pb-section">
          <h2 className="display text-section">Featured Articles</h2>
          <ul className="mt-8 grid gap-x-8 gap-y-12 md:grid-cols-2">
            {featured.map((card, index) => (
              <ArticleCard key={card.slug} card={card} wide first={index < 2} />
            ))}
          </ul>
        </section>
      )}
      <section
        className={`gutter pb-section ${featured.length > 0 ? "border-t border-line pt-section" : "pt-8"}`}
      >
        <h2 className="display text-section">{filtered ? "Search Results" : "All Articles"}</h2>
        {cards.length > 0 ? (
          <ul className="mt-8 grid gap-x-8 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
            {cards.map((card) => (
              <ArticleCard key={card.slug} card={card} />
            ))}
          </ul>
        ) : (
          <div className="mt-8 border-y border-line py-14">
            <h3 className="display text-card">{messages.no_articles}</h3>
            <p className="mt-2 text-muted">{messages.no_articles_hint}</p>
            <Link to="/blog" className={buttonClass("main", "mt-6")}>
              Clear Filters
            </Link>
          </div>
        )}
        {cards.length < found && (
          <p className="mt-14">
            <Link to="/blog?more" preventScrollReset className={buttonClass("plain")}>
              Load More Articles
            </Link>
          </p>
        )}
      </section>
      <section className="field-volt gutter py-section">
        <h2 className="display max-w-[18ch] text-section">The next one, in your inbox</h2>
        <p className="mt-4 max-w-[48ch] text-lead">
          One useful idea a week, and what moved on the board. No spam.
        </p>
        <div className="mt-7">
          <ButtonLink to="/newsletter">Get the Newsletter</ButtonLink>
        </div>
      </section>
    </>
  )
}
