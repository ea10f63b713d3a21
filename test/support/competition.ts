import { randomUUID } from "node:crypto"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { foldName } from "#domain/members/member.ts"
import { slugOf } from "#domain/members/slug.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { copiesOf, createTestWorld, type TestWorld } from "./world.ts"

export { sentRun } from "./sent-run.ts"

const withBoards = new Map<string, () => Promise<TestWorld>>()

/** A world with its boards open. From the second one of a time on they are copies, because opening the boards takes longer. */
export async function createCompetitionWorld(now = "2026-11-20T20:00:00Z"): Promise<TestWorld> {
  const open = async () => {
    const opened = await createTestWorld({ now })
    await maintainBoards(opened.world)
    return opened
  }
  const copy = withBoards.get(now)
  if (copy) return copy()
  withBoards.set(now, copiesOf(open))
  return open()
}

export interface AthleteOptions {
  name?: string
  joinedAt?: string
  visibility?: "public" | "members" | "hidden"
  timeZone?: string
  demo?: boolean
  /** Also creates the account. */
  email?: string
}

let made = 0

/** Creates a member who joined long ago. Returns the athlete's id. */
export async function addAthlete(world: World, options: AthleteOptions = {}): Promise<number> {
  made++
  const name = options.name ?? `Athlete ${made}`
  const userId = options.email ? randomUUID() : null
  if (userId) {
    await world.db.sql`insert into auth.users (id, email) values (${userId}, ${options.email})`
  }
  const [row] = await world.db.sql<{ id: number }>`
    insert into athletes (
      user_id, slug, display_name, search_name, visibility, time_zone, consent_text, consent_at, joined_at, demo
    )
    values (
      ${userId}, ${`${slugOf(name)}-${made}`}, ${name}, ${foldName(name)}, ${options.visibility ?? "public"},
      ${options.timeZone ?? "America/Los_Angeles"}, 'I agree.', ${world.now()},
      ${options.joinedAt ?? "2020-01-01T00:00:00Z"}, ${options.demo ?? false}
    )
    returning id::float8 as id
  `
  return row?.id as number
}

/** The id of an athlete's account. Throws if there is none. */
export async function accountOf({ db }: Pick<World, "db">, athlete: number): Promise<string> {
  const [row] = await db.sql<{ id: string | null }>`select user_id as id from athletes where id = ${athlete}`
  if (!row?.id) throw new Error(`Athlete ${athlete} has no account`)
  return row.id
}

/** The state of the competition, excluding ids that depend on the order of arrival. */
export async function snapshot(db: Db): Promise<unknown> {
  const [row] = await db.sql<{ all: unknown }>`
    select jsonb_build_object(
      'activities', (
        select jsonb_agg(to_jsonb(a) - 'id' order by athlete_id, source, external_id) from activities a
      ),
      'days', (select jsonb_agg(to_jsonb(d) order by athlete_id, local_on) from athlete_days d),
      'standings', (select jsonb_agg(to_jsonb(s) order by board_id, athlete_id) from standings s)
    ) as all
  `
  return row?.all
}
