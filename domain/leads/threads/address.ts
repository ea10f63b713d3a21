import { site } from "#content/site.ts"
import { tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"
import type { MailMessage } from "#ports/mail.ts"

/** The first digits of an id, by which its row is found, and the secret that only our mails contain. */
const idDigits = 12
const secretDigits = 20

/** What a reply belongs to: a conversation of the inbox, or any other mail, to which nobody has replied yet. */
type Kind = "submission" | "mail"

const purposes: Record<Kind, string> = { submission: "reply-to", mail: "reply-to-mail" }

type Replying = Pick<World, "sign" | "settings">

/**
 * Where replies to one conversation go: to REPLY_ADDRESS with a tag that cannot be guessed (RFC 5233), if the site receives
 * them; to an operator's own mailbox, if only that is set; otherwise to the support address.
 */
export function repliesToThread(world: Replying, submissionId: string): string {
  return repliesTo(world, "submission", submissionId)
}

/** The same for a mail that belongs to no conversation; a reply begins one. */
function repliesToMail(world: Replying, mailId: string): string {
  return repliesTo(world, "mail", mailId)
}

/** The mail, whose replies go to the conversation. */
export function inThread(world: Replying, submissionId: string, mail: MailMessage): MailMessage {
  return { ...mail, headers: { ...mail.headers, "Reply-To": repliesToThread(world, submissionId) } }
}

/** Kinds of mail that nobody replies to: they are automatic and go to operators, or are about the reader's own account. */
const unanswerable = /^(auth|account|operator|newsletter)\.|\.operator$|^lead\.clock$/

/** The mail, whose replies begin a conversation, unless it says that they go elsewhere. */
export function withReplies(world: Replying, mailId: string, mail: MailMessage): MailMessage {
  const given = mail.headers?.["Reply-To"] ?? site.supportEmail
  if (given !== site.supportEmail || unanswerable.test(mail.kind)) return mail
  return { ...mail, headers: { ...mail.headers, "Reply-To": repliesToMail(world, mailId) } }
}

function repliesTo(world: Replying, kind: Kind, id: string): string {
  const { replyAddress = site.supportEmail, receivesReplies } = world.settings
  if (!receivesReplies) return replyAddress
  const at = replyAddress.lastIndexOf("@")
  return `${replyAddress.slice(0, at)}+${tagOf(world, kind, id)}${replyAddress.slice(at)}`
}

/** A mail of the site to a person, as far as it is kept. */
export interface SentMail {
  id: string
  /** In lower case. */
  recipient: string
}

type Found = { thread: string } | { mail: SentMail }

/** What the address among these belongs to; undefined without one, or if the secret is wrong. */
export async function findThread(
  { db, ...world }: Pick<World, "db" | "sign">,
  replyAddress: string,
  recipients: readonly string[],
): Promise<Found | undefined> {
  const at = replyAddress.lastIndexOf("@")
  const [before, after] = [
    `${replyAddress.slice(0, at)}+`.toLowerCase(),
    replyAddress.slice(at).toLowerCase(),
  ]
  for (const recipient of recipients.map((one) => one.trim().toLowerCase())) {
    if (!recipient.startsWith(before) || !recipient.endsWith(after)) continue
    const tag = recipient.slice(before.length, recipient.length - after.length)
    if (!/^[0-9a-f]{32}$/.test(tag)) continue
    const [low, high] = ["0", "f"].map((fill) => uuidOf(tag.slice(0, idDigits).padEnd(32, fill)))
    const threads = await db.sql<{
      id: string
    }>`select id from submissions where id >= ${low} and id <= ${high}`
    const thread = threads.find(({ id }) => tagOf(world, "submission", id) === tag)
    if (thread) return { thread: thread.id }
    const mails = await db.sql<SentMail>`
      select id, recipient from private.mails where id >= ${low} and id <= ${high} and recipient is not null`
    const mail = mails.find(({ id }) => tagOf(world, "mail", id) === tag)
    if (mail) return { mail }
  }
  return undefined
}

function tagOf(world: Pick<World, "sign">, kind: Kind, id: string): string {
  const secret = tokenFor(world, purposes[kind], id).slice(0, secretDigits)
  return id.replaceAll("-", "").slice(0, idDigits) + secret
}

function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
