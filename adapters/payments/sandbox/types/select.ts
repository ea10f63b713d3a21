/**
 * The objects that the sandbox stores and answers: a selection of the fields of the SDK's own types, so that a change of
 * the API fails the compiler. Amounts in the currency's smallest unit, instants in seconds since 1970, as in the API.
 */
import type Stripe from "stripe"

/** The value of a field as JSON carries it: references are ids, decimals are strings, and any field may be left out. */
type Wire<Value> = Value extends Stripe.Decimal
  ? string
  : Value extends readonly (infer Item)[]
    ? readonly Wire<Item>[]
    : Value extends object
      ? { readonly [Name in keyof Value]?: Wire<Value[Name]> }
      : Value

/** Narrower types for some of the selected fields; each must be a value that the API could answer. */
type Narrowing<Resource, Field extends keyof Resource, Narrow> = {
  [Name in keyof Narrow]: Name extends Field ? Wire<Resource[Name]> : never
}

/** Some fields of an SDK type, with narrower types for some of them. A field that the SDK drops fails the compiler. */
export type Select<
  Resource,
  Field extends keyof Resource,
  Narrow extends Narrowing<Resource, Field, Narrow>,
> = Omit<Pick<Resource, Field>, keyof Narrow> & Narrow

export type Metadata = Stripe.Metadata

/** What every stored object has. */
export interface Resource {
  id: string
  object: string
  created: number
}

/** The fields of every object of the API. */
export type Common = "id" | "object" | "created" | "livemode"

/** No object of the sandbox is about real money. */
export interface Test {
  livemode: false
}

/** A page of a list, or a list inside an object. */
export type List<Item> = Pick<Stripe.ApiList<never>, "object" | "has_more" | "url"> & { data: Item[] }
