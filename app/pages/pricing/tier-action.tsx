import { inDollars } from "#content/amounts.ts"
import { serviceBySlug } from "#content/catalog.ts"
import { renewalTerms } from "#content/renewal-terms.ts"
import type { Tier } from "#content/schema.ts"
import { BuyForm } from "../../shop/buy-form.tsx"
import { purchaseOf } from "../../shop/purchase.ts"
import { ButtonLink, type ButtonLook } from "../../ui/button.tsx"

/** The one button of a tier: a page to go to, or a purchase with its terms. */
export function TierAction({
  action,
  look = "main",
}: {
  action: Tier["action"]
  look?: Extract<ButtonLook, "main" | "plain">
}) {
  if ("href" in action)
    return (
      <ButtonLink to={action.href} look={look} className="w-full">
        {action.label}
      </ButtonLink>
    )
  const service = serviceBySlug(action.buy)
  if (!service) throw new Error(`No service ${action.buy}`)
  const monthly = service.type === "subscription"
  return (
    <>
      <BuyForm
        purchase={purchaseOf(service)}
        look={look}
        {...(monthly ? { describedBy: `${service.slug}-terms` } : {})}
      >
        {action.label}
      </BuyForm>
      {monthly && (
        <p id={`${service.slug}-terms`} className="mt-3 text-label text-muted">
          {renewalTerms(inDollars(service.priceCents))}
        </p>
      )}
    </>
  )
}
