import type { Answers, LeadForm } from "#content/form-types.ts"
import { consentText } from "#content/forms.ts"
import { listById } from "#content/lists.ts"
import { allowMail } from "#domain/mail-allowance.ts"
import { hashToken, tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { answerText } from "./answers.ts"
import { alreadyOnMail, confirmMail } from "./mails/confirm.ts"
import { agentOf, type Sender } from "./sender.ts"
import { isSuppressed } from "./suppress.ts"

/** How long the link in a confirmation mail is valid. */
const confirmHours = 48

/** The most confirmation mails per address and day, whoever requests them, so that nobody can be flooded. */
const confirmMailsPerDay = 4

/** A second request within this time is a double click or a retry; the first mail is already being sent. */
const sameRequestMinutes = 10

interface Subscribing {
  form: LeadForm
  list: string
  answers: Answers
  sender: Sender
}

/**
 * Records the request and mails a confirmation link. The visitor sees the same response for every address, so that the
 * form does not reveal who is on the list.
 */
export async function subscribe(world: World, subscribing: Subscribing): Promise<void> {
  await world.db.transaction((db) => subscribeIn(world, db, subscribing))
}

/** Like `subscribe`, within an existing transaction. */
export async function subscribeIn(
  world: World,
  db: Db,
  { form, list, answers, sender }: Subscribing,
): Promise<void> {
  const email = answerText(answers, "email")
  const name = answerText(answers, "name") || null
  const now = world.now()
  const rest = Object.fromEntries(
    Object.entries(answers).filter(([key, value]) => key !== "email" && key !== "name" && value !== ""),
  )
  if (await isSuppressed(world, db, email)) return
  const subscriber = await subscriberOf(world, db, email, name)
  const [subscription] = (await db.sql`
    insert into subscriptions as s (subscriber_id, list, state, answers, requested_at)
    values (${subscriber}, ${list}, 'pending', ${db.sql.json(rest)}, ${now})
    on conflict (subscriber_id, list) do update set
      state = case when s.state = 'confirmed' then s.state else 'pending' end,
      answers = case when s.state = 'confirmed' then s.answers else excluded.answers end,
      requested_at = case when s.state = 'unsubscribed' then excluded.requested_at else s.requested_at end
    returning id, state, confirm_mailed_at
  `) as [{ id: string; state: string; confirm_mailed_at: Date | null }]
  const mailedMs = now.getTime() - (subscription.confirm_mailed_at?.getTime() ?? 0)
  if (mailedMs < sameRequestMinutes * 60_000) return
  await db.sql`
    insert into consent_log (subscriber_id, list, event, at, source, consent_text, ip, user_agent)
    values (
      ${subscriber}, ${list}, 'requested', ${now}, ${`${form.id} ${form.version}`}, ${consentText(form)},
      ${sender.ip}, ${agentOf(sender)}
    )
  `
  if (!(await allowMail(world, db, { about: "subscription", email, perDay: confirmMailsPerDay }))) return
  const about = { to: email, list: listById(list) ?? { name: list, kind: "newsletter" as const } }
  if (subscription.state === "confirmed") {
    await db.sql`update subscriptions set confirm_mailed_at = ${now} where id = ${subscription.id}`
    const url = manageUrl(world, subscriber)
    await world.mail.queue(db, alreadyOnMail({ ...about, url }))
    return
  }
  const token = tokenFor(world, "confirm-subscription", `${subscription.id} ${now.toISOString()}`)
  const until = new Date(now.getTime() + confirmHours * 3_600_000)
  await db.sql`
    update subscriptions
    set confirm_hash = ${hashToken(token)}, confirm_until = ${until}, confirm_mailed_at = ${now}
    where id = ${subscription.id}
  `
  const url = `${world.settings.siteUrl}/confirm/${token}`
  await world.mail.queue(db, confirmMail({ ...about, url, hours: confirmHours }))
}

/** The URL of the subscriber's preference page. */
export function manageUrl(world: World, subscriberId: string): string {
  return `${world.settings.siteUrl}/preferences/${tokenFor(world, "manage-mail", subscriberId)}`
}

/** Returns the subscriber with this address, creating it if necessary. An existing name is kept. */
export async function subscriberOf(
  world: World,
  db: Db,
  email: string,
  name: string | null,
): Promise<string> {
  const id = crypto.randomUUID()
  const hash = hashToken(tokenFor(world, "manage-mail", id))
  const [row] = (await db.sql`
    insert into subscribers as s (id, email, name, created_at, manage_hash)
    values (${id}, ${email}, ${name}, ${world.now()}, ${hash})
    on conflict (email) do update set name = coalesce(s.name, excluded.name)
    returning id
  `) as [{ id: string }]
  return row.id
}
