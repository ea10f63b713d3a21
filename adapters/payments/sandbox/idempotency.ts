import { createHash } from "node:crypto"
import { ApiError } from "./api-error.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** How long an idempotency key is stored, in seconds (https://docs.stripe.com/api/idempotent_requests). */
export const keySeconds = 86_400

/**
 * Runs `make` once per key. A repeated request gets the stored response; one that arrives while the first is running
 * waits for it, because the first holds a lock on the key's row. Refusals are not stored: their transaction is rolled
 * back. Throws ApiError if the key was used with another request.
 */
export async function answerOnce(
  work: UnitOfWork,
  key: string,
  request: { method: string; path: string; body: string },
  make: () => Promise<object>,
): Promise<{ answer: object; replayed: boolean }> {
  const { sql } = work.db
  if (key.length > 255)
    throw new ApiError(400, {
      type: "invalid_request_error",
      message: "Idempotency keys have at most 255 letters.",
    })
  const fingerprint = createHash("sha256")
    .update(`${request.method} ${request.path}\n${request.body}`)
    .digest("hex")
  await sql`delete from private.payments_sandbox_answers
    where key = ${key} and answered_at < ${new Date((work.at - keySeconds) * 1000)}`
  const [inserted] = await sql`
    insert into private.payments_sandbox_answers (key, fingerprint, answer, answered_at)
    values (${key}, ${fingerprint}, ${sql.json({})}, ${new Date(work.at * 1000)})
    on conflict (key) do nothing returning key
  `
  if (inserted) {
    const answer = await make()
    await sql`update private.payments_sandbox_answers set answer = ${sql.json(answer)} where key = ${key}`
    return { answer, replayed: false }
  }
  const [earlier] = await sql<{ fingerprint: string; answer: object }>`
    select fingerprint, answer from private.payments_sandbox_answers where key = ${key}
  `
  if (earlier?.fingerprint === fingerprint) return { answer: earlier.answer, replayed: true }
  throw new ApiError(400, {
    type: "idempotency_error",
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  })
}
