import { createHmac } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Event } from "./types/event.ts"
import type { DeliveryStyle, UnitOfWork } from "./unit-of-work.ts"

/** Queue of the jobs that the sandbox's run() processes. */
export const paymentsSandboxQueue = "payments-sandbox"

/** Delay of the delivery style "late". */
export const lateSeconds = 10

/** Delivers a webhook to our endpoint, as if it had come over the network. */
export type Send = (request: Request) => Promise<Response>

/** Queues the events of a unit of work in its transaction, so that they are delivered even if the process dies right after. */
export async function queueDeliveries(work: UnitOfWork): Promise<void> {
  if (work.events.length === 0) return
  await queueEvents(work, inStyle(work.events, work.delivery), work.delivery === "late" ? lateSeconds : 0)
}

/** Queues deliveries of events, in the given order. */
async function queueEvents(work: UnitOfWork, events: readonly string[], afterSeconds = 0): Promise<void> {
  const queuedAt = new Date(work.at * 1000)
  const { sql } = work.db
  const deliveries: string[] = []
  for (const event_id of events) {
    const [row] = await sql<{ id: string }>`
      insert into private.payments_sandbox_deliveries (event_id, queued_at)
      values (${event_id}, ${queuedAt}) returning id
    `
    if (row) deliveries.push(row.id)
  }
  const startAfter = new Date(queuedAt.getTime() + afterSeconds * 1000)
  await work.jobs.add(
    work.db,
    paymentsSandboxQueue,
    { task: "deliver", deliveries },
    afterSeconds > 0 ? { startAfter } : {},
  )
}

function inStyle(events: readonly string[], style: DeliveryStyle): string[] {
  if (style === "reversed") return events.toReversed()
  if (style === "twice") return events.flatMap((event) => [event, event])
  return [...events]
}

/**
 * Sends the webhooks that have not been delivered yet, one after the other. Throws if the endpoint responded to one
 * with a status outside 200 to 299, so that the job is retried; delivered ones are not sent again.
 */
export async function deliver(
  { db, now, webhookSecret, webhookUrl }: { db: Db; now: Date; webhookSecret: string; webhookUrl: string },
  deliveries: readonly string[],
  send: Send,
): Promise<void> {
  const refused: string[] = []
  for (const id of deliveries) {
    const [waiting] = await db.sql<{ event: Event }>`
      select event.data as event
      from private.payments_sandbox_deliveries delivery
      join private.payments_sandbox_objects event on event.id = delivery.event_id
      where delivery.id = ${id} and delivery.delivered_at is null
    `
    if (!waiting) continue
    const status = await attempt(waiting.event, { now, webhookSecret, webhookUrl }, send)
    const delivered = status !== null && status >= 200 && status < 300
    await db.sql`
      update private.payments_sandbox_deliveries
      set attempts = attempts + 1, last_status = ${status}, delivered_at = ${delivered ? now : null}
      where id = ${id}
    `
    if (!delivered) refused.push(`${waiting.event.type} (${status ?? "not reached"})`)
  }
  if (refused.length > 0) throw new Error(`Webhooks were not delivered: ${refused.join(", ")}`)
}

/** The endpoint's status, or null when it could not be reached. */
async function attempt(
  event: Event,
  { now, webhookSecret, webhookUrl }: { now: Date; webhookSecret: string; webhookUrl: string },
  send: Send,
): Promise<number | null> {
  const body = JSON.stringify(event, null, 2)
  const request = new Request(webhookUrl, {
    method: "POST",
    headers: {
      "content-type": "application/json; charset=utf-8",
      "stripe-signature": signature(body, webhookSecret, now),
      "user-agent": "payments-sandbox/1.0",
    },
    body,
    signal: AbortSignal.timeout(20_000),
  })
  try {
    const answer = await send(request)
    await answer.body?.cancel()
    return answer.status
  } catch {
    // The caller reports the endpoint as unreachable, and the job is retried.
    return null
  }
}

/** The stripe-signature header of `body`, sent at `at` (https://docs.stripe.com/webhooks/signature). */
function signature(body: string, webhookSecret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const proof = createHmac("sha256", webhookSecret).update(`${seconds}.${body}`).digest("hex")
  return `t=${seconds},v1=${proof}`
}
