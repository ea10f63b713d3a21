import { tokenFor } from "#domain/opaque-token.ts"
import type { World } from "#domain/world.ts"

/** The first digits of a submission's id, by which it is found, and the secret that only our mails contain. */
const idDigits = 12
const secretDigits = 20

/** The address to which replies of one conversation go: REPLY_ADDRESS with a tag that cannot be guessed (RFC 5233). */
export function threadAddress(
  world: Pick<World, "sign">,
  replyAddress: string,
  submissionId: string,
): string {
  const at = replyAddress.lastIndexOf("@")
  return `${replyAddress.slice(0, at)}+${tagOf(world, submissionId)}${replyAddress.slice(at)}`
}

/** The conversation whose address is among these; undefined without one, or if the secret is wrong. */
export async function findThread(
  world: Pick<World, "db" | "sign">,
  replyAddress: string,
  recipients: readonly string[],
): Promise<string | undefined> {
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
    const found = await world.db.sql<{ id: string }>`
      select id from submissions where id >= ${low} and id <= ${high}
    `
    const thread = found.find(({ id }) => tagOf(world, id) === tag)
    if (thread) return thread.id
  }
  return undefined
}

function tagOf(world: Pick<World, "sign">, submissionId: string): string {
  const secret = tokenFor(world, "reply-to", submissionId).slice(0, secretDigits)
  return submissionId.replaceAll("-", "").slice(0, idDigits) + secret
}

function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}
