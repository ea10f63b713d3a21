import { site } from "#content/site.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"

/** The prefix of the keys of these mails, before the message and the prize. */
const keys = "season-message:"

interface Message {
  /** Created with the form, so that a form submitted twice sends one message. */
  id: string
  /** The slug of the season. */
  season: string
  subject: string
  text: string
  /** Who wrote it. */
  by: string
}

/**
 * Writes to everybody who holds a prize of a season, and stores the message. Errors: `unknown_season`; `nobody`: no
 * holder of a prize has an address; `already_sent`: this form was submitted before.
 */
export async function writeToHolders(
  world: World,
  { id, season: slug, subject, text, by }: Message,
): Promise<{ ok: true; mails: number } | { ok: false; code: "unknown_season" | "nobody" | "already_sent" }> {
  const { sql } = world.db
  const [season] = await sql<{ id: number }>`select id from seasons where slug = ${slug}`
  if (!season) return { ok: false, code: "unknown_season" }
  const winners = await sql<{ prize: number; email: string; name: string }>`
    select p.id::float8 as prize, u.email, a.display_name as name
    from prizes p
    join athletes a on a.id = p.athlete_id
    join auth.users u on u.id = a.user_id
    where p.season_id = ${season.id} and p.status <> 'withdrawn' and u.email is not null
    order by p.place`
  if (winners.length === 0) return { ok: false, code: "nobody" }
  const kept = await sql`
    insert into private.season_messages (id, season_id, at, written_by, subject, text, mails)
    values (${id}, ${season.id}, ${world.now()}, ${by}, ${subject}, ${text}, ${winners.length})
    on conflict do nothing returning 1`
  if (kept.length === 0) return { ok: false, code: "already_sent" }
  for (const { prize, email, name } of winners)
    await world.mail.queue(
      world.db,
      {
        to: email,
        kind: "competition.message",
        headers: { "Reply-To": site.supportEmail },
        ...renderMail({
          subject,
          heading: `Hello ${name}`,
          paragraphs: text.split(/(?:\r?\n){2,}/),
          footnote:
            "You are getting this email because you won a prize in the competition. Questions? Just reply.",
        }),
      },
      { key: `${keys}${id}:${prize}` },
    )
  return { ok: true, mails: winners.length }
}

/** A message to the winners of a season as it was sent. */
interface KeptMessage {
  id: string
  at: Date
  by: string
  subject: string
  text: string
  mails: number
  /** Mails that have not arrived yet, and those that never will. */
  waiting: number
  failed: number
}

/** The messages to the winners of a season, the latest first. */
export async function messagesToHolders({ sql }: Db, season: string): Promise<KeptMessage[]> {
  return sql<KeptMessage>`
    select m.id, m.at, m.written_by as by, m.subject, m.text, m.mails,
      (select count(*)::integer from private.mails x where x.key like ${keys} || m.id || ':%' and x.state = 'queued') as waiting,
      (select count(*)::integer from private.mails x where x.key like ${keys} || m.id || ':%' and x.state = 'dead') as failed
    from private.season_messages m join seasons s on s.id = m.season_id
    where s.slug = ${season} order by m.at desc, m.id`
}
