import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Account } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"

/** The secret address of a member's calendar, as its owner sees it. */
interface CalendarAddress {
  /** Null if it was made under another AUTH_SECRET: programs that have it can still read, but it can only be replaced. */
  url: string | null
  /** To the hour; null before a calendar program has asked. */
  readAt: Date | null
}

/** Whose calendar an address is, and since when. */
export interface CalendarOwner {
  userId: string
  createdAt: Date
}

const secretOf = (world: World, id: string) => tokenFor(world, "calendar", id)

/** The account's address; null without one. It can be shown again, because its secret is derived and not random. */
export async function calendarAddressOf(world: World, userId: string): Promise<CalendarAddress | null> {
  const [row] = await world.db.sql<{ id: string; hash: Buffer; readAt: Date | null }>`
    select id, secret_hash as hash, read_at as "readAt" from private.calendar_addresses where user_id = ${userId}`
  if (!row) return null
  const secret = secretOf(world, row.id)
  const isCurrent = hashToken(secret).equals(row.hash)
  return {
    url: isCurrent ? `${world.settings.siteUrl}/calendar/members/${secret}.ics` : null,
    readAt: row.readAt,
  }
}

/** Gives the account a new address; the one before is not found from the next request on. */
export async function renewCalendarAddress(world: World, userId: string): Promise<void> {
  const id = crypto.randomUUID()
  await world.db.sql`
    insert into private.calendar_addresses (user_id, id, secret_hash, created_at)
    values (${userId}, ${id}, ${hashToken(secretOf(world, id))}, ${world.now()})
    on conflict (user_id) do update set
      id = excluded.id, secret_hash = excluded.secret_hash, created_at = excluded.created_at, read_at = null`
}

/** Ends the account's address, if it has one. */
export async function endCalendarAddress({ sql }: Pick<Db, "sql">, userId: string): Promise<void> {
  await sql`delete from private.calendar_addresses where user_id = ${userId}`
}

/** The owner of an address; null if it was replaced or ended, or if the account is gone or banned. Notes that it was read. */
export async function calendarOwner(world: World, secret: string): Promise<CalendarOwner | null> {
  const [row] = await world.db.sql<CalendarOwner & { readAt: Date | null }>`
    select user_id as "userId", created_at as "createdAt", read_at as "readAt"
    from private.calendar_addresses where secret_hash = ${hashToken(secret)}`
  if (!row || !(await world.accounts.find(world.db, row.userId))) return null
  const { readAt, ...owner } = row
  const hour = new Date(Math.floor(world.now().getTime() / 3_600_000) * 3_600_000)
  if (readAt === null || readAt < hour)
    await world.db.sql`
      update private.calendar_addresses set read_at = ${hour} where secret_hash = ${hashToken(secret)}`
  return owner
}

/** That there is an address, for "export my data", without its secret; null without one. */
export async function exportCalendarAddress({ sql }: Pick<Db, "sql">, { id }: Account): Promise<unknown> {
  const [row] = await sql`select created_at, read_at from private.calendar_addresses where user_id = ${id}`
  return row ?? null
}
