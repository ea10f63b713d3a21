/**
 * The objects that the sandbox stores and returns: a selection of fields of the SDK's own types, so that a change of
 * the API causes a compile error. Amounts are in the currency's smallest unit, instants in seconds since 1970, as in
 * the API.
 */
import type Stripe from "stripe"

/** The value of a field in JSON: references are ids, decimals are strings, and any field may be omitted. */
type Wire<Value> = Value extends Stripe.Decimal
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]?: Wire<Value[Name]> }
      : Value

/** Narrower types for some of the selected fields; each must be a value that the API could return. */
type Narrowing<Resource, Field extends keyof Resource, Narrow> = {
  [Name in keyof Narrow]: Name extends Field ? Wire<Resource[Name]> : never
}

/**
 * Some fields of an SDK type, with narrower types for some of them. A field that the SDK drops causes a compile error.
 */
export type Select<
  Resource,
  Field extends keyof Resource,
  Narrow extends Narrowing<Resource, Field, Narrow>,
> = Omit<Pick<Resource, Field>, keyof Narrow> & Narrow

export type Metadata = Stripe.Metadata

/** The fields of every stored object. */
export interface Resource {
  id: string
  object: string
  created: number
}

/** The fields of every object of the API. */
export type Common = "id" | "object" | "created" | "livemode"

/** No object of the sandbox involves real money. */
export interface Test {
  livemode: false
}

/** A page of a list, or a list inside an object. */
export type List<Item> = Pick<Stripe.ApiList<never>, "object" | "has_more" | "url"> & { data: Item[] }
