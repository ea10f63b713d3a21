import type { World } from "#domain/world.ts"
import type { OrderKind, OrderState, ShownOrder } from "./contract.ts"
import { refreshOrder } from "./refresh.ts"

/** The minimum interval between requests to the payment service while the success page polls. */
const askEveryMs = 4000

interface Row {
  id: string
  kind: OrderKind
  name: string
  mode: "payment" | "subscription"
  amount_cents: number
  total_cents: number | null
  state: OrderState
  email: string | null
  test: boolean
}

/**
 * The order of the session id in the return URL. While its event is still on the way, the service itself is
 * queried; if that fails, the order is shown in its last known state. Null for an unknown id.
 */
export async function orderOfSession(world: World, sessionId: string): Promise<ShownOrder | null> {
  const kept = await find(world, sessionId)
  if (kept?.state !== "pending") return kept && shown(kept)
  try {
    await refreshOrder(world, kept.id, { pauseMs: askEveryMs })
  } catch (error) {
    world.log.warn({ order: kept.id, error }, "The payment service did not respond while a buyer was waiting")
  }
  return shown((await find(world, sessionId)) ?? kept)
}

/** The order of an abandoned checkout, to try again. Null for an unknown id, or when it was paid after all. */
export async function cancelledOrder(
  world: World,
  orderId: string,
): Promise<{ kind: OrderKind; name: string } | null> {
  const [row] = await world.db.sql<{ kind: OrderKind; name: string }>`
    select kind, name from orders where id::text = ${orderId} and state in ('pending', 'expired', 'failed')
  `
  return row ?? null
}

async function find(world: World, sessionId: string): Promise<Row | null> {
  const [row] = await world.db.sql<Row>`
    select id, kind, name, mode, amount_cents, total_cents, state, email, test from orders where session_id = ${sessionId}
  `
  return row ?? null
}

function shown({ id: _, email, amount_cents, total_cents, ...row }: Row): ShownOrder {
  return { ...row, amountCents: amount_cents, totalCents: total_cents, maskedEmail: email && masked(email) }
}

/** "mara@northline.example" -> "m***@northline.example". */
function masked(email: string): string {
  const at = email.lastIndexOf("@")
  return `${email.slice(0, 1)}***${email.slice(at)}`
}
