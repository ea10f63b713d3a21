import { data, type RouterContextProvider } from "react-router"
import { messages } from "#content/messages.ts"
import { renewalNotAgreed } from "#content/renewal-terms.ts"
import { findSellable } from "#domain/shop/catalog.ts"
import { startCheckout } from "#domain/shop/checkout.ts"
import { checkoutsPerAddress } from "#domain/shop/contract.ts"
import { isDatabaseAway } from "#primitives/database-away.ts"
import { world } from "../context.ts"
import { visitOf } from "../forms/answer.ts"

/** The payment URL, or the message to show on failure. */
type CheckoutAnswer = { ok: true; url: string } | { ok: false; problem: string }

/**
 * Handles a checkout form submitted without JavaScript. It buys as a guest, because only a script knows the session.
 * Automatic renewals require the checkbox beside the button. Every failure, including an unreachable payment service,
 * shows the specification's message on the form's page.
 */
export async function answerCheckout(
  context: Readonly<RouterContextProvider>,
  asked: { productName: string; price: number; mode: string; agreed: boolean },
) {
  const refused = (status: number) =>
    data<CheckoutAnswer>({ ok: false, problem: messages.checkout_failed }, { status })
  if (!(await visitOf(context).take(checkoutsPerAddress))) return refused(429)
  const { productName, price } = asked
  const mode = asked.mode === "subscription" ? "subscription" : "payment"
  const found = findSellable({ productName, price, mode })
  if (!found.ok) return refused(found.code === "unknown_product" ? 404 : 409)
  if (found.item.mode === "subscription" && !asked.agreed)
    return data<CheckoutAnswer>({ ok: false, problem: renewalNotAgreed }, { status: 422 })
  const started = await startCheckout(context.get(world), {
    item: found.item,
    account: null,
    agreed: asked.agreed,
    key: `click:${crypto.randomUUID()}`,
  }).catch((error: unknown) => {
    if (isDatabaseAway(error)) throw error
    // The payment service was unreachable; the visitor needs a message and a way back.
    context.get(world).log.error({ error }, "No checkout session was made for a form")
    return { ok: false, code: "payment_service_failed" } as const
  })
  if (started.ok) return data<CheckoutAnswer>({ ok: true, url: started.url })
  return refused(started.code === "payments_off" ? 503 : 502)
}
