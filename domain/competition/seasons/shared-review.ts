import { isReviewCard, mostCards, type ReviewCard, reviewCards } from "#content/review-cards.ts"
import { athleteIdOf, displayToVisitors } from "#domain/members/viewer.ts"
import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import { type SeasonReview, seasonReview } from "./review.ts"

interface OwnReview {
  review: SeasonReview
  /** What is shared, and the path of the link; null: nothing. */
  shared: { cards: ReviewCard[]; path: string } | null
}

/** A member's own look back, for them alone; null without a result in the season. */
export async function ownReview(world: World, userId: string, season: string): Promise<OwnReview | null> {
  const athleteId = await athleteIdOf(world.db, userId)
  const review = athleteId === null ? null : await seasonReview(world, { season, athleteId })
  if (athleteId === null || !review) return null
  const [row] = await world.db.sql<{ cards: string[] }>`
    select r.cards from private.season_reviews r join seasons s on s.id = r.season_id
    where s.slug = ${season} and r.athlete_id = ${athleteId}`
  const path = `/season-review/${tokenOf(world, athleteId, season)}`
  return { review, shared: row ? { cards: row.cards.filter(isReviewCard), path } : null }
}

/**
 * Shares these cards of a member's look back by a link, or other cards by the same link. Errors: `unknown`: there is no look back;
 * `no_cards`: none that can be shared, or more than six.
 */
export async function shareReview(
  world: World,
  userId: string,
  { season, cards }: { season: string; cards: readonly string[] },
): Promise<{ ok: true } | { ok: false; code: "unknown" | "no_cards" }> {
  const picked = [...new Set(cards)].filter(isReviewCard).filter((card) => reviewCards[card].shared)
  if (picked.length === 0 || picked.length > mostCards) return { ok: false, code: "no_cards" }
  const athleteId = await athleteIdOf(world.db, userId)
  if (athleteId === null || !(await seasonReview(world, { season, athleteId })))
    return { ok: false, code: "unknown" }
  await world.db.sql`
    insert into private.season_reviews (season_id, athlete_id, cards, share_hash, shared_at)
    select id, ${athleteId}, ${picked}::text[], ${hashToken(tokenOf(world, athleteId, season))}, ${world.now()}
    from seasons where slug = ${season}
    on conflict (season_id, athlete_id) do update set cards = excluded.cards, shared_at = excluded.shared_at`
  return { ok: true }
}

/** Ends the link. Idempotent. */
export async function unshareReview({ db }: World, userId: string, season: string): Promise<void> {
  await db.sql`
    delete from private.season_reviews r using seasons s, athletes a
    where s.id = r.season_id and s.slug = ${season} and a.id = r.athlete_id and a.user_id = ${userId}`
}

function tokenOf(world: World, athleteId: number, season: string): string {
  return tokenFor(world, "season-review", `${season} ${athleteId}`)
}

/** The picked cards of a look back, as everybody sees them. */
export type OpenReview = Extract<Opened, { ok: true }>

type Opened =
  | { ok: true; name: string | null; photo: string | null; cards: ReviewCard[]; review: SeasonReview }
  | { ok: false; code: "unknown" | "gone" }

/**
 * What a link shows to everybody: the picked cards, and the member's name and photo if visitors see them. Errors: `unknown`: no such link, or it
 * was ended; `gone`: the account was deleted, or what it showed may no longer be shown.
 */
export async function openReview(world: World, token: string): Promise<Opened> {
  const { db } = world
  const [row] = await db.sql<{
    athleteId: number | null
    season: string
    cards: string[]
    name: string | null
    photo: string | null
    shows: boolean | null
  }>`
    select r.athlete_id::float8 as "athleteId", s.slug as season, r.cards,
      case when shown.name then a.display_name end as name, case when shown.name then a.photo end as photo,
      shown.points as shows
    from private.season_reviews r
    join seasons s on s.id = r.season_id
    left join athletes a on a.id = r.athlete_id
    left join season_results o on o.season_id = r.season_id and o.athlete_id = r.athlete_id
    left join lateral ${displayToVisitors(db, db.sql`o.restricted_days > 0`)} shown on a.id is not null
    where r.share_hash = ${hashToken(token)}`
  if (!row) return { ok: false, code: "unknown" }
  const { athleteId, season, cards, name, photo, shows } = row
  const review = athleteId !== null && shows ? await seasonReview(world, { season, athleteId }) : null
  if (!review) return { ok: false, code: "gone" }
  return { ok: true, name, photo, cards: cards.filter(isReviewCard), review }
}
