import { keySeconds } from "./idempotency.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** How long events can be read, in seconds (https://docs.stripe.com/api/events). */
const eventSeconds = 30 * 86_400

/** Deletes what Stripe would no longer store: old idempotency keys, and old events that were all delivered. */
export async function deleteExpired({ db, at }: Pick<UnitOfWork, "db" | "at">): Promise<void> {
  await db.sql`
    delete from private.payments_sandbox_answers
    where answered_at < ${new Date((at - keySeconds) * 1000)}
  `
  await db.sql`
    delete from private.payments_sandbox_objects event
    where object = 'event' and (data ->> 'created')::bigint < ${at - eventSeconds}
      and not exists (
        select from private.payments_sandbox_deliveries
        where event_id = event.id and delivered_at is null
      )
  `
}
