import { competition } from "#content/competitions.ts"
import { clearDay, type NamedDay, withdrawClearance } from "#domain/competition/seasons/clear-day.ts"
import { type DayToCheck, daysToCheck, isDoubtful } from "#domain/competition/seasons/days-to-check.ts"
import { expectedClose } from "#domain/competition/seasons/expected-close.ts"
import { awardsFrom, listSeasons, type SeasonRow } from "#domain/competition/seasons/season.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act } from "./journal.ts"
import { whyRecused } from "./recusal.ts"
import type { Operator } from "./roles.ts"

/** A season whose prospective winners are being checked. */
interface CheckedSeason {
  slug: string
  closesAt: Date
  awardsFrom: Date
  /** Whether its undisputed places are awarded and only open ones are left. */
  settled: boolean
  winners: CheckedWinner[]
}

interface CheckedWinner {
  place: number
  /** The title of the race of teams whose prize it is; null: for a place in the season. */
  team: string | null
  title: string
  name: string
  /** Name in URLs. */
  athlete: string
  days: DayToCheck[]
  /** How many of the days still need a check. */
  doubtful: number
}

/**
 * The prospective winners of every season from a day before it ends until its last place is awarded, with their days.
 * For a season whose undisputed places are awarded, only the prospective winners of the open ones.
 */
export async function readWinnersCheck({ db, now }: Pick<World, "db" | "now">): Promise<CheckedSeason[]> {
  const open = await db.sql<{ seasonId: number; place: number }>`
    select season_id as "seasonId", place::integer as place from private.open_places
  `
  const soon = new Date(now().getTime() + competition.winnersCheck.hoursBefore * 3_600_000)
  const seasons = (await listSeasons(db)).filter(
    ({ id, closesAt, settledAt, closedAt }) =>
      (!settledAt && (closesAt <= soon || closedAt !== null)) || open.some((one) => one.seasonId === id),
  )
  const checked: CheckedSeason[] = []
  for (const season of seasons.reverse()) {
    const places = open.filter(({ seasonId }) => seasonId === season.id).map(({ place }) => place)
    checked.push({
      slug: season.slug,
      closesAt: season.closesAt,
      awardsFrom: awardsFrom(season),
      settled: season.settledAt !== null,
      winners: await winnersOf(db, season, places),
    })
  }
  return checked
}

async function winnersOf(db: Db, season: SeasonRow, open: readonly number[]): Promise<CheckedWinner[]> {
  const { winners } = await expectedClose(db, season)
  const wanted = season.settledAt ? winners.filter(({ place }) => open.includes(place)) : winners
  const days = await daysToCheck(
    db,
    season,
    wanted.map(({ athleteId }) => athleteId),
  )
  const slugs = await db.sql<{ id: number; slug: string }>`
    select id::float8 as id, slug from athletes
    where id = any(${wanted.map(({ athleteId }) => athleteId)}::bigint[])
  `
  return wanted.map(({ place, title, team, athlete: name, athleteId }) => {
    const own = days.filter((day) => day.athleteId === athleteId)
    const athlete = slugs.find(({ id }) => id === athleteId)?.slug ?? ""
    return { place, team, title, name, athlete, days: own, doubtful: own.filter(isDoubtful).length }
  })
}

/** Why this operator does not confirm days of an athlete (`whyRecused`); null when they may. */
export async function whyNotClear(
  world: Pick<World, "db" | "now">,
  operator: Operator,
  { athlete }: Pick<NamedDay, "athlete">,
) {
  const [row] = await world.db.sql<{ athleteId: number }>`
    select id::float8 as "athleteId" from athletes where slug = ${athlete}
  `
  return row ? whyRecused(world, operator, { ...row, needs: "owner" }) : null
}

/**
 * Confirms a day of a prospective winner, with an entry in the journal. Errors: those of `act`, `clearDay` and
 * `whyNotClear`.
 */
export async function clearWinnersDay(
  world: World,
  operator: Operator,
  given: NamedDay & { seen: readonly string[] },
) {
  const [row] = await world.db.sql<{ id: number; userId: string | null }>`
    select id::float8 as id, user_id as "userId" from athletes where slug = ${given.athlete}
  `
  if (!row) return { ok: false as const, code: "unknown_day" as const }
  const subject = { kind: "day", id: `${row.id} ${given.on}`, person: { userId: row.userId } }
  const look = lookAtDay({ athleteId: row.id, on: given.on })
  return act(world, operator, { command: "season.clear", subject, look }, async (inside) => {
    const code = await whyNotClear(inside, operator, given)
    if (code) return { ok: false as const, code }
    return clearDay(inside, { ...given, by: operator.name })
  })
}

/**
 * The day must be checked again. A prize that was awarded meanwhile stays. Errors: those of `act`, `withdrawClearance` and
 * `whyRecused`.
 */
export async function reopenDay(
  world: World,
  operator: Operator,
  { athleteId, on, undoes = null }: { athleteId: number; on: string; undoes?: number | null },
) {
  const [row] = await world.db.sql<{ userId: string | null }>`
    select user_id as "userId" from athletes where id = ${athleteId}
  `
  const subject = { kind: "day", id: `${athleteId} ${on}`, person: { userId: row?.userId ?? null } }
  const look = lookAtDay({ athleteId, on })
  return act(world, operator, { command: "season.doubt", subject, undoes, look }, async (inside) => {
    const code = await whyRecused(inside, operator, { athleteId, needs: "owner" })
    if (code) return { ok: false as const, code }
    return withdrawClearance(inside, { athleteId, on })
  })
}

function lookAtDay({ athleteId, on }: { athleteId: number; on: string }) {
  return async ({ sql }: Db): Promise<Record<string, unknown>> => {
    const [row] = await sql<{ seen: string[] }>`
      select seen from private.cleared_days where athlete_id = ${athleteId} and local_on = ${on}
    `
    return { seen: row?.seen ?? null }
  }
}
