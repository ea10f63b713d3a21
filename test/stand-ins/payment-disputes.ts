/** The buyer's bank, as the payments sandbox stores what it says: nobody disputes a payment on a fresh clone. */
import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"

interface Disputed {
  paymentId: string
  status: "needs_response" | "won" | "lost"
  /** Seconds since 1970. */
  at: number
}

/** Stores the dispute of a payment, as the API answers it. Returns its id. */
export async function disputePayment({ sql }: Db, { paymentId, status, at }: Disputed): Promise<string> {
  const id = `du_${randomUUID().replaceAll("-", "")}`
  const dispute = { id, object: "dispute", created: at, livemode: false, payment_intent: paymentId, status }
  await sql`
    insert into private.payments_sandbox_objects (id, object, data) values (${id}, 'dispute', ${sql.json(dispute)})
  `
  return id
}
