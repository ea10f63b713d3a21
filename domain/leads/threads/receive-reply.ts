import { createHash } from "node:crypto"
import { replyForm } from "#content/forms.ts"
import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { findThread, type SentMail } from "./address.ts"

/** A mail that arrived, as read from its source. Texts have no NUL and are cut to their limits. */
export interface ReceivedMail {
  /** Every address to which it was sent or delivered. */
  recipients: readonly string[]
  from: { address: string; name: string }
  subject: string
  text: string
  /** Its Message-ID, or a digest of its source. */
  messageId: string
  /** A program wrote it: an absence note, a bounce, a list. */
  automatic: boolean
  /** "spf": "pass". Null when our mail provider says nothing about it. */
  checks: Record<"spf" | "dkim" | "dmarc", string> | null
  files: readonly { name: string; type: string; bytes: Uint8Array }[]
  /** Attachments that are not kept, each with the reason. */
  leftOut: readonly string[]
}

/** More from one conversation within a day is a loop or an attack. */
const mostPerDay = 50

type Outcome = "taken" | "no_thread" | "loop" | "repeated" | "too_many" | "automatic"

/**
 * Stores a reply in its conversation. One that a person wrote reopens it and waits for an operator; one that a program wrote
 * is only kept. A reply to any other mail begins a conversation. Nothing is ever sent in response, so no loop can begin here. Idempotent. Outcomes: `taken`; `no_thread`: no address of
 * a conversation, or a wrong secret; `loop`: the site's own mail came back; `repeated`; `too_many` of this
 * conversation today; `automatic`: no person replied to a mail that belongs to none.
 */
export async function receiveReply(world: World, mail: ReceivedMail): Promise<Outcome> {
  const { replyAddress } = world.settings
  const found = replyAddress && (await findThread(world, replyAddress, mail.recipients))
  if (!found) return "no_thread"
  if (isOwn(mail.from.address, replyAddress)) return "loop"
  if ("mail" in found && mail.automatic) return "automatic"
  const now = world.now()
  return world.db.transaction(async (db) => {
    const { id: submissionId, begins } =
      "mail" in found ? await begin(db, found.mail, mail, now) : { id: found.thread, begins: false }
    const [thread] = await db.sql<{ email: string }>`
      select email from submissions where id = ${submissionId} for update
    `
    if (!thread) return "no_thread"
    const [count] = (await db.sql`
      select count(*)::integer as n from private.received_mails
      where submission_id = ${submissionId} and at > ${new Date(now.getTime() - 86_400_000)}
    `) as [{ n: number }]
    if (count.n >= mostPerDay) return "too_many"
    const id = crypto.randomUUID()
    const key = createHash("sha256").update(mail.messageId).digest()
    const kept = await db.sql`
      insert into private.received_mails (
        id, submission_id, message_key, at, sender, sender_name, is_other, subject, text, automatic, checks, left_out
      )
      values (
        ${id}, ${submissionId}, ${key}, ${now}, ${mail.from.address}, ${mail.from.name},
        ${mail.from.address.toLowerCase() !== thread.email.toLowerCase()}, ${mail.subject}, ${mail.text},
        ${mail.automatic}, ${mail.checks && db.sql.json(mail.checks)}, ${[...mail.leftOut]}
      )
      on conflict (submission_id, message_key) do nothing returning 1
    `
    if (kept.length === 0) return "repeated"
    for (const { name, type, bytes } of mail.files)
      await db.sql`
        insert into private.received_files (mail_id, name, type, bytes) values (${id}, ${name}, ${type}, ${Buffer.from(bytes)})
      `
    // What has just begun is new, which says the same.
    if (!mail.automatic && !begins)
      await db.sql`
        update submissions set waiting_since = coalesce(waiting_since, ${now}), closed_at = null, snoozed_until = null
        where id = ${submissionId} and status <> 'spam'
      `
    return "taken"
  })
}

/** The conversation that began with a reply to this mail; the first reply begins it, and later ones go on. */
async function begin(
  db: Db,
  sent: SentMail,
  reply: ReceivedMail,
  now: Date,
): Promise<{ id: string; begins: boolean }> {
  const about = reply.subject.replace(/^\s*(?:(?:re|aw|sv|fwd?)\s*:\s*)+/i, "").trim() || "An email of ours"
  const [made] = await db.sql<{ id: string }>`
    insert into submissions (
      form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at, mails_due
    )
    values (
      ${replyForm.id}, 1, ${sent.id}, ${sent.recipient}, ${reply.from.name || sent.recipient},
      ${db.sql.json({ [replyForm.about]: about })}, '', ${now}, 'new', ${now}, false
    )
    on conflict (form, key) do nothing returning id`
  if (made) return { id: made.id, begins: true }
  const [known] = (await db.sql`
    select id from submissions where form = ${replyForm.id} and key = ${sent.id}`) as [{ id: string }]
  return { id: known.id, begins: false }
}

/** Whether a mail claims to come from the address of replies, with or without a tag. */
function isOwn(sender: string, replyAddress: string): boolean {
  const plain = (address: string) => address.toLowerCase().replace(/\+[^@]*@/, "@")
  return plain(sender) === plain(replyAddress)
}

/** A received mail as operators see it. */
export interface Received {
  id: string
  at: Date
  sender: string
  senderName: string
  /** It came from another address than the message that began the conversation. */
  isOther: boolean
  subject: string
  text: string
  automatic: boolean
  checks: ReceivedMail["checks"]
  leftOut: string[]
  files: { id: string; name: string; size: number }[]
}

/** The mails received in a conversation, oldest first. */
export function receivedIn({ sql }: Db, submissionId: string): PromiseLike<Received[]> {
  return sql<Received>`
    select m.id, m.at, m.sender, m.sender_name as "senderName", m.is_other as "isOther", m.subject, m.text, m.automatic, m.checks,
      m.left_out as "leftOut",
      coalesce((
        select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', length(f.bytes)) order by f.name, f.id)
        from private.received_files f where f.mail_id = m.id), '[]') as files
    from private.received_mails m where m.submission_id = ${submissionId} order by m.at, m.id
  `
}

/** An attachment of a conversation; undefined if it belongs to another. */
export async function attachmentOf(
  { sql }: Db,
  { submissionId, id }: { submissionId: string; id: string },
): Promise<{ name: string; bytes: Uint8Array } | undefined> {
  const [file] = await sql<{ name: string; bytes: Uint8Array }>`
    select f.name, f.bytes from private.received_files f join private.received_mails m on m.id = f.mail_id
    where f.id = ${id} and m.submission_id = ${submissionId}
  `
  return file
}
