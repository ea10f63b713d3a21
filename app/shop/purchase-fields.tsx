import type { Purchase } from "./purchase.ts"

/** What a form of the shop sends when no script does. */
export function PurchaseFields({ purchase }: { purchase: Purchase }) {
  return Object.entries(purchase).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
