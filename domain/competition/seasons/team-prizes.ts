import type { Series } from "#content/competitions.ts"
import type { Db } from "#ports/db.ts"
import { type Race, racesOf } from "../races/race.ts"
import { firstTeamPlace } from "../series/season-prizes.ts"
import { frozenTeams } from "../teams/results.ts"
import { type Membership, prizeMembers } from "../teams/rosters.ts"
import { mostPrizesOf } from "../teams/sizes.ts"
import { readTeams } from "../teams/team-table.ts"
import type { SeasonRow } from "./season.ts"
import { type WinningOrder, winningOrder } from "./winning-order.ts"

/** The prize of a race of teams. */
export interface TeamPrize {
  race: Race
  /** What each member gets. */
  title: string
  /** One number for each prize, unique in the season, after the places that the season itself awards. */
  places: readonly number[]
}

/** The prizes of a season's races of teams, in the order of the races. */
export async function teamPrizesOf(db: Db, season: Pick<SeasonRow, "slug">): Promise<TeamPrize[]> {
  const smallest = await db.sql<{ race: number; members: number }>`
    select race_id::float8 as race, min(members)::integer as members from (
      select m.race_id, count(*) as members
      from team_members m join races r on r.id = m.race_id join seasons s on s.id = r.season_id
      where s.slug = ${season.slug} and r.prize is not null and m.pick is not null group by m.race_id, m.team_id
    ) as drawn group by race_id`
  const membersOf = new Map(smallest.map(({ race, members }) => [race, members]))
  let next = firstTeamPlace
  return (await racesOf(db, season.slug)).flatMap((race) => {
    if (race.prize === null || race.mostPrizes === null) return []
    // Teams of few athletes can turn out smaller than planned.
    const most = Math.min(race.mostPrizes, mostPrizesOf(membersOf.get(race.id) ?? race.teamSize ?? 0))
    const places = Array.from({ length: most }, (_, nr) => next + nr)
    next += race.mostPrizes
    return [{ race, title: race.prize, places }]
  })
}

/**
 * Who gets the prizes of a race of teams, in order: the members of the first team who share its prize, by their place in the
 * season. Teams that share the first place share its prizes. Whoever won the season before can share a prize of the team.
 * @param taken athletes who get another prize of the season
 */
export async function teamOrder(
  db: Db,
  season: SeasonRow,
  rules: Series,
  { race, title, places, taken }: TeamPrize & { taken: ReadonlySet<number> },
): Promise<WinningOrder> {
  const table = race.closedAt
    ? await frozenTeams(db, race)
    : (await readTeams(db, race)).placed.map(({ team, place }) => ({ team, place }))
  const stays = await db.sql<Membership & { weighed: boolean }>`
    select athlete_id::float8 as athlete, team_id as team, from_on::text as from, until_on::text as until, weighed
    from team_members where race_id = ${race.id} and athlete_id is not null`
  const cannotWin = new Set(taken)
  for (const { athlete, weighed } of stays) if (athlete !== null && !weighed) cannotWin.add(athlete)
  const activeDays = await readActiveDays(db, season)
  const athletes = table.flatMap(({ team, place }) =>
    place === 1 ? prizeMembers(stays, team, { activeDays, cannotWin }) : [],
  )
  const prizes = places.map((place) => ({ place, title }))
  return winningOrder(
    db,
    season,
    { ...rules, prizes, noBackToBack: false },
    season.closedAt ? "results" : "board",
    {
      race: race.id,
      athletes,
    },
  )
}

/** As they were frozen, or as the board has them. */
async function readActiveDays({ sql }: Db, season: SeasonRow): Promise<Map<number, number>> {
  const rows = await sql<{ athlete: number; days: number }>`
    select athlete_id::float8 as athlete, active_days::integer as days from season_results
    where season_id = ${season.id} and athlete_id is not null
    union all
    select s.athlete_id::float8, s.active_days::integer from standings s join boards b on b.id = s.board_id
    where b.season_id = ${season.id}`
  return new Map(rows.map(({ athlete, days }) => [athlete, days]))
}
