import { keepSeconds } from "./answers.ts"
import type { Work } from "./work.ts"

/** How long the service lets events be read (https://docs.stripe.com/api/events). */
const eventSeconds = 30 * 86_400

/** Forgets what the service would have forgotten: keys of requests, events that were taken and their deliveries. */
export async function forgetOld({ db, at }: Pick<Work, "db" | "at">): Promise<void> {
  await db.sql`
    delete from private.payments_sandbox_answers
    where answered_at < ${new Date((at - keepSeconds) * 1000)}
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
