import type { Env } from "../env.ts"

/**
 * The payment service: Stripe if there is a key, otherwise the sandbox; in production, the sandbox only if requested.
 */
export function paymentsKind(
  env: Pick<Env, "STRIPE_SECRET_KEY" | "PAYMENTS_SANDBOX" | "NODE_ENV">,
): "stripe" | "sandbox" | "off" {
  if (env.STRIPE_SECRET_KEY) return "stripe"
  const sandbox = env.PAYMENTS_SANDBOX ?? (env.NODE_ENV === "production" ? "off" : "on")
  return sandbox === "on" ? "sandbox" : "off"
}
