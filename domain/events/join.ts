import { allowMail, holdMailbox } from "#domain/mail-allowance.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import { nameProblem } from "#primitives/person-name.ts"
import { confirmSpotMail, spotMail } from "./mails.ts"
import type { Occurrence } from "./occurrence.ts"
import { describeSpot, findSpot, type Spot, type SpotRow, spotOf, spotToken, spotUrl } from "./spot.ts"

/** A second request within this time is a double click or a retry; the first mail is already being sent. */
const sameRequestMinutes = 10

/** The most mails about spots per address and day, because anyone can enter someone else's address. */
const confirmMailsPerDay = 6

type JoinRefusal = "past" | "too_many"

/**
 * Requests a spot for a visitor with a name and an email address. The spot is reserved when they follow the link in the
 * mail, not before, so that entering other people's addresses cannot fill a session. Returns the same result whether or
 * not the address already has a spot. Errors: `past`, `too_many` (mails to this address today).
 */
export async function askToJoin(
  world: World,
  occurrence: Occurrence,
  person: { name: string; email: string },
): Promise<{ ok: true } | { ok: false; code: JoinRefusal }> {
  if (occurrence.startsAt <= world.now()) return { ok: false, code: "past" }
  const now = world.now()
  return world.db.transaction(async (db) => {
    const allowance = { about: "spot", email: person.email } as const
    await holdMailbox(world, db, allowance)
    if (await wasJustMailed(world, db, occurrence, person.email)) return { ok: true }
    if (!(await allowMail(world, db, { ...allowance, perDay: confirmMailsPerDay })))
      return { ok: false, code: "too_many" }
    await openOccurrence(db, occurrence)
    const row = await signupOf(world, db, occurrence, { ...person, userId: null })
    await db.sql`update event_signups set confirm_mailed_at = ${now} where id = ${row.id}`
    const spot = await spotOf(world.published.words, db, row)
    const url = spotUrl(world, row.id)
    const held = row.state === "going" || row.state === "waiting"
    await world.mail.queue(db, held ? spotMail(spot, url) : confirmSpotMail(spot, url))
    return { ok: true }
  })
}

/** Whether a mail for the same request was sent moments ago. */
async function wasJustMailed(
  world: World,
  db: Db,
  { event, on }: Occurrence,
  email: string,
): Promise<boolean> {
  const since = new Date(world.now().getTime() - sameRequestMinutes * 60_000)
  const rows = await db.sql`
    select 1 from event_signups
    where event = ${event.slug} and held_on = ${on} and email = ${email} and confirm_mailed_at > ${since}
  `
  return rows.length > 0
}

/** Reserves a spot for a signed-in member, or a place on the waitlist when it is full. Errors: `past`, `no_address`. */
export async function joinAsMember(
  world: World,
  occurrence: Occurrence,
  account: Account,
): Promise<{ ok: true; spot: Spot } | { ok: false; code: "past" | "no_address" }> {
  if (occurrence.startsAt <= world.now()) return { ok: false, code: "past" }
  if (!account.email) return { ok: false, code: "no_address" }
  // The name stored by the account service can be anything.
  const name = account.fullName?.trim() ?? ""
  const person = {
    name: nameProblem(name) ? "Member" : name,
    email: account.email.toLowerCase(),
    userId: account.id,
  }
  return world.db.transaction(async (db) => {
    await openOccurrence(db, occurrence)
    const row = await signupOf(world, db, occurrence, person)
    return { ok: true, spot: await take(world, db, row) }
  })
}

/**
 * Puts somebody on the list by hand, for people who wrote or called: a spot if there is one, else the end of the line, as if they
 * had confirmed it themselves. They are told. Run in a transaction. Errors: `past`, `called_off`, `on_list`.
 */
export async function joinByHand(
  world: World,
  occurrence: Occurrence,
  { name, email }: { name: string; email: string },
): Promise<
  { ok: true; id: string; state: Spot["state"] } | { ok: false; code: "past" | "called_off" | "on_list" }
