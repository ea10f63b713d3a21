import type Stripe from "stripe"
import { z } from "zod"
import type { PaymentEvent, PaymentsAnswer } from "#ports/payments.ts"
import { toEvent } from "./event.ts"
import { isStripeError } from "./refusal.ts"

/**
 * The maximum difference in seconds between a signature's timestamp and now
 * (https://docs.stripe.com/webhooks/signature).
 */
const tolerance = 300

interface ReadOptions {
  webhooks: Stripe.Webhooks
  webhookSecret: string
  now: Date
}

/** Verifies the signature of a webhook's raw body and parses the event in it. Anything else is `forged`. */
export function readEvent(
  { webhooks, webhookSecret, now }: ReadOptions,
  rawBody: string,
  signature: string | undefined,
): PaymentsAnswer<PaymentEvent, "forged"> {
  // For an empty signature, the SDK throws a different kind of error than for a wrong one.
  if (!signature || /(^|,)\s*v1=\s*(,|$)/.test(signature)) return forged("There is no signature")
  try {
    const event = webhooks.constructEvent(
      rawBody,
      signature,
      webhookSecret,
      tolerance,
      undefined,
      now.getTime(),
    )
    // The SDK checks only for timestamps in the past. If there are several timestamps, the last one is signed.
    const signedAt = Number.parseInt(
      signature
        .split(",")
        .findLast((part) => part.startsWith("t="))
        ?.slice(2) ?? "",
      10,
    )
    if (!(signedAt <= now.getTime() / 1000 + tolerance)) return forged("The signature is from the future")
    return isEvent(event) ? known(toEvent(event)) : forged("The body is not an event")
  } catch (error) {
    // The signature is verified before the body is parsed, so a body that is not JSON is the sender's error too.
    if (isStripeError(error, "StripeSignatureVerificationError") || error instanceof SyntaxError)
      return forged(error.message.split("\n")[0] ?? "")
    throw error
  }
}

function forged(message: string): PaymentsAnswer<never, "forged"> {
  return { ok: false, code: "forged", message }
}

const enveloped = z.object({ data: z.object({ object: z.object({ id: z.string() }) }) })

/** The SDK only parses: it declares any signed body to be an event. */
function isEvent(given: Stripe.Event): boolean {
  return enveloped.safeParse(given).success
}

const id = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[^\0]*$/)
const text = z
  .string()
  .max(5_000)
  .regex(/^[^\0]*$/)
const cents = z.int().min(0).max(2_147_483_647)
const about = z.object({ id, type: id, createdAt: z.date() })

/** The accepted content of an event, even with a valid signature. */
const shape: z.ZodType<PaymentEvent> = z.intersection(
  about,
  z.discriminatedUnion("about", [
    z.object({
      about: z.literal("checkout"),
      session: z.object({
        id,
        url: text.nullable(),
        outcome: z.enum(["open", "processing", "paid", "failed", "expired"]),
        orderId: text.nullable(),
        customerId: id.nullable(),
        email: text.nullable(),
        name: text.nullable(),
        totalCents: cents,
        taxCents: cents,
        discountCents: cents,
        paymentId: id.nullable(),
        subscriptionId: id.nullable(),
        invoiceId: id.nullable(),
        expiresAt: z.date(),
      }),
    }),
    z.object({
      about: z.literal("refund"),
      paymentId: id,
      orderId: text.nullable(),
      refundedCents: cents,
    }),
    z.object({
      about: z.literal("dispute"),
      paymentId: id,
      dispute: z.object({ id, createdAt: z.date(), state: z.enum(["open", "won", "lost"]) }),
    }),
    z.object({ about: z.literal("subscription"), subscriptionId: id }),
    z.object({ about: z.literal("invoice"), invoiceId: id }),
    z.object({ about: z.literal("other") }),
  ]),
)

function known(event: PaymentEvent): PaymentsAnswer<PaymentEvent, "forged"> {
  const { data, error } = shape.safeParse(event)
  if (data) return { ok: true, value: data }
  return forged(`The event is malformed at ${error.issues[0]?.path.join(".")}`)
}
