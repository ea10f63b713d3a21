import { longDate } from "#content/dates.ts"
import { articleData, breadcrumbData } from "#content/structured-data.ts"
import { JsonLd } from "../../document/json-ld.tsx"
import { BackLink } from "../../ui/back-link.tsx"
import { Badge } from "../../ui/badge.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { MarkdownText } from "../../ui/markdown-text.tsx"
import { Picture } from "../../ui/picture.tsx"
import { ArticleCard } from "./article-card.tsx"
import type { ShownArticle } from "./read-article.ts"

/** An article, with its details above and related ones below. */
export function ArticlePage({ article, card, html, related }: ShownArticle) {
  return (
    <>
      <JsonLd describe={(origin) => articleData(origin, article)} />
      <JsonLd
        describe={(origin) =>
          breadcrumbData(origin, [
            ["Blog", "/blog"],
            [card.title, card.href],
          ])
        }
      />
      <article>
        <header className="gutter pt-8">
          <BackLink to="/blog">Back to Blog</BackLink>
          <div className="mt-8 max-w-5xl">
            <div className="flex flex-wrap gap-2">
              {card.badges.map((badge) => (
                <Badge key={badge} loud>
                  {badge}
                </Badge>
              ))}
            </div>
            <h1 className="display mt-5 text-title">{card.title}</h1>
            <p className="figures mt-6 text-small text-muted">
              By {card.author} · <time dateTime={card.date}>{longDate(card.date)}</time> · {card.readTime}
            </p>
          </div>
          {/* As wide as the title, and as high as it is: a crop would go through the number. */}
          <figure className="mt-10 max-w-5xl">
            <Picture picture={card.picture} first />
            {card.picture.caption && (
              <figcaption className="mt-2.5 text-small text-muted">{card.picture.caption}</figcaption>
            )}
          </figure>
        </header>
        <div className="gutter py-section">
          <MarkdownText html={html} />
        </div>
      </article>
      {related.length > 0 && (
        <section className="gutter border-t border-line py-section print:hidden">
          <h2 className="display text-section">Related Articles</h2>
          <ul className="mt-8 grid gap-x-8 gap-y-12 md:grid-cols-2 lg:grid-cols-3">
            {related.map((one) => (
              <ArticleCard key={one.slug} card={one} />
            ))}
          </ul>
        </section>
      )}
      <section className="field-volt gutter py-section print:hidden">
        <h2 className="display max-w-[18ch] text-section">One useful email a week</h2>
        <p className="mt-4 max-w-[48ch] text-lead">
          More like this, and what moved on the board. Unsubscribe at any time.
        </p>
        <div className="mt-7">
          <ButtonLink to="/newsletter">Get the Newsletter</ButtonLink>
        </div>
      </section>
    </>
  )
}
