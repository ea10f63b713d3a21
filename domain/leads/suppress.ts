import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

export type SuppressionReason = "bounce" | "complaint" | "operator"

const endings = { bounce: "bounced", complaint: "complained", operator: "unsubscribed" } as const

/**
 * The number of days with a permanent bounce, without a sign of life in between, after which an address counts as dead.
 * A single bounce can be a server error, or be caused by the content of the mail.
 */
const bouncesUntilGone = 3

/** Bounces further apart than this are treated as unrelated. */
const bounceMemoryDays = 180

/**
 * Permanently stops all newsletters and waitlists to an address and records the reason for every list it was on. The
 * address is stored
 * as a fingerprint only, so that it stays suppressed after its owner has everything else erased.
 */
export async function suppress(
  world: World,
  { email, reason, note }: { email: string; reason: SuppressionReason; note?: string },
): Promise<void> {
  const address = email.trim().toLowerCase()
  const now = world.now()
  await world.db.transaction(async (db) => {
    await db.sql`
      insert into private.suppressions (email_key, reason, at, note)
      values (${emailKey(world, address)}, ${reason}, ${now}, ${note?.slice(0, 300) ?? null})
      on conflict (email_key) do nothing
    `
    await db.sql`
      with ended as (
        update subscriptions s set state = 'unsubscribed', ended_at = ${now}, confirm_hash = null
        from subscribers who
        where who.id = s.subscriber_id and who.email = ${address} and s.state <> 'unsubscribed'
        returning s.subscriber_id, s.list
      )
      insert into consent_log (subscriber_id, list, event, at, source)
      select subscriber_id, list, ${endings[reason]}, ${now}, ${reason} from ended
    `
  })
}

/** Lifts a suppression, for example at the owner's request. False when the address was not suppressed. */
export async function unsuppress(world: World, email: string): Promise<boolean> {
  const rows = await world.db.sql`
    delete from private.suppressions where email_key = ${emailKey(world, email.trim().toLowerCase())} returning 1
  `
  return rows.length > 0
}

export async function isSuppressed(world: World, db: Db, email: string): Promise<boolean> {
  const [row] = await db.sql`select 1 from private.suppressions where email_key = ${emailKey(world, email)}`
  return row !== undefined
}

/**
 * Records a permanent bounce. An address reported as nonexistent is suppressed immediately, others on the third day
 * with a bounce. Idempotent for the same bounce.
 */
export async function recordRefusal(world: World, email: string, answer: string): Promise<void> {
  const now = world.now()
  const [row] = await world.db.sql<{ bounces: number }>`
    update subscribers set bounced_at = ${now}, bounces = case
      when bounced_at < ${now}::timestamptz - make_interval(days => ${bounceMemoryDays}) then 1
      else least(bounces + 1, 100)
    end
    where email = ${email}
      and (bounced_at is null or bounced_at <= ${now}::timestamptz - interval '20 hours')
    returning bounces
  `
  if (isUnknownMailbox(answer) || (row && row.bounces >= bouncesUntilGone))
    await suppress(world, { email, reason: "bounce", note: answer })
}

/** A link in a mail was followed, so the mailbox is alive: clears its earlier bounces. */
export async function clearBounces(db: Db, subscriberId: string): Promise<void> {
  await db.sql`update subscribers set bounces = 0, bounced_at = null where id = ${subscriberId} and bounces > 0`
}

/** RFC 3463: status codes 5.1.x mean an invalid address. */
function isUnknownMailbox(answer: string): boolean {
  return /\b5\.1\.[12360]\b|(user|mailbox|recipient|address) (is )?(unknown|not found|does ?n.t exist)|(unknown|no such) (user|mailbox|recipient)/i.test(
    answer,
  )
}

/** Identifies a mailbox where its address must not appear, such as in the operators' journal. */
export function mailboxId(world: Pick<World, "sign">, email: string): string {
  return emailKey(world, email).slice(0, 16)
}

/** The fingerprint of an address, the same for all spellings of one mailbox. */
export function emailKey(world: Pick<World, "sign">, email: string): string {
  return world.sign("email", email)
}
