import { listSeasons, type SeasonRow, statusOf } from "#domain/competition/seasons/season.ts"
import { inFinalTable } from "#domain/competition/seasons/winning-order.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** A season in the timeline. */
interface SeasonLine extends SeasonRow {
  status: ReturnType<typeof statusOf>
  athletes: number
  prizes: number
  shipped: number
}

/** All seasons, newest first, each with how many take part and how many prizes are on their way. */
export async function readSeasons({ db, now }: World): Promise<SeasonLine[]> {
  const seasons = await listSeasons(db)
  const counts = await db.sql<Counts>`
    select season.id,
      case when season.closed_at is null
        then (
          select count(*)::int from boards b join standings s on s.board_id = b.id join athletes a on a.id = s.athlete_id
          where b.season_id = season.id and ${inFinalTable(db.sql)}
        )
        else (select count(*)::int from season_results r where r.season_id = season.id) end as athletes,
      (select count(*)::int from prizes p where p.season_id = season.id and p.status <> 'withdrawn') as prizes,
      (select count(*)::int from prizes p where p.season_id = season.id and p.status = 'shipped') as shipped
    from seasons season`
  const byId = new Map(counts.map((one) => [one.id, one]))
  return seasons.map((season) => {
    const { athletes, prizes, shipped } = byId.get(season.id) as Counts
    return { ...season, status: statusOf(season, now()), athletes, prizes, shipped }
  })
}

interface Counts {
  id: number
  athletes: number
  prizes: number
  shipped: number
}

/** A line of a season's table, current or frozen. */
export interface TableLine {
  rank: number
  athlete: string | null
  name: string | null
  points: number
  activeDays: number
  waiting: number
  disqualified: string | null
}

/** The first lines of a season's table: its board while it runs, its results afterward. */
export async function readTable({ sql }: Db, season: SeasonRow, limit = 25): Promise<TableLine[]> {
  const lines = season.closedAt
    ? sql`select athlete_id, rank, points, active_days from season_results where season_id = ${season.id}
        order by line limit ${limit}`
    : sql`select s.athlete_id, rank() over (order by s.place_key desc)::int as rank, s.points, s.active_days
        from boards b join standings s on s.board_id = b.id join athletes a on a.id = s.athlete_id
        where b.season_id = ${season.id} and ${inFinalTable(sql)}
        order by s.place_key desc, s.athlete_id limit ${limit}`
  return sql<TableLine>`
    select l.rank, a.slug as athlete, a.display_name as name, l.points, l.active_days as "activeDays",
      (select count(*)::int from activities x where x.athlete_id = l.athlete_id and x.status = 'review') as waiting,
      (select d.reason from disqualifications d where d.season_id = ${season.id} and d.athlete_id = l.athlete_id) as disqualified
    from (${lines}) l left join athletes a on a.id = l.athlete_id
    order by l.rank, a.slug`
}

/** A prize on its way to a winner. */
interface PrizeLine {
  id: number
  season: string
  place: number
  /** The title of the race of teams whose prize it is. */
  team: string | null
  title: string
  athlete: string | null
  email: string | null
  /** `ready`: claimed, and its shipping is paid or free. `unpaid`: claimed, and its shipping is not paid. */
  status: "awarded" | "unpaid" | "ready" | "shipped"
  address: Record<string, string | null> | null
  claimUntil: Date
  shippedAt: Date | null
  tracking: string | null
  /** Who marked it as shipped. */
  shippedBy: string | null
}

interface PrizeFilter {
  id?: number
  status?: PrizeLine["status"]
  season?: string
}

/** One page of the prizes that were not withdrawn, those ready to ship first. */
export async function pageOfPrizes(
  { sql }: Db,
  { id, status, season }: PrizeFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: PrizeLine[]; total: number }> {
  const prizes = sql`
    with lines as (
      select p.id::float8 as id, s.slug as season, p.place, r.title as team, p.title, a.display_name as athlete, u.email, p.address,
        p.claim_until as "claimUntil", p.shipped_at as "shippedAt", p.tracking, s.opens_at,
        case when p.status = 'claimed' then
          case when p.shipping_cents = 0 or p.shipping_paid_at is not null then 'ready' else 'unpaid' end
        else p.status end as status,
        (
          select coalesce(j.shell_user, o.email) from private.journal j left join auth.users o on o.id = j.operator_id
          where j.command = 'prize.ship' and j.subject = 'prize' and j.subject_id = p.id::text
          order by j.id desc limit 1
        ) as "shippedBy"
      from prizes p
      join seasons s on s.id = p.season_id
      left join races r on r.id = p.race_id
      left join athletes a on a.id = p.athlete_id
      left join auth.users u on u.id = a.user_id
      where p.status <> 'withdrawn'
    ),
    matching as (
      select * from lines
      where (${status ?? null}::text is null or status = ${status ?? null})
        and (${season ?? null}::text is null or season = ${season ?? null})
        and (${id ?? null}::bigint is null or id = ${id ?? null})
    )`
  const [count] = (await sql`${prizes} select count(*)::int as n from matching`) as [{ n: number }]
  const rows = await sql<PrizeLine>`
    ${prizes} select * from matching
    order by status = 'ready' desc, opens_at desc, season, place limit ${limit} offset ${offset}`
  return { rows: [...rows], total: count.n }
}
