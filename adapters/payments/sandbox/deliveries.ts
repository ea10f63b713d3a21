import { createHmac } from "node:crypto"
import type { Db } from "#domain/world.ts"
import type { Event } from "./shapes.ts"
import type { DeliveryStyle, Work } from "./work.ts"

/** Name of the queue whose jobs run() of the sandbox does. */
export const paymentsSandboxQueue = "payments-sandbox"

/** How much later "late" is. */
export const lateSeconds = 10

/** Takes a webhook as our endpoint would over the network. */
export type Send = (request: Request) => Promise<Response>

/** Queues the events of a unit of work with its transaction: a process killed right after it still delivers them. */
export async function queueDeliveries(work: Work): Promise<void> {
  if (work.events.length === 0) return
  await queueEvents(work, inStyle(work.events, work.delivery), work.delivery === "late" ? lateSeconds : 0)
}

export async function queueEvents(work: Work, events: readonly string[], afterSeconds = 0): Promise<void> {
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
 * Sends what has not been taken yet, one after the other. Throws when the endpoint did not take one with a status of
 * 200 to 299, so that the job is tried again; what was taken is not sent again.
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
    const taken = status !== null && status >= 200 && status < 300
    await db.sql`
      update private.payments_sandbox_deliveries
      set attempts = attempts + 1, last_status = ${status}, delivered_at = ${taken ? now : null}
      where id = ${id}
    `
    if (!taken) refused.push(`${waiting.event.type} (${status ?? "not reached"})`)
  }
  if (refused.length > 0) throw new Error(`Webhooks were not taken: ${refused.join(", ")}`)
}

/** Answers the endpoint's status, or null when it could not be asked. */
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
    // Told by the error that the caller throws, and tried again.
    return null
  }
}

/** The header that proves who sent `body`, and when (https://docs.stripe.com/webhooks/signature). */
export function signature(body: string, webhookSecret: string, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000)
  const proof = createHmac("sha256", webhookSecret).update(`${seconds}.${body}`).digest("hex")
  return `t=${seconds},v1=${proof}`
}
