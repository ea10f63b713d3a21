import type { World } from "#domain/world.ts"
import { readIssue } from "./issue.ts"
import { sampleLetter } from "./letter.ts"

/**
 * Sends a test of an issue to one address; it has no unsubscribe link, because the recipient is not a subscriber.
 * Errors: `not_found`.
 */
export async function sendTestMail(
  world: World,
  id: number,
  to: string,
): Promise<{ ok: true } | { ok: false; code: "not_found" }> {
  const issue = await readIssue(world.db, id)
  if (!issue) return { ok: false, code: "not_found" }
  const letter = sampleLetter(world, issue, to)
  const { "List-Unsubscribe": _, "List-Unsubscribe-Post": __, ...headers } = { ...letter.headers }
  await world.mail.queue(world.db, {
    ...letter,
    headers,
    kind: "newsletter.test",
    subject: `Test: ${letter.subject}`,
  })
  await world.db.sql`update newsletter_issues set tested_at = ${world.now()} where id = ${id}`
  return { ok: true }
}
