import { invalid } from "./api-error.ts"
import { paymentsOf } from "./invoices.ts"
import { findAny } from "./store.ts"
import type { UnitOfWork } from "./unit-of-work.ts"

/** The maximum depth of a path (https://docs.stripe.com/expand). */
const deepest = 4

/** A copy of `object` in which the ids at `paths` ("payment_intent.latest_charge", "data.customer") are replaced by their objects. */
export async function expand(work: UnitOfWork, object: object, paths: readonly string[]): Promise<object> {
  const copy = structuredClone(object)
  for (const path of paths) {
    const names = path.split(".")
    if (names.length > deepest)
      throw invalid(`You cannot expand more than ${deepest} levels of a property. Property: ${path}`)
    await expandAt(work, copy, names, path)
  }
  return copy
}

async function expandAt(work: UnitOfWork, at: object, [name = "", ...rest]: readonly string[], path: string) {
  const value: unknown = await read(work, at, name)
  if (value === undefined || (typeof value !== "object" && rest.length > 0)) throw notExpandable(path)
  if (value === null) return
  if (Array.isArray(value)) {
    for (const one of value) if (one && typeof one === "object") await expandAt(work, one, rest, path)
    return
  }
  if (typeof value !== "object") throw notExpandable(path)
  Reflect.set(at, name, value)
  if (rest.length > 0) await expandAt(work, value, rest, path)
}

/** The value of a field: an id is resolved to its object, and a list that is returned only if expanded is included. */
async function read(work: UnitOfWork, at: object, name: string): Promise<unknown> {
  const object = Reflect.get(at, "object")
  const id = String(Reflect.get(at, "id"))
  if (object === "invoice" && name === "payments") return await paymentsOf(work, id)
  const value: unknown = Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined
  return typeof value === "string" ? ((await findAny(work, value)) ?? value) : value
}

function notExpandable(path: string) {
  return invalid(`This property cannot be expanded (${path}).`, { param: "expand" })
}
