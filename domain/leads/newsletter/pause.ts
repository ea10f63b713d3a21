import type { World } from "#domain/world.ts"
import { issueQueue } from "./issue.ts"

/** Pauses an issue that is being sent, after the mails in flight, so that it can be resumed. Errors: `not_sending`. */
export async function pauseIssue(
  { db, now }: World,
  id: number,
): Promise<{ ok: true } | { ok: false; code: "not_sending" }> {
  const [row] = await db.sql`
    update newsletter_issues set state = 'paused', updated_at = ${now()} where id = ${id} and state = 'sending' returning 1
  `
  return row ? { ok: true } : { ok: false, code: "not_sending" }
}

/** Resumes a paused issue where it stopped. Errors: `not_paused`. */
export async function resumeIssue(
  world: World,
  id: number,
): Promise<{ ok: true } | { ok: false; code: "not_paused" }> {
  const now = world.now()
  const [row] = await world.db.sql`
    update newsletter_issues set state = 'sending', updated_at = ${now} where id = ${id} and state = 'paused' returning 1
  `
  if (!row) return { ok: false, code: "not_paused" }
  await world.jobs.add(world.db, issueQueue, { issue: id }, { key: `${id} on ${now.toISOString()}` })
  return { ok: true }
}
