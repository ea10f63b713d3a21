import type { Env } from "../env.ts"

/**
 * Which payment service is used: Stripe with a key, the sandbox without one, none in production unless the
 * sandbox is requested.
 */
export function paymentsKind(
  env: Pick<Env, "STRIPE_SECRET_KEY" | "PAYMENTS_SANDBOX" | "NODE_ENV">,
): "stripe" | "sandbox" | "off" {
  if (env.STRIPE_SECRET_KEY) return "stripe"
  const sandbox = env.PAYMENTS_SANDBOX ?? (env.NODE_ENV === "production" ? "off" : "on")
  return sandbox === "on" ? "sandbox" : "off"
}
