import { countOf, ordinal } from "#content/amounts.ts"
import { longDay } from "#content/dates.ts"
import { ownDates } from "#content/races.ts"
import { site, zoneCity } from "#content/site.ts"
import { findRace } from "#domain/competition/races/race.ts"
import { winning } from "#domain/competition/seasons/winning.ts"
import { recordedMembers } from "#domain/competition/teams/captain-view.ts"
import { numbersOf, seesTotal } from "#domain/competition/teams/page.ts"
import { finished } from "#domain/competition/teams/results.ts"
import { readTeams } from "#domain/competition/teams/team-table.ts"
import type { World } from "#domain/world.ts"
import type { ChatMessage } from "#ports/chat.ts"
import type { Sql } from "#ports/db.ts"

/** Rows that a message has, and how many of the board are looked at, because those without a name are left out. */
const shown = { rows: 10, lookedAt: 50 }

/**
 * A chat belongs to another service, so it gets less than a visitor sees: nobody who holds data from a source whose terms forbid
 * passing it on, even where an operator shows it on the site.
 */
const mayLeave = (sql: Sql) => sql`a.restricted_data = 'none'`

/**
 * The board of a series' running season with its prize, as visitors see it: athletes without a name are left out, and the places of
 * the others stay as they are. Null while no season runs.
 */
export async function boardMessage(world: World, series: string): Promise<ChatMessage | null> {
  const season = (await winning(world)).open.find((one) => one.series === series)
  if (!season || new Date(season.opensAt) > world.now()) return null
  const { sql } = world.db
  const rows = await sql<Line & { place: number }>`
    select page.place, page.name, page.points, coalesce(page.credits, '{}') as credits, page.sample
    from boards b join seasons s on s.id = b.season_id and s.series = ${series} and s.from_on = ${season.from}
    cross join lateral (
      select p.*, rank() over (order by p.place_key desc)::integer as place
      from private.board_page(b.id, null, ${shown.lookedAt}) p
    ) page
    join athletes a on a.id = page.athlete_id
    where page.name is not null and page.points is not null and ${mayLeave(sql)}
    order by page.place_key desc, page.athlete_id limit ${shown.rows}`
  const [first] = season.prizes
  return {
    title: `${season.name}, ${longDay(season.from)} to ${longDay(season.to)}`,
    lines: [
      ...rows.map((row) => `${row.place}. ${inWords(row)}`),
      ...(rows.length === 0 ? ["No points yet."] : []),
      ...(first ? [`${ordinal(first.place)} place wins ${first.title}.`] : []),
      `Ends ${longDay(season.to)}, ${zoneCity} time.`,
    ],
    link: {
      text: `See the whole board on ${site.name}`,
      url: `${world.settings.siteUrl}/leaderboard/${season.page}`,
    },
  }
}

/**
 * The weekly message about a team's race: the members of that team who have recorded something, as visitors see them.
 * Null before and after the race.
 */
export async function teamMessage(world: World, team: number): Promise<ChatMessage | null> {
  const { db, settings } = world
  const [address] = await db.sql<{ season: string; name: string }>`
    select coalesce(s.slug, ${ownDates}) as season, r.name from teams t
    join races r on r.id = t.race_id left join seasons s on s.id = r.season_id where t.id = ${team}`
  const race = address && (await findRace(db, address))
  if (!race || race.closedAt || race.opensAt > world.now()) return null
  const table = (await readTeams(db, race)).placed.map(finished)
  const visitor = { member: false, team: null }
  const lineOf = (one: (typeof table)[number]) => {
    const called = one.team === team ? `${one.name} (this team)` : one.name
    if (one.place === null) return `${called}: no place yet`
    const rest = seesTotal(one, visitor, false)
      ? `: ${countOf(one.points, "point")}${credited(one.credits)}`
      : ""
    return `${one.place}. ${called}${rest}`
  }
  const own = table.find((one) => one.team === team)
  const first = table.filter(({ place }) => place !== null).slice(0, shown.rows)
  const members = await recordedMembers(db, { race, team, viewer: null }, mayLeave(db.sql))
  const number = (await numbersOf(world, race)).get(team)?.number
  return {
    title: `${race.title}: team ${own?.name ?? ""}`,
    lines: [
      ...first.map(lineOf),
      ...(own && !first.includes(own) ? [lineOf(own)] : []),
      ...members.slice(0, shown.rows).map((one) => `• ${inWords({ ...one, sample: false })}`),
      `Ends ${longDay(race.to)}, ${zoneCity} time.`,
    ],
    link: {
      text: `See the team on ${site.name}`,
      url: `${settings.siteUrl}/leaderboard/races/${race.season}/${race.name}/teams/${number ?? 1}`,
    },
  }
}

interface Line {
  name: string
  points: number
  credits: readonly string[]
  sample: boolean
}

function inWords({ name, points, credits, sample }: Line): string {
  return `${name}: ${countOf(points, "point")}${sample ? " (sample)" : ""}${credited(credits)}`
}

/** Attributions that the terms of sources require beside the points. */
function credited(credits: readonly string[]): string {
  return credits.length > 0 ? ` (Data: ${credits.join(", ")})` : ""
}
