import { onActivity } from "#domain/competition/pipeline.ts"
import type { World } from "#domain/world.ts"
import { type AthleteOptions, addAthlete, sentRun } from "./competition.ts"

/** A member with an account and a counted day. */
export interface CommunityMember {
  id: number
  userId: string
  slug: string
  name: string
  email: string
}

let made = 0

/** A member who trained on these days, at 3 p.m. UTC. */
export async function addMember(
  world: World,
  name: string,
  {
    days = ["2026-11-19"],
    ...options
  }: Omit<AthleteOptions, "name" | "email"> & { days?: readonly string[] } = {},
): Promise<CommunityMember> {
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, "-")}-${++made}@example.com`
  const id = await addAthlete(world, { ...options, name, email })
  for (const day of days) await onActivity(world, id, sentRun({ startedAt: new Date(`${day}T15:00:00Z`) }))
  const [row] = await world.db.sql<{ userId: string; slug: string }>`
    select user_id as "userId", slug from athletes where id = ${id}`
  return { id, userId: row?.userId ?? "", slug: row?.slug ?? "", name, email }
}

/** An account with the role moderator, so that the site has comments. Returns its id. */
export async function nameModerator(world: World): Promise<string> {
  const id = crypto.randomUUID()
  const role = world.db.sql.json({ role: "moderator" })
  await world.db.sql`
    insert into auth.users (id, email, raw_app_meta_data) values (${id}, ${`moderator-${++made}@example.com`}, ${role})`
  return id
}
