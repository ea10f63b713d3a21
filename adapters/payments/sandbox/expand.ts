import { lineItemsOf } from "./checkout.ts"
import { invalid } from "./fault.ts"
import { paymentsOf } from "./invoices.ts"
import { promotionObject } from "./promotions.ts"
import { anyObject } from "./store.ts"
import type { Work } from "./work.ts"

/** Deeper paths are refused, as by the service. */
const deepest = 4

/** Answers `object` with the ids at `paths` ("payment_intent.latest_charge", "data.customer") replaced by what they name. */
export async function expand(work: Work, object: object, paths: readonly string[]): Promise<object> {
  // A copy: what is kept holds ids.
  const copy = structuredClone(object)
  for (const path of paths) {
    const names = path.split(".")
    if (names.length > deepest)
      throw invalid(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`)
    await expandAt(work, copy, names, path)
  }
  return copy
}

async function expandAt(work: Work, at: object, [name = "", ...rest]: readonly string[], path: string) {
  const value: unknown = await read(work, at, name)
  if (value === undefined || (typeof value !== "object" && rest.length > 0)) throw cannot(path)
  if (value === null) return
  if (Array.isArray(value)) {
    for (const one of value) if (one && typeof one === "object") await expandAt(work, one, rest, path)
    return
  }
  if (typeof value !== "object") throw cannot(path)
  Reflect.set(at, name, value)
  if (rest.length > 0) await expandAt(work, value, rest, path)
}

/** A field's value, with an id followed to its object, and with the lists that are told only when asked for. */
async function read(work: Work, at: object, name: string): Promise<unknown> {
  const object = Reflect.get(at, "object")
  const id = String(Reflect.get(at, "id"))
  if (object === "checkout.session" && name === "line_items") return await lineItemsOf(work, id)
  if (object === "invoice" && name === "payments") return await paymentsOf(work, id)
  const value: unknown = Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined
  if (typeof value !== "string") return value
  return promotionObject(value) ?? (await anyObject(work, value)) ?? value
}

function cannot(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, { param: "expand" })
}
