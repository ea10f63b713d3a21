import type { SideRace } from "#content/races.ts"
import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db, Sql } from "#ports/db.ts"
import type { Day } from "#primitives/zones.ts"
import { earliestDay } from "../calendar/days-anywhere.ts"

/** A private race as it is stored. */
export interface StoredRace {
  id: number
  /** Part of its members' address: /account/races/<name>. */
  name: string
  from: Day
  to: Day
  closedAt: Date | null
  endedAt: Date | null
}

/** `r` is the row of `races`. */
export const storedColumns = (sql: Sql) => sql`
  r.id, r.name, r.from_on::text as from, r.to_on::text as to, r.closed_at as "closedAt", r.ended_at as "endedAt"`

/** The rule of every private race: the points of each day, as the main board counts them. */
export const privateRule: SideRace = {
  name: "private",
  title: "Private race",
  words: "A race among those who were invited.",
  metric: "points",
  kinds: null,
  weekdays: null,
  newcomers: false,
  capADay: null,
  daysAWeek: null,
  leastMinutes: 30,
  leastDays: 1,
  entrants: "invited",
  fromOn: null,
  toOn: null,
  target: null,
  teamSize: null,
  prize: null,
  mostPrizes: null,
  listed: false,
  repeats: false,
}

/** The secret in the link to a race, /race/<secret>. It is stored nowhere; the table has its hash. */
export function secretOf(world: Pick<World, "sign">, name: string): string {
  return tokenFor(world, "private-race", name)
}

/** The race of a link; undefined where there is none. */
export async function raceOfSecret(
  { sql }: Pick<Db, "sql">,
  secret: string,
): Promise<StoredRace | undefined> {
  const [race] = await sql<StoredRace>`
    select ${storedColumns(sql)} from races r where r.entrants = 'invited' and r.invite_hash = ${hashToken(secret)}`
  return race
}

/** A race that the account is in; undefined for everybody else, as where there is none. */
export async function raceOfEntrant(
  { sql }: Pick<Db, "sql">,
  { userId, name }: { userId: string; name: string },
): Promise<(StoredRace & { athlete: number }) | undefined> {
  const [race] = await sql<StoredRace & { athlete: number }>`
    select ${storedColumns(sql)}, a.id::float8 as athlete
    from races r
    join race_entrants e on e.race_id = r.id
    join athletes a on a.id = e.athlete_id
    where r.entrants = 'invited' and r.name = ${name} and a.user_id = ${userId}`
  return race
}

/** Who is in it, in the order in which they entered. */
export async function entrantsOf({ sql }: Pick<Db, "sql">, race: number): Promise<number[]> {
  const rows = await sql<{ athlete: number }>`
    select athlete_id::float8 as athlete from race_entrants where race_id = ${race} order by entered_at, athlete_id`
  return rows.map(({ athlete }) => athlete)
}

/**
 * The member of an account, locked until the end of the transaction, with the number of private races that they are in and that
 * are not over. Undefined for an account that has not joined the competition.
 */
export async function lockMember(
  { sql }: Pick<Db, "sql">,
  { userId, now }: { userId: string; now: Date },
): Promise<{ id: number; timeZone: string; races: number } | undefined> {
  const [member] = await sql<{ id: number; timeZone: string }>`
    select id::float8 as id, time_zone as "timeZone" from athletes where user_id = ${userId} for no key update`
  if (!member) return undefined
  const [open] = await sql<{ races: number }>`
    select count(*)::integer as races from race_entrants e join races r on r.id = e.race_id
    where e.athlete_id = ${member.id} and r.ended_at is null and r.to_on >= ${earliestDay(now)}::date`
  return { ...member, races: open?.races ?? 0 }
}
