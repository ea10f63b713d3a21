import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { mailboxOf } from "#primitives/mailbox.ts"

/** The kinds of mail; each is counted separately. */
type Mailing = "subscription" | "spot" | "receipt"

interface Allowance {
  about: Mailing
  email: string
}

/**
 * Locks this kind of mail to these mailboxes until the transaction ends, so that concurrent requests see each other's
 * counts. Locks of several mailboxes are taken in the order of `mailboxOf`.
 */
export async function holdMailbox(world: World, db: Db, allowance: Allowance): Promise<void> {
  await db.sql`select pg_advisory_xact_lock(hashtextextended(${keyOf(world, allowance)}, 0))`
}

/**
 * Counts a mail that anyone who knows an address can trigger; false when its mailbox received `perDay` within a day.
 * Not idempotent: each call that returns true is counted.
 */
export async function allowMail(
  world: World,
  db: Db,
  { perDay, ...allowance }: Allowance & { perDay: number },
): Promise<boolean> {
  await holdMailbox(world, db, allowance)
  const [key, now] = [keyOf(world, allowance), world.now()]
  const rows = await db.sql`
    insert into private.confirmation_mails (email_key, at)
    select ${key}, ${now}
    where (
      select count(*) from private.confirmation_mails
      where email_key = ${key} and at > ${now}::timestamptz - interval '1 day'
    ) < ${perDay}
    returning 1
  `
  return rows.length > 0
}

/** Deletes expired counts. Run by a job every hour. */
export async function forgetMailCounts({ db, now }: World): Promise<void> {
  await db.sql`delete from private.confirmation_mails where at < ${now()}::timestamptz - interval '2 days'`
}

/** A keyed hash, so that the counts contain no addresses. */
function keyOf(world: World, { about, email }: Allowance): string {
  return world.sign("mail-allowance", `${about} ${mailboxOf(email)}`)
}
