import type Stripe from "stripe"
import type { PaymentsAnswer } from "#ports/payments.ts"

/** Stripe's response, or its refusal as a value. Outages, invalid keys and rate limits are rethrown. */
export async function asAnswer<Value>(ask: () => Promise<Value>): Promise<PaymentsAnswer<Value>> {
  try {
    return { ok: true, value: await ask() }
  } catch (error) {
    const code = refusalOf(error)
    if (code === null) throw error
    return { ok: false, code, message: (error as Error).message }
  }
}

/** Whether the SDK threw this error. Compares the name of its type, because the SDK itself is loaded lazily. */
export function isStripeError(error: unknown, type: string): error is Stripe.errors.StripeError {
  return error instanceof Error && "type" in error && error.type === type
}

function refusalOf(error: unknown): "not_found" | "unknown_customer" | "refused" | null {
  if (isStripeError(error, "StripeCardError") || isStripeError(error, "StripeIdempotencyError"))
    return "refused"
  if (!isStripeError(error, "StripeInvalidRequestError")) return null
  if (error.code !== "resource_missing") return "refused"
  return error.param === "customer" ? "unknown_customer" : "not_found"
}
