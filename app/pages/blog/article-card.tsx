import { Link } from "react-router"
import { longDate } from "#content/dates.ts"
import { Badge } from "../../ui/badge.tsx"
import { Picture } from "../../ui/picture.tsx"
import type { ArticleCardFacts } from "./cards.ts"

/** An article in a grid. `wide` is for featured articles. */
export function ArticleCard({
  card,
  wide,
  first,
}: {
  card: ArticleCardFacts
  wide?: boolean
  first?: boolean
}) {
  // Listed, but without a page.
  const soon = card.href === "#"
  const title = (
    <span className="decoration-2 underline-offset-4 group-hover:underline">
      {card.title}
      {/* The whole card is clickable, but read aloud it is one link. */}
      <span aria-hidden className="absolute inset-0" />
    </span>
  )
  return (
    <li
      className={`group relative flex flex-col ${soon ? "[&_img]:opacity-45 [&_img]:grayscale" : ""} ${wide ? "md:last:odd:col-span-2 md:last:odd:grid md:last:odd:grid-cols-2 md:last:odd:gap-x-8" : ""}`}
    >
      <div>
        {/* An added picture has any shape; a drawing has this one. */}
        <Picture
          picture={card.picture}
          decorative
          first={first}
          className={card.picture.srcSet ? "aspect-video object-cover" : ""}
        />
        {card.picture.caption && <p className="mt-2 text-label text-muted">{card.picture.caption}</p>}
      </div>
      <div className="flex flex-col">
        <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Badge loud={wide}>{card.category}</Badge>
          <p className="figures text-label text-muted">
            <time dateTime={card.date}>{longDate(card.date)}</time> · {card.readTime}
          </p>
        </div>
        <h3
          className={`display mt-3 ${wide ? "text-[clamp(1.375rem,1.1rem+1.3vw,2rem)] leading-[1.1]" : "text-card"}`}
        >
          {soon ? (
            <a href={card.href} aria-describedby={`soon-${card.slug}`}>
              {card.title}
            </a>
          ) : (
            <Link to={card.href} prefetch="intent">
              {title}
            </Link>
          )}
        </h3>
        <p className="mt-2 line-clamp-3 text-muted">{card.excerpt}</p>
        <p className="mt-3 text-label font-semibold">{card.author}</p>
        {soon && (
          <p id={`soon-${card.slug}`} className="mt-2 text-label text-muted">
            Not published yet
          </p>
        )}
      </div>
    </li>
  )
}
