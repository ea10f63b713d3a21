import Stripe from "stripe"
import type { PaymentsAnswer } from "#domain/payments.ts"

/** What the service answered, or its refusal as a value. Outages, wrong keys and too many requests are thrown on. */
export async function asAnswer<Value>(ask: () => Promise<Value>): Promise<PaymentsAnswer<Value>> {
  try {
    return { ok: true, value: await ask() }
  } catch (error) {
    const code = refusalOf(error)
    if (code === null) throw error
    return { ok: false, code, message: (error as Error).message }
  }
}

function refusalOf(error: unknown): "not_found" | "unknown_customer" | "refused" | null {
  const { StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors
  if (error instanceof StripeCardError || error instanceof StripeIdempotencyError) return "refused"
  if (!(error instanceof StripeInvalidRequestError)) return null
  if (error.code !== "resource_missing") return "refused"
  return error.param === "customer" ? "unknown_customer" : "not_found"
}
