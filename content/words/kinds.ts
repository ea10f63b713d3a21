import { articleKind } from "./articles.ts"
import { athleteKind } from "./athletes.ts"
import { bannerKind } from "./banner.ts"
import { eventKind } from "./events.ts"
import { figureKind } from "./figures.ts"
import type { Kind } from "./kind.ts"
import { linkKind } from "./links.ts"
import { partnerKind } from "./partners.ts"
import { prizeKind } from "./prizes.ts"
import { testimonialKind } from "./testimonials.ts"

/** Every kind of words that an operator can change, in the order of the console's desk. */
export const kinds = {
  prizes: prizeKind,
  athletes: athleteKind,
  events: eventKind,
  figures: figureKind,
  partners: partnerKind,
  testimonials: testimonialKind,
  links: linkKind,
  banner: bannerKind,
  articles: articleKind,
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
