import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { signupOf } from "./join.ts"
import { handedOverMail, takenOverMail } from "./mails.ts"
import { lockSpot } from "./seat.ts"
import { describeSpot, type SpotRow, spotUrl } from "./spot.ts"

type Transferred =
  | { ok: true; from: string; to: string; id: string }
  | Refusal<"not_found" | "no_spot" | "here" | "past" | "called_off" | "on_list">

/**
 * Gives somebody's spot, with its guests, to another person, whether or not they stand in line, and tells both. Run in a
 * transaction. `id` of the result is the new spot. Errors: `not_found`, `no_spot` (they have none), `here` (checked in), `past`,
 * `called_off`, `on_list` (the other person has a spot).
 */
export async function transferSpot(
  world: World,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<Transferred> {
  return handOver(world, id, async (spot, occurrence) => {
    const row = await signupOf(world, world.db, occurrence, {
      name,
      email: email.toLowerCase(),
      userId: null,
    })
    return row.id === spot.id ? undefined : row
  })
}

/** Gives a spot back to the person who had it before. Run in a transaction. Errors: those of `transferSpot`. */
export async function transferBack(
  world: World,
  { id, heir }: { id: string; heir: string },
): Promise<Transferred> {
  return handOver(world, heir, () => lockSpot(world.db, id))
}

async function handOver(
  world: World,
  id: string,
  readHeir: (
    from: SpotRow,
    occurrence: NonNullable<Awaited<ReturnType<typeof describeSpot>>>["occurrence"],
  ) => Promise<SpotRow | undefined>,
): Promise<Transferred> {
  const { db } = world
  const from = await lockSpot(db, id)
  const spot = from && (await describeSpot(world.published.words, db, from))
  if (!from || !spot) return { ok: false, code: "not_found" }
  if (from.state !== "going") return { ok: false, code: "no_spot" }
  if (from.checked_in_at) return { ok: false, code: "here" }
  if (spot.occurrence.calledOff) return { ok: false, code: "called_off" }
  const now = world.now()
  if (spot.occurrence.startsAt <= now) return { ok: false, code: "past" }
  const heir = await readHeir(from, spot.occurrence)
  if (!heir || heir.state === "going") return { ok: false, code: "on_list" }
  await db.sql`
    update event_signups set state = 'going', placed_at = ${now}, cancelled_at = null, reminded_at = null,
      guests = (select guests from event_signups where id = ${from.id})
    where id = ${heir.id}
  `
  await db.sql`
    update event_signups set state = 'cancelled', cancelled_at = ${now}, guests = 0, guests_here = '{}' where id = ${from.id}
  `
  if (from.email) await world.mail.queue(db, handedOverMail(spot, heir.name, world.settings.siteUrl))
  const taken = heir.email && (await describeSpot(world.published.words, db, { ...heir, state: "going" }))
  if (taken) await world.mail.queue(db, takenOverMail(taken, from.name, spotUrl(world, heir.id)))
  return { ok: true, from: from.name, to: heir.name, id: heir.id }
}
