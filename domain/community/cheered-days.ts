import { type CheerPhrase, leastShownCheers } from "#content/cheers.ts"
import { athleteIdOf, displayTo } from "#domain/members/viewer.ts"
import type { World } from "#domain/world.ts"
import { hasComments } from "./comment-switches.ts"
import { shownComments } from "./shown-comments.ts"
import { whyNot } from "./take-part.ts"

/** A day that the viewer may cheer. */
interface CheeredDay {
  /** "2026-11-20" */
  on: string
  /** All cheers that reach the viewer; null below the number from which others see it. */
  count: number | null
  /** Whether the viewer has cheered it, and with which phrase. */
  mine: boolean
  phrase: CheerPhrase | null
  /** How many comments the viewer can read under it; absent while the site has no comments. */
  comments?: number
  /** The viewer's own day, which they cannot cheer; listed for its comments alone. */
  own?: true
}

/** What a member sees of the cheers of others. */
export interface CheeredDays {
  /** Why the viewer cannot cheer anybody now; null when they can. */
  because: Awaited<ReturnType<typeof whyNot>>
  /** By slug, days latest first. Without those whom the viewer may not see. */
  athletes: Record<string, CheeredDay[]>
  /** Slugs that were asked about and that the viewer may not see, whatever visitors see. */
  unseen: string[]
}

/**
 * The cheers of the days of these athletes, as one member sees them: a number from three up and no names, and nothing of
 * givers from whom the viewer is kept apart.
 * @param days how many of the latest days of each
 * @param until no later days, for a season that is over
 */
export async function cheeredDays(
  world: World,
  userId: string,
  { athletes, days, until = null }: { athletes: readonly string[]; days: number; until?: string | null },
): Promise<CheeredDays> {
  const { db } = world
  const me = await athleteIdOf(db, userId)
  if (me === null) return { because: "not_joined", athletes: {}, unseen: [] }
  const talks = await hasComments(db, world.now())
  const rows = await db.sql<{ athlete: string; own: boolean } & (Omit<CheeredDay, "own"> | { on: null })>`
    select a.slug as athlete, a.id = ${me} as own, d.local_on::text as on, coalesce(c.mine, false) as mine, c.phrase,
      case when c.count >= ${leastShownCheers} then c.count end as count
      ${talks ? db.sql`, (select count(*)::integer from ${shownComments(db, userId)} w where w.athlete_id = a.id and w.local_on = d.local_on) as comments` : db.sql``}
    from athletes a
    cross join lateral ${displayTo(db, userId)} seen
    left join lateral (
      select d.local_on
      from athlete_days d
      cross join lateral ${displayTo(db, userId, db.sql`d.restricted`)} shown
      where d.athlete_id = a.id and d.points > 0 and shown.days and d.local_on <= coalesce(${until}::date, 'infinity')
      order by d.local_on desc
      limit ${days}
    ) d on true
    left join lateral (
      select count(*)::integer as count, bool_or(giver_id = ${me}) as mine, max(phrase) filter (where giver_id = ${me}) as phrase
      from private.cheers join athletes giver on giver.id = giver_id and giver.visibility <> 'hidden'
      where receiver_id = a.id and local_on = d.local_on and taken_back_at is null
        and giver_id <> all ((select private.apart_from(${userId}::uuid))::bigint[])
    ) c on true
    where a.slug = any(${[...athletes]}::text[]) and seen.name
    order by a.slug, d.local_on desc`
  const found: CheeredDays["athletes"] = {}
  for (const { athlete, own, ...day } of rows) {
    if ((own && !talks) || day.on === null) continue
    found[athlete] ??= []
    found[athlete].push(own ? { ...day, own } : day)
  }
  const seen = new Set(rows.map(({ athlete }) => athlete))
  return {
    because: await whyNot(db, me, world.now()),
    athletes: found,
    unseen: athletes.filter((slug) => !seen.has(slug)),
  }
}
