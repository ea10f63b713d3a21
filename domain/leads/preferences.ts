import type { MailList } from "#content/form-types.ts"
import { lists, sponsorList } from "#content/lists.ts"
import { hashToken } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db, Sql } from "#ports/db.ts"
import { placeInQueue } from "./confirm.ts"
import { agentOf, type Sender } from "./sender.ts"
import { subscriberOf } from "./subscribe.ts"
import { clearBounces, isSuppressed } from "./suppress.ts"

interface Preferences {
  email: string
  lists: { list: MailList; on: boolean; place: number | null }[]
}

/**
 * The subscriptions of an address, by the token in its mails; null when the token is invalid. Of sponsored races only those
 * that were said yes to: the others are asked where the race is.
 */
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
      [...lists, ...(await ownSponsorLists(world.db, subscriber.id))].map(async (list) => ({
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
    for (const list of [...lists, ...(await ownSponsorLists(db, subscriber.id))]) {
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

/** The lists of sponsored races that a member of this address gets, of all that exist. */
async function ownSponsorLists(db: Db, subscriber: string): Promise<MailList[]> {
  const rows = await db.sql<SponsoredRow>`
    ${sponsoredRows(db.sql)} join subscriptions mine
      on mine.list = 'sponsors-' || x.id and mine.subscriber_id = ${subscriber} and mine.state = 'confirmed'
    order by x.id`
  return rows.map(({ id, ...about }) => sponsorList(id, about))
}

interface SponsoredRow {
  id: number
  sponsor: string
  race: string
}

const sponsoredRows = (sql: Sql) => sql`
  select x.id, p.name as sponsor, coalesce(r.title, e.name) as race
  from private.sponsorships x join private.sponsors p on p.id = x.sponsor_id
  left join races r on r.id = x.race_id left join seasons s on s.id = coalesce(x.season_id, r.season_id)
  left join series e on e.slug = s.series`

/** An email about a sponsored race that can be asked for, with what the member has said. */
export interface SponsorMail {
  /** Of the sponsorship. */
  id: number
  sponsor: string
  race: string
  on: boolean
}

/**
 * The emails about sponsored races that an address can ask for, newest race first: of those that are not over, and whose
 * email was not sent yet.
 */
export async function sponsorMails(
  { db, now }: Pick<World, "db" | "now">,
  email: string,
): Promise<SponsorMail[]> {
  return db.sql<SponsorMail>`
    select sponsored.*, exists (
      select from subscriptions mine join subscribers who on who.id = mine.subscriber_id
      where mine.list = 'sponsors-' || sponsored.id and mine.state = 'confirmed' and who.email = ${email.toLowerCase()}
    ) as on
    from (
      ${sponsoredRows(db.sql)}
      where r.ended_at is null and coalesce(r.closed_at, s.closed_at) is null
        and coalesce(r.to_on, s.to_on) >= (${now()}::timestamptz - interval '2 days')::date
        and not exists (select from newsletter_issues i where i.sponsorship_id = x.id and i.started_at is not null)
    ) sponsored
    order by sponsored.id desc`
}

/**
 * Says whether a member wants the email about one sponsored race. The address of the account was confirmed, so no mail has to
 * ask again. Errors: `suppressed` (the address bounced or complained); `unconfirmed`: it was not confirmed after all; `over`:
 * there is no such email, or it was sent.
 */
export async function chooseSponsorMail(
  world: World,
  member: { userId: string; sponsorship: number; on: boolean },
  sender: Sender,
): Promise<{ ok: true } | { ok: false; code: "suppressed" | "unconfirmed" | "over" }> {
  const [account] = await world.db.sql<{ email: string }>`
    select lower(email) as email from auth.users where id = ${member.userId} and email_confirmed_at is not null`
  if (!account) return { ok: false, code: "unconfirmed" }
  return world.db.transaction(async (db) => {
    const mail = (await sponsorMails({ ...world, db }, account.email)).find(
      ({ id }) => id === member.sponsorship,
    )
    if (!mail) return member.on ? { ok: false, code: "over" } : { ok: true }
    if (member.on === mail.on) return { ok: true }
    if (member.on && (await isSuppressed(world, db, account.email))) return { ok: false, code: "suppressed" }
    const subscriber = await subscriberOf(world, db, account.email, null)
    const how = { now: world.now(), source: "settings", sender }
    await setList(db, { subscriber, list: sponsorList(mail.id, mail), on: member.on, ...how })
    return { ok: true }
  })
}

/** Ends the list of a sponsorship that has ended: whoever said yes to one sponsor has not said yes to the next. */
export async function endSponsorList(
  { db, now }: Pick<World, "db" | "now">,
  sponsorship: number,
): Promise<void> {
  await db.sql`
    with ended as (
      update subscriptions set state = 'unsubscribed', ended_at = ${now()}
      where list = ${sponsorList(sponsorship).id} and state = 'confirmed' returning subscriber_id, list
    )
    insert into consent_log (subscriber_id, list, event, at, source)
    select subscriber_id, list, 'unsubscribed', ${now()}, 'the sponsor changed' from ended`
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
