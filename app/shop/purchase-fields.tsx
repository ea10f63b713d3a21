import type { Purchase } from "./purchase.ts"

/** A shop form's fields without a script. */
export function PurchaseFields({ purchase }: { purchase: Purchase }) {
  return Object.entries(purchase).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
