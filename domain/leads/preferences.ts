import type { MailList } from "#content/form-types.ts"
import { listById, lists } from "#content/lists.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { placeInQueue } from "./confirm.ts"
import { agentOf, type Sender } from "./sender.ts"
import { subscriberOf } from "./subscribe.ts"
import { clearBounces, isSuppressed } from "./suppress.ts"

interface Preferences {
  email: string
  lists: { list: MailList; on: boolean; place: number | null }[]
}

/** The subscriptions of an address, by the token in its mails; null when the token is invalid. */
export async function preferencesOf(world: World, token: string): Promise<Preferences | null> {
  const subscriber = await subscriberByToken(world, token)
  if (!subscriber) return null
  const rows = await world.db.sql<{ list: string }>`
    select list from subscriptions where subscriber_id = ${subscriber.id} and state = 'confirmed'
  `
  const on = new Set(rows.map(({ list }) => list))
  return {
    email: subscriber.email,
    lists: await Promise.all(
      lists.map(async (list) => ({
        list,
        on: on.has(list.id),
        place: on.has(list.id) ? await placeInQueue(world.db, list, subscriber.id) : null,
      })),
    ),
  }
}

/** The text beside each checkbox of the preference page, stored as the proof of consent given there. */
export function preferenceConsent(list: MailList): string {
  return `Send me this by email: ${list.name}. ${list.text}`
}

/**
 * Replaces the set of lists that the address is on. Adding a list needs no confirmation mail: whoever has the token can
 * read the mailbox. Errors: `unknown`, `suppressed` (the address bounced or complained, so nothing can be added).
 */
export async function setPreferences(
  world: World,
  token: string,
  wanted: readonly string[],
  sender: Sender,
): Promise<{ ok: true } | { ok: false; code: "unknown" | "suppressed" }> {
  const subscriber = await subscriberByToken(world, token)
  if (!subscriber) return { ok: false, code: "unknown" }
  const now = world.now()
  return world.db.transaction(async (db) => {
    await clearBounces(db, subscriber.id)
    const adds = lists.filter((list) => wanted.includes(list.id))
    const blocked = adds.length > 0 && (await isSuppressed(world, db, subscriber.email))
    for (const list of lists) {
      const on = wanted.includes(list.id)
      if (on && blocked) continue
      await setList(db, { subscriber: subscriber.id, list, on, now, source: "preferences", sender })
    }
    return blocked ? { ok: false, code: "suppressed" } : { ok: true }
  })
}

/** Puts a subscriber on a list or takes them off it, with the proof of what they wanted. */
async function setList(
  db: Db,
  given: { subscriber: string; list: MailList; on: boolean; now: Date; source: string; sender: Sender },
): Promise<void> {
  const { subscriber, list, on, now, source, sender } = given
  const changed = on
    ? await db.sql`
        insert into subscriptions as s (subscriber_id, list, state, requested_at, confirmed_at)
        values (${subscriber}, ${list.id}, 'confirmed', ${now}, ${now})
        on conflict (subscriber_id, list) do update
          set state = 'confirmed', confirmed_at = ${now}, ended_at = null
          where s.state <> 'confirmed'
        returning 1`
    : await db.sql`
        update subscriptions set state = 'unsubscribed', ended_at = ${now}
        where subscriber_id = ${subscriber} and list = ${list.id} and state <> 'unsubscribed'
        returning 1`
  if (changed.length === 0) return
  await db.sql`
    insert into consent_log (subscriber_id, list, event, at, source, consent_text, ip, user_agent)
    values (
      ${subscriber}, ${list.id}, ${on ? "confirmed" : "unsubscribed"}, ${now}, ${source},
      ${on ? preferenceConsent(list) : null}, ${sender.ip}, ${agentOf(sender)}
    )
  `
}

/** The list that members join in their settings. */
export const sponsorList = listById("sponsors") as MailList

/** Whether a member gets emails about sponsored races. */
export async function getsSponsorMails(db: Db, email: string): Promise<boolean> {
  const [row] = await db.sql`
    select from subscriptions s join subscribers who on who.id = s.subscriber_id
    where who.email = ${email.toLowerCase()} and s.list = ${sponsorList.id} and s.state = 'confirmed'`
  return row !== undefined
}

/**
 * Says whether a member wants emails about sponsored races. The address of the account was confirmed, so no mail has to ask
 * again. Errors: `suppressed` (the address bounced or complained); `unconfirmed`: it was not confirmed after all.
 */
export async function chooseSponsorMails(
  world: World,
  member: { userId: string; on: boolean },
  sender: Sender,
): Promise<{ ok: true } | { ok: false; code: "suppressed" | "unconfirmed" }> {
  const [account] = await world.db.sql<{ email: string }>`
    select lower(email) as email from auth.users where id = ${member.userId} and email_confirmed_at is not null`
  if (!account) return { ok: false, code: "unconfirmed" }
  return world.db.transaction(async (db) => {
    if (!member.on && !(await getsSponsorMails(db, account.email))) return { ok: true }
    if (member.on && (await isSuppressed(world, db, account.email))) return { ok: false, code: "suppressed" }
    const subscriber = await subscriberOf(world, db, account.email, null)
    const how = { now: world.now(), source: "settings", sender }
    await setList(db, { subscriber, list: sponsorList, on: member.on, ...how })
    return { ok: true }
  })
}

/** The address that a token belongs to. */
export async function subscriberByToken(
  world: World,
  token: string,
): Promise<{ id: string; email: string } | undefined> {
  const [row] = await world.db.sql<{ id: string; email: string }>`
    select id, email from subscribers where manage_hash = ${hashToken(token)}
  `
  return row
}
