import type { Env } from "../env.ts"

/** Who is paid: Stripe with a key, our stand-in without one, nobody in production unless the stand-in is asked for. */
export function paymentsKind(
  env: Pick<Env, "STRIPE_SECRET_KEY" | "PAYMENTS_SANDBOX" | "NODE_ENV">,
): "stripe" | "sandbox" | "off" {
  if (env.STRIPE_SECRET_KEY) return "stripe"
  const sandbox = env.PAYMENTS_SANDBOX ?? (env.NODE_ENV === "production" ? "off" : "on")
  return sandbox === "on" ? "sandbox" : "off"
}
