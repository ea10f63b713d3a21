import type { Finish } from "#content/finish.ts"
import type { World } from "#domain/world.ts"
import { daysBetween } from "#primitives/days.ts"
import type { Boards } from "../boards/board.ts"
import { type Gap, gapIn } from "../boards/gap.ts"
import { trainingOf } from "../boards/passing.ts"
import type { StandingRow } from "../boards/standing-row.ts"
import { mine } from "../boards/standings.ts"
import { competitionDay } from "../calendar/period.ts"
import { type Ended, ended } from "./ended.ts"
import { type Winnable, winning } from "./winning.ts"

/** A race that is on, and the member's place in it. */
interface OwnRace extends Pick<Winnable, "page" | "board" | "name" | "opensAt" | "closesAt"> {
  /** The first prize; null while it is not known. */
  prize: string | null
  /** Null without points. */
  place: { rank: number; total: number; around: StandingRow[] } | null
  gap: Gap | null
  /** How far the member is toward being a finisher. */
  finish: Finish
}

/** How a season that has just ended went for the member. */
export interface OwnEnded
  extends Pick<Ended, "page" | "season" | "name" | "from" | "to" | "state" | "until"> {
  rank: number
  total: number
  points: number
  activeDays: number
  /** Active days that made a finisher; null where the season has no such list. */
  finishDays: number | null
}

/** A prize of the member that has not been shipped. */
interface OwnPrize {
  /** "Two-week race", or the title of the race of teams. */
  race: string
  title: string
  /** Null for the prize of a race of teams. */
  place: number | null
  /** ISO 8601; null once an address is known. */
  claimUntil: string | null
}

/** Everything that home and account show about one member's races. */
export interface OwnRaces {
  /** Whether the account has joined the competition; all else is empty then. */
  joined: boolean
  /** In the order of `winning`. */
  races: OwnRace[]
  ended: OwnEnded[]
  prize: OwnPrize | null
}

/** Rows above and below the member's own. */
const neighbors = 2

/** The races of an account, as its owner may see them. */
export async function ownRaces(world: World, boards: Boards, userId: string): Promise<OwnRaces> {
  const { sql } = world.db
  const [athlete] = await sql<{ id: number }>`
    select id::float8 as id from athletes where user_id = ${userId}::text::uuid`
  if (!athlete) return { joined: false, races: [], ended: [], prize: null }
  const now = world.now()
  const [{ open }, over, training, prize] = await Promise.all([
    winning(world),
    ended(world),
    trainingOf(world.db, userId, now),
    openPrize(world, athlete.id),
  ])
  const running = open.filter(({ opensAt }) => new Date(opensAt) <= now)
  const races = running.map(async (race): Promise<OwnRace> => {
    const { page, board, name, opensAt, closesAt, from } = race
    const told = { page, board, name, opensAt, closesAt, prize: race.prizes[0]?.title ?? null }
    const found = await mine(world, boards, { slug: board, viewer: userId, neighbors })
    const daysLeft = daysBetween(competitionDay(now), race.to) + 1
    const finish = { activeDays: 0, of: race.finishDays, daysLeft }
    if (!found.ok) return { ...told, place: null, gap: null, finish }
    const { rank, total, around } = found.mine
    const activeDays = around.find((row) => row.mine)?.activeDays ?? 0
    const place = { rank, total, around }
    return { ...told, place, gap: gapIn(around, training, from), finish: { ...finish, activeDays } }
  })
  const results = over.map((season) => ownResult(world, boards, { season, userId, athleteId: athlete.id }))
  return {
    joined: true,
    races: await Promise.all(races),
    ended: (await Promise.all(results)).flat(),
    prize,
  }
}

/** Nothing for athletes who have no points in it or were disqualified. */
async function ownResult(
  world: World,
  boards: Boards,
  { season: over, userId, athleteId }: { season: Ended; userId: string; athleteId: number },
): Promise<OwnEnded[]> {
  const { page, season, name, from, to, state, until } = over
  const [opened] = await world.db.sql<{ finishDays: number | null }>`
    select finish_days::integer as "finishDays" from seasons where slug = ${season}`
  const told = { page, season, name, from, to, state, until, finishDays: opened?.finishDays ?? null }
  if (state === "late") {
    const found = await mine(world, boards, { slug: season, viewer: userId, neighbors: 0 })
    const own = found.ok ? found.mine.around.find((row) => row.mine) : undefined
    if (!found.ok || own?.points == null || own.activeDays === null) return []
    const { rank, total } = found.mine
    return [{ ...told, rank, total, points: own.points, activeDays: own.activeDays }]
  }
  const rows = await world.db.sql<{ rank: number; points: number; activeDays: number }>`
    select t.rank::integer as rank, r.points, r.active_days::integer as "activeDays"
    from seasons s
    join season_results r on r.season_id = s.id and r.athlete_id = ${athleteId}
    cross join lateral private.final_table(s.id, r.line - 1, 1) t
    where s.slug = ${season} and t.line = r.line
  `
  return rows.map((row) => ({ ...told, ...row, total: over.athletes }))
}

/** The prize that must be claimed first, or else one that is waiting to be shipped. */
async function openPrize({ db, now }: World, athleteId: number): Promise<OwnPrize | null> {
  const [prize] = await db.sql<{
    race: string
    title: string
    place: number | null
    claimUntil: Date | null
  }>`
    select coalesce(r.title, x.name) as race, p.title, case when r.id is null then p.place end::integer as place,
      case when p.status = 'awarded' then p.claim_until end as "claimUntil"
    from prizes p join seasons s on s.id = p.season_id join series x on x.slug = s.series
    left join races r on r.id = p.race_id
    where p.athlete_id = ${athleteId}
      and (p.status = 'claimed' or p.status = 'awarded' and p.claim_until > ${now()}::timestamptz)
    order by p.status, p.claim_until, p.id desc
    limit 1
  `
  return prize ? { ...prize, claimUntil: prize.claimUntil?.toISOString() ?? null } : null
}
