import type { ReactNode } from "react"
import { afterPayment } from "#content/after-payment.ts"
import { inDollars } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import type { ShownOrder } from "#domain/shop/contract.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { NextSteps } from "../../ui/next-steps.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import type { Returned } from "./returned.ts"

/** The page that a payment returns to, for every possible outcome. */
export function OrderShown({ returned, waiting }: { returned: Returned; waiting: boolean }) {
  const { sessionId, order } = returned
  const { title, lead } = wordsFor(sessionId, order, waiting)
  return (
    <>
      <PageHead
        title={title}
        lead={<span role="status">{lead}</span>}
        field={sessionId === null || order?.state === "paid" ? "volt" : "soft"}
      >
        {order?.kind === "service" && (order.state === "failed" || order.state === "expired") && (
          <ButtonLink to="/shop">Back to Shop</ButtonLink>
        )}
        {order?.kind === "donation" && (order.state === "failed" || order.state === "expired") && (
          <ButtonLink to="/donate">Back to Donate</ButtonLink>
        )}
        {order?.kind === "shipping" && <ButtonLink to="/account">Back to my prizes</ButtonLink>}
        <ButtonLink to="/" look="plain">
          Home
        </ButtonLink>
        {!(order?.kind === "service" && order.state === "failed") && order?.state !== "expired" && (
          <ButtonLink to="/shop" look="plain">
            Back to Shop
          </ButtonLink>
        )}
      </PageHead>
      {(order || sessionId === null) && (
        <div className="gutter grid gap-x-16 gap-y-12 py-section lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
          {order && <Details order={order} />}
          {(sessionId === null || order?.state === "paid") && (
            <NextSteps steps={afterPayment[order?.kind ?? "service"]} />
          )}
        </div>
      )}
    </>
  )
}

function Details({ order }: { order: ShownOrder }) {
  const { name, mode, amountCents, totalCents, state, maskedEmail, test } = order
  const charged = state === "paid" || state === "refunded" || state === "disputed"
  return (
    <section aria-label="Your order">
      <div className="border-t-4 border-text">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2 py-5">
          <h2 className="display text-card">{name}</h2>
          <p className="display figures text-section">
            {inDollars(totalCents ?? amountCents)}
            {mode === "subscription" && <span className="label ml-1.5 text-muted">/month</span>}
          </p>
        </div>
        <dl className="border-t border-line">
          <Row title={charged ? "Receipt sent to" : "Email goes to"}>
            {maskedEmail ?? "the address you gave on the payment page"}
          </Row>
          <Row title="Status">{stateWords[state]}</Row>
        </dl>
        {test && (
          <p className="mt-5 border-l-4 border-volt bg-raised px-4 py-3 text-small">
            This was a test payment. No money moved.
          </p>
        )}
        {mode === "subscription" && charged && (
          <p className="mt-5 text-small text-muted">
            {state === "paid"
              ? "It renews every month until you cancel, on your account page or through the link in your receipt."
              : "It renews every month until you cancel it. Your account page shows it and lets you cancel."}
          </p>
        )}
      </div>
    </section>
  )
}

function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1 border-b border-line py-4">
      <dt className="text-muted">{title}</dt>
      <dd className="figures font-semibold break-all">{children}</dd>
    </div>
  )
}

const stateWords: Record<ShownOrder["state"], string> = {
  pending: "On its way",
  paid: "Paid",
  failed: "Not paid",
  expired: "Expired",
  refunded: "Refunded",
  disputed: "Disputed",
}

const thanks =
  "Thank you. Check your confirmation email for what happens next, and your spam folder if it is not there in a few minutes."

function wordsFor(
  sessionId: string | null,
  order: ShownOrder | null,
  waiting: boolean,
): { title: string; lead: ReactNode } {
  if (sessionId === null) return { title: "Payment Successful", lead: thanks }
  if (!order)
    return waiting
      ? { title: "One moment", lead: "We cannot reach the site. Trying again…" }
      : { title: "We do not know this order", lead: <Unknown /> }
  switch (order.state) {
    case "paid":
      return { title: "Payment Successful", lead: thanks }
    case "pending":
      return waiting
        ? { title: "One moment", lead: "Your payment is being confirmed. This page updates automatically." }
        : {
            title: "Your payment is on its way",
            lead: "Some banks take up to a few days. There is nothing left for you to do: an email tells you as soon as it is confirmed, and you can close this page.",
          }
    case "failed":
      return {
        title: "Payment Failed",
        lead: (
          <>
            Your bank did not let it through, and nothing was charged. Try again with another card, or write
            to <Support />.
          </>
        ),
      }
    case "expired":
      return {
        title: "This checkout has expired",
        lead: "It was left open for too long, and nothing was charged. Starting again takes a minute.",
      }
    case "refunded":
      return {
        title: "Payment Refunded",
        lead: "The money is on its way back to where it came from. Banks take up to ten days.",
      }
    case "disputed":
      return {
        title: "Payment disputed",
        lead: (
          <>
            Your bank is looking into this payment. If that was a mistake, write to <Support />.
          </>
        ),
      }
  }
}

function Unknown() {
  return (
    <>
      The address is incomplete, or there is no such order. If you have paid, the receipt is in your email; if
      it is not, write to <Support /> and we will find it.
    </>
  )
}

function Support() {
  return (
    <a href={`mailto:${site.supportEmail}`} className="text-text underline underline-offset-4">
      {site.supportEmail}
    </a>
  )
}
