import { randomUUID } from "node:crypto"
import { askToJoin, confirmSpot } from "#domain/events/join.ts"
import type { Occurrence } from "#domain/events/occurrence.ts"
import { spotToken } from "#domain/events/spot.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { TestWorld } from "./world.ts"

/** The token in the last mail to an address. */
export function tokenOf({ mails }: TestWorld, email: string): string {
  const last = mails.filter(({ to }) => to === email).at(-1)
  return /\/events\/spot\/(\w+)/.exec(last?.text ?? "")?.[1] ?? ""
}

/** Signs somebody up by mail for a spot or a place on the waitlist, and returns the token in their mails. */
export async function joinByMail(site: TestWorld, occurrence: Occurrence, name: string): Promise<string> {
  const email = `${name.toLowerCase()}@example.com`
  await askToJoin(site.world, occurrence, { name, email })
  const token = tokenOf(site, email)
  await confirmSpot(site.world, token)
  return token
}

/** Adds somebody to the list of any event and day, even one that is no longer on the schedule. */
export async function addSignup(
  { world }: TestWorld,
  day: { event: string; on: string; startsAt: string; spots?: number },
  {
    name,
    state,
    email = `${name.toLowerCase()}@example.com`,
  }: { name: string; state: string; email?: string },
): Promise<string> {
  const { db, now } = world
  const [id, going] = [randomUUID(), state === "going" ? 1 : 0]
  await db.sql`
    insert into event_occurrences (event, held_on, starts_at, spots, taken)
    values (${day.event}, ${day.on}, ${day.startsAt}, ${day.spots ?? 1}, ${going})
    on conflict (event, held_on) do update set taken = event_occurrences.taken + ${going}
  `
  await db.sql`
    insert into event_signups (id, event, held_on, name, email, state, asked_at, placed_at, place_no, manage_hash)
    values (${id}, ${day.event}, ${day.on}, ${name}, ${email}, ${state}, ${now()}, ${now()},
      nextval('private.event_places'), ${hashToken(spotToken(world, id))})
  `
  return id
}
