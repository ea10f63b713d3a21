import { modeOf } from "#content/catalog.ts"
import { gifts } from "#content/giving.ts"
import type { CheckoutMode, Service } from "#content/schema.ts"

/** A checkout request: the specification's three fields. The server uses only its own prices. */
export interface Purchase {
  productName: string
  /** US dollars. */
  price: number
  mode: CheckoutMode
}

export function purchaseOf(service: Pick<Service, "name" | "priceCents" | "type">): Purchase {
  return { productName: service.name, price: service.priceCents / 100, mode: modeOf(service) }
}

export function giftOf(kind: keyof typeof gifts, cents: number): Purchase {
  const { name, mode } = gifts[kind]
  return { productName: name, price: cents / 100, mode }
}
