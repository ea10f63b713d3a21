import type { Series } from "#content/competitions.ts"
import type { Db } from "#ports/db.ts"
import { type Candidate, type Ineligible, ineligible } from "./eligibility.ts"
import type { SeasonRow } from "./season.ts"

/** Where places are read: the frozen results once the season is closed, its board until then. */
export type Table = "results" | "board"

/** Of a race of teams: its members who share the prize, apart from what may exclude each of them. */
interface Among {
  race: number
  athletes: readonly number[]
}

/** An athlete whose place won nothing, and by which rule. */
export interface PassedOver {
  rank: number
  athlete: string
  why: Ineligible
}

/** An athlete with a final place, and what was decided about them. */
type Placed = Candidate & {
  rank: number
  line: number
  /** The eligibility decided when settling first reached this row; null when it has not been decided yet. */
  verdict: Ineligible | "eligible" | null
  /** Whether the athlete holds a prize of the season. */
  holds: boolean
  /** A prize that was declined or not claimed in time does not return to the same athlete. */
  forfeited: boolean
} & ({ athleteId: number; name: string } | { athleteId: null; name: null })

export interface WinningOrder {
  /** As many eligible athletes as there are prizes, or all there are, best first. */
  order: number[]
  /** Their names, in the same order. */
  names: string[]
  /** The new decisions, with the line of the final table. */
  verdicts: { line: number; athlete: number; verdict: string }[]
  passedOver: PassedOver[]
}

/**
 * Who wins, in order. Reads only as much of the table as needed to find the winners, which is nearly always the top.
 * @param among only these, whose verdicts are those of the race of teams
 */
export async function winningOrder(
  db: Db,
  season: SeasonRow,
  rules: Series,
  table: Table,
  among?: Among,
): Promise<WinningOrder> {
  for (let limit = firstLookedAt; ; limit *= 10) {
    const placed = await readPlaced(db, season, table, { limit, among })
    const found = orderOf(placed, rules)
    if (found.order.length >= rules.prizes.length || placed.length < limit) return found
  }
}

function orderOf(all: readonly Placed[], rules: Series): WinningOrder {
  const found: WinningOrder = { order: [], names: [], verdicts: [], passedOver: [] }
  for (const placed of all) {
    const { rank, line } = placed
    if (placed.athleteId === null) {
      found.passedOver.push({ rank, athlete: "an erased athlete", why: "erased" })
      continue
    }
    const why = verdictOn(placed, rules)
    if (!placed.disqualified && placed.verdict !== (why ?? "eligible"))
      found.verdicts.push({ line, athlete: placed.athleteId, verdict: why ?? "eligible" })
    if (why) found.passedOver.push({ rank, athlete: placed.name, why })
    else if (!placed.forfeited) {
      found.order.push(placed.athleteId)
      found.names.push(placed.name)
    }
    if (found.order.length >= rules.prizes.length) break
  }
  return found
}

/** Why the athlete cannot get a prize of this season; undefined when they can. */
function verdictOn(placed: Placed, rules: Series): Ineligible | undefined {
  if (placed.disqualified) return "disqualified"
  if (placed.verdict === null) return ineligible(placed, rules)
  // Facts found while the winners are being checked still matter; once a prize is awarded, only a disqualification
  // takes it away.
  if (placed.verdict === "eligible" && placed.tied && !placed.holds) return "tied"
  return placed.verdict === "eligible" ? undefined : placed.verdict
}

/** The first `limit` athletes of the table, best first; ties are in the order of joining. */
async function readPlaced(
  { sql }: Db,
  season: SeasonRow,
  table: Table,
  { limit, among }: { limit: number; among: Among | undefined },
): Promise<Placed[]> {
  const within = among ? sql`and s.athlete_id = any(${among.athletes}::bigint[])` : sql``
  const lines =
    table === "results"
      ? among
        ? sql`
          select s.line, m.verdict, s.athlete_id, s.rank
          from season_results s
          join team_members m on m.race_id = ${among.race} and m.athlete_id = s.athlete_id and m.until_on is null
          where s.season_id = ${season.id} ${within}`
        : sql`select line, verdict, athlete_id, rank from season_results where season_id = ${season.id}`
      : sql`
        select row_number() over (order by top.place_key desc, top.athlete_id)::int as line, null as verdict,
          top.athlete_id, rank() over (order by top.place_key desc)::int as rank
        from (
          select s.place_key, s.athlete_id
          from standings s join athletes a on a.id = s.athlete_id
          where s.board_id = (select id from boards where season_id = ${season.id}) and ${inFinalTable(sql)} ${within}
          order by s.place_key desc
          fetch first ${limit} rows with ties
        ) top`
  return sql<Placed>`
    with before as (
      select p.athlete_id
      from prizes p
      join seasons s on s.id = p.season_id
      where s.series = ${season.series} and s.to_on = ${season.from}::date - 1 and p.status <> 'withdrawn'
        and p.place = 1
    )
    select
      r.line, r.verdict, r.athlete_id::float8 as "athleteId", r.rank, a.display_name as name, a.visibility,
      a.club, a.demo,
      coalesce(p.withdrawn_because in ('declined', 'unclaimed'), false) as forfeited,
      coalesce(p.status <> 'withdrawn', false) as holds,
      coalesce(a.declared_tie, false) or exists (select from private.ties t where t.athlete_id = a.id) as tied,
      exists (
        select from auth.users u
        where u.id = a.user_id and (
          u.raw_app_meta_data ->> 'role' in ('owner', 'helper', 'moderator')
          or exists (
            select from private.journal j
            -- Hosts and writers decide nothing about the competition.
            where j.operator_id = u.id and j.command not like 'event.%' and j.command not like 'article.%' and j.at >= ${season.opensAt}
              and j.at <= ${season.closedAt ?? season.graceEndsAt}
          )
        )
      ) as "runsTheSite",
      exists (
        select from disqualifications d where d.season_id = ${season.id} and d.athlete_id = r.athlete_id
      ) as disqualified,
      r.athlete_id in (select athlete_id from before) as "wonBefore"
    from (${lines}) r
    left join athletes a on a.id = r.athlete_id
    left join prizes p on p.season_id = ${season.id} and p.athlete_id = r.athlete_id
    order by r.rank, a.joined_at, r.line
    limit ${limit}
  `
}

/** Samples have a season to themselves or none: whether the athlete \`a\` with the standing \`s\` gets a final place. */
export function inFinalTable(sql: Db["sql"]) {
  return sql`(not a.demo or not exists (
    select from standings other join athletes member on member.id = other.athlete_id
    where other.board_id = s.board_id and not member.demo
  ))`
}

/** The prizes of a season that winners hold. */
export async function shippedPrizes({ sql }: Db, season: SeasonRow) {
  return sql<{ place: number; athleteId: number | null }>`
    select place, athlete_id::float8 as "athleteId" from prizes where season_id = ${season.id} and status = 'shipped'
  `
}

const firstLookedAt = 1000
