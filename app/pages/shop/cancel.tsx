import { inDollars } from "#content/amounts.ts"
import { serviceNamed } from "#content/catalog.ts"
import { renewalTerms } from "#content/renewal-terms.ts"
import { site } from "#content/site.ts"
import { cancelledOrder } from "#domain/shop/shown-order.ts"
import { world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { BuyForm } from "../../shop/buy-form.tsx"
import { purchaseOf } from "../../shop/purchase.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import type { Route } from "./+types/cancel"

export const meta = () =>
  pageMeta({
    title: "Payment Cancelled",
    description: "You canceled the payment, and nothing was charged.",
  })

/** The canceled purchase; null when the URL identifies none, or none that is still unpaid. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const id = new URL(request.url).searchParams.get("order")
  const order = id && id.length <= 40 ? await cancelledOrder(context.get(world), id) : null
  return { order, over: id !== null && order === null }
}

export default function Cancel({ loaderData: { order, over } }: Route.ComponentProps) {
  const service = order?.kind === "service" ? serviceNamed(order.name) : undefined
  const monthly = service?.type === "subscription"
  return (
    <PageHead
      title="Payment Cancelled"
      lead={
        <>
          {over
            ? "This checkout is over. If the payment went through after all, your receipt is in your email; otherwise no charge was made."
            : "No charge was made."}{" "}
          If something went wrong on the way, write to{" "}
          <a href={`mailto:${site.supportEmail}`} className="text-text underline underline-offset-4">
            {site.supportEmail}
          </a>{" "}
          and we will sort it out.
        </>
      }
    >
      {service && (
        <BuyForm purchase={purchaseOf(service)} {...(monthly ? { describedBy: "terms" } : {})}>
          Try {service.name} again, {inDollars(service.priceCents)}
          {monthly && " a month"}
        </BuyForm>
      )}
      {service && monthly && (
        <p id="terms" className="max-w-[58ch] text-label text-muted">
          {renewalTerms(inDollars(service.priceCents))}
        </p>
      )}
      {order?.kind === "donation" && <ButtonLink to="/donate">Back to Donate</ButtonLink>}
      {order?.kind === "shipping" && <ButtonLink to="/account">Back to my prizes</ButtonLink>}
      <ButtonLink to="/shop" look="plain">
        Back to Shop
      </ButtonLink>
      <ButtonLink to="/" look="plain">
        Home
      </ButtonLink>
    </PageHead>
  )
}
