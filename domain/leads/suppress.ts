import type { Db, World } from "#domain/world.ts"

export type SuppressionReason = "bounce" | "complaint" | "operator"

const endings = { bounce: "bounced", complaint: "complained", operator: "unsubscribed" } as const

/**
 * Days with a final refusal after which a mailbox counts as gone, without a sign of life in between. One alone can be a
 * mistake of its server, and a refusal can be about the content.
 */
const bouncesUntilGone = 3

/** Refusals that lie further apart have nothing to do with each other. */
const bounceMemoryDays = 180

/**
 * Stops all newsletters and waitlists to an address for good, and notes why with every list it was on. The address is kept
 * as a fingerprint only, so that it stays suppressed when its owner has everything else erased.
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

/** Lets an address be written to again, such as after its owner has asked for it. False when it was not suppressed. */
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
 * A mailbox refused a mail for good. One that says that it does not exist is suppressed at once, others after the third
 * day. Noting the same refusal again changes nothing.
 */
export async function noteRefusal(world: World, email: string, answer: string): Promise<void> {
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

/** Somebody pressed a button in a mail, so the mailbox is read: what it refused before counts no more. */
export async function noteAlive(db: Db, subscriberId: string): Promise<void> {
  await db.sql`update subscribers set bounces = 0, bounced_at = null where id = ${subscriberId} and bounces > 0`
}

/** RFC 3463: 5.1.x are addresses that cannot be right. */
function isUnknownMailbox(answer: string): boolean {
  return /\b5\.1\.[12360]\b|(user|mailbox|recipient|address) (is )?(unknown|not found|does ?n.t exist)|(unknown|no such) (user|mailbox|recipient)/i.test(
    answer,
  )
}

/** The fingerprint of an address, the same for all uses of one mailbox. */
function emailKey(world: Pick<World, "sign">, email: string): string {
  return world.sign("email", email)
}
