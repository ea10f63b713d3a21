import { Hono } from "hono"
import { createBatches } from "#domain/batches.ts"
import { type CheckoutEvent, onCheckoutEvents, onPaymentEvent } from "#domain/shop/events.ts"
import { openGuestsPortal } from "#domain/shop/portal.ts"
import type { World } from "#domain/world.ts"
import type { Payments } from "#ports/payments.ts"
import { equal } from "#primitives/secrets.ts"
import type { AppEnv } from "../context.ts"
import { notFound, refuse } from "../errors.ts"

/**
 * POST /webhooks/stripe: events of the payment service, whose signature covers the bytes of the body. Responds 200 once
 * the event and its consequences are stored; after any other status the service sends it again. GET
 * /billing/<order>/<token>: the link in receipts to the page where a subscription is canceled.
 */
export function paymentsEndpoint(world: World, payments: Payments): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const onCheckoutEvent = createBatches({
    run: (events: readonly CheckoutEvent[]) => onCheckoutEvents(world, events),
    keyOf: ({ session }) => session.orderId ?? session.id,
    most: 50,
    concurrency: 4,
    withinMs: 5_000,
  })

  app.post("/webhooks/stripe", async (c) => {
    const read = await payments.readEvent(await c.req.text(), c.req.header("stripe-signature"))
    if (!read.ok) {
      world.log.warn({ reason: read.message }, "An event of the payment service was not accepted")
      return refuse(c, {
        status: 400,
        code: "invalid_signature",
        title: "Not taken",
        message:
          "The signature does not match the body, its time is too far off, or the body is not an event.",
      })
    }
    const event = read.value
    const dealt = await (event.about === "checkout"
      ? onCheckoutEvent(event)
      : onPaymentEvent(world, payments, event))
    world.log.debug({ event: event.id, type: event.type, dealt }, "Event of the payment service")
    return c.json({ received: dealt })
  })

  app.get("/billing/:order/:token", async (c) => {
    const given = c.req.param("token")
    const opened = await openGuestsPortal(world, {
      orderId: c.req.param("order"),
      isToken: (expected) => equal(given, expected),
    })
    if (opened.ok) {
      c.header("cache-control", "no-store")
      return c.redirect(opened.url, 303)
    }
    if (opened.code === "no_customer") return notFound(c)
    return refuse(c, {
      status: 502,
      code: opened.code,
      title: "Not available right now",
      message: "The billing page did not open. Please try again in a few minutes.",
    })
  })
  return app
}
