import { inDollars } from "#content/amounts.ts"
import { modeOf, serviceNamed } from "#content/catalog.ts"
import { donation } from "#content/donation.ts"
import { gifts } from "#content/giving.ts"
import { agreedRenewal, chosenAmount, renewalTerms as termsFor } from "#content/renewal-terms.ts"
import type { CheckoutMode } from "#content/schema.ts"
import { site } from "#content/site.ts"
import type { OrderKind } from "./contract.ts"

/** One product, with everything that the order and the payment page show about it. */
export interface Sellable {
  kind: OrderKind
  product: string
  name: string
  description: string | null
  mode: CheckoutMode
  amountCents: number
}

type Asked = { productName: string; price: number; mode: CheckoutMode }

export type Found =
  | { ok: true; item: Sellable }
  | { ok: false; code: "unknown_product" }
  | { ok: false; code: "mode_mismatch"; name: string; mode: CheckoutMode }
  | { ok: false; code: "price_mismatch"; name: string; mode: CheckoutMode; amounts: readonly number[] }
  | { ok: false; code: "amount_out_of_range"; minCents: number; maxCents: number }

/** The requested product, provided that the requested price and mode match the catalog. */
export function findSellable(asked: Asked): Found {
  const gift = Object.values(gifts).find(({ name }) => name === asked.productName)
  return gift ? findGift(asked, gift) : findService(asked)
}

function findService(asked: Asked): Found {
  const service = serviceNamed(asked.productName)
  if (!service) return { ok: false, code: "unknown_product" }
  const { name, description, slug: product, priceCents: amountCents } = service
  const mode = modeOf(service)
  if (asked.mode !== mode) return { ok: false, code: "mode_mismatch", name, mode }
  if (toCents(asked.price) !== amountCents)
    return { ok: false, code: "price_mismatch", name, mode, amounts: [amountCents] }
  return { ok: true, item: { kind: "service", product, name, description, mode, amountCents } }
}

function findGift(asked: Asked, { name, slug: product, mode }: (typeof gifts)[keyof typeof gifts]): Found {
  if (asked.mode !== mode) return { ok: false, code: "mode_mismatch", name, mode }
  // An amount must be a whole number of cents.
  const amountCents = toCents(asked.price) ?? 0
  const { min, max } = donation.customCents
  if (mode === "payment" && (amountCents < min || amountCents > max))
    return { ok: false, code: "amount_out_of_range", minCents: min, maxCents: max }
  const monthly: readonly number[] = donation.monthlyCents
  if (mode === "subscription" && !monthly.includes(amountCents))
    return { ok: false, code: "price_mismatch", name, mode, amounts: monthly }
  const description = `For ${site.name}: ${donation.split.map(({ percent, label }) => `${percent}% ${label}`).join(", ")}.`
  return { ok: true, item: { kind: "donation", product, name, description, mode, amountCents } }
}

/** 14.99 -> 1499, parsed from the digits to avoid rounding errors. Null unless it is a whole number of cents. */
export function toCents(dollars: number): number | null {
  const text = dollars.toFixed(2)
  return Number(text) === dollars && Number.isSafeInteger(Number(text.replace(".", "")))
    ? Number(text.replace(".", ""))
    : null
}

/** "$49", "$14.99 per month". */
export function priceInWords({ mode, amountCents }: Pick<Sellable, "mode" | "amountCents">): string {
  return mode === "subscription" ? `${inDollars(amountCents)} per month` : inDollars(amountCents)
}

/** The terms of automatic renewal, for the payment page. */
export function renewalTerms({ amountCents }: Pick<Sellable, "amountCents">): string {
  return termsFor(inDollars(amountCents))
}

/** The consent text for an automatically renewing purchase; donations of all amounts share one checkbox. */
export function agreedTo({ kind, amountCents }: Pick<Sellable, "kind" | "amountCents">): string {
  const amount = inDollars(amountCents)
  return agreedRenewal(kind === "donation" ? chosenAmount : { terms: amount, box: amount })
}
