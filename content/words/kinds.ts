import type { Kind } from "./kind.ts"
import { testimonialKind } from "./testimonials.ts"

/** Every kind of words that an operator can change, in the order of the console's desk. */
export const kinds = {
  testimonials: testimonialKind,
} as const

export type KindName = keyof typeof kinds
/** An entry of a kind. */
export type EntryOf<K extends KindName> = (typeof kinds)[K] extends Kind<infer Value> ? Value : never

export function isKind(name: string): name is KindName {
  return Object.hasOwn(kinds, name)
}

/** A kind without the type of its entries, for code that treats all kinds alike. */
export function anyKind(name: KindName): Kind<Record<string, unknown>> {
  return kinds[name] as unknown as Kind<Record<string, unknown>>
}