> {
  const { db } = world
  if (occurrence.calledOff) return { ok: false, code: "called_off" }
  if (occurrence.startsAt <= world.now()) return { ok: false, code: "past" }
  await openOccurrence(db, occurrence)
  const row = await signupOf(world, db, occurrence, { name, email: email.toLowerCase(), userId: null })
  if (row.state === "going" || row.state === "waiting") return { ok: false, code: "on_list" }
  const { state } = await take(world, db, row)
  return { ok: true, id: row.id, state }
}

/** Confirms the request from the mail. Idempotent. Errors: `unknown`, `past`. */
export async function confirmSpot(
  world: World,
  token: string,
): Promise<{ ok: true; spot: Spot } | { ok: false; code: "unknown" | "past" }> {
  return world.db.transaction(async (db) => {
    const row = await findSpot(db, token)
    const spot = row && (await describeSpot(world.published.words, db, row))
    if (!row || !spot) return { ok: false, code: "unknown" }
    if (spot.occurrence.calledOff || spot.occurrence.startsAt <= world.now())
      return { ok: false, code: "past" }
    return { ok: true, spot: await take(world, db, row) }
  })
}

/**
 * Creates the occurrence's row if necessary, and locks it before any attendee's row: the same lock order as when a spot is
 * given up.
 */
export async function openOccurrence(db: Db, { event, on, startsAt }: Occurrence): Promise<void> {
  await db.sql`
    insert into event_occurrences (event, held_on, starts_at, spots)
    values (${event.slug}, ${on}, ${startsAt}, ${event.spots}) on conflict do nothing
  `
  await db.sql`select 1 from event_occurrences where event = ${event.slug} and held_on = ${on} for update`
}

/** Creates the attendee's row if necessary; it does not hold a spot yet. The caller has locked the occurrence. */
export async function signupOf(
  world: World,
  db: Db,
  { event, on }: Occurrence,
  person: { name: string; email: string; userId: string | null },
): Promise<SpotRow> {
  const id = crypto.randomUUID()
  const [row] = (await db.sql<SpotRow>`
    insert into event_signups as s (id, event, held_on, user_id, name, email, state, asked_at, manage_hash)
    values (
      ${id}, ${event.slug}, ${on}, ${person.userId}, ${person.name}, ${person.email}, 'unconfirmed', ${world.now()},
      ${hashToken(spotToken(world, id))}
    )
    on conflict (event, held_on, email) do update set
      user_id = coalesce(s.user_id, excluded.user_id),
      name = case when s.state in ('going', 'waiting') then s.name else excluded.name end
    returning id, event, held_on::text as held_on, user_id, name, email, state, confirm_mailed_at
  `) as [SpotRow]
  return row
}

/** Reserves a spot or a place on the waitlist. The lock on the occurrence serializes concurrent joins. */
async function take(world: World, db: Db, asked: SpotRow): Promise<Spot> {
  await db.sql`
    select 1 from event_occurrences where event = ${asked.event} and held_on = ${asked.held_on} for update
  `
  // Read again under the lock: a concurrent request may have been first.
  const [row] = (await db.sql<SpotRow & { left: number }>`
    select s.id, s.event, s.held_on::text as held_on, s.user_id, s.name, s.email, s.state, s.confirm_mailed_at,
      o.spots - o.taken as left
    from event_signups s join event_occurrences o on o.event = s.event and o.held_on = s.held_on
    where s.id = ${asked.id} for update of s
  `) as [SpotRow & { left: number }]
  if (row.state === "unconfirmed" || row.state === "cancelled") {
    row.state = row.left > 0 ? "going" : "waiting"
    await db.sql`
      update event_signups set state = ${row.state}, placed_at = ${world.now()},
        place_no = nextval('private.event_places'), cancelled_at = null, reminded_at = null
      where id = ${row.id}
    `
    if (row.state === "going")
      await db.sql`
        update event_occurrences set taken = taken + 1 where event = ${row.event} and held_on = ${row.held_on}
      `
    const spot = await spotOf(world.published.words, db, row)
    await world.mail.queue(db, spotMail(spot, spotUrl(world, row.id)))
    return spot
  }
  return spotOf(world.published.words, db, row)
}
