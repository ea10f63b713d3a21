/** What a drawing of a prize can show (app/winning/prize-drawing.tsx). */
export type Thing = "shoe" | "kit" | "shirt" | "bib" | "box"

const words: readonly (readonly [RegExp, Thing])[] = [
  [/shoe/i, "shoe"],
  [/shirt|singlet|jersey|hoodie/i, "shirt"],
  [/kit|recovery|bottle|roller/i, "kit"],
  [/entry|race|bib/i, "bib"],
]

/**
 * The parts of a prize, parsed from its title: "Winner’s bundle: shoe voucher and team shirt" is a bundle of two. A
 * title without a colon is a single item.
 */
export function bundleOf(title: string): { name: string; items: { text: string; thing: Thing }[] } {
  const [name = title, rest] = title.split(/:\s+/, 2)
  const parts = (rest ?? "")
    .split(/,\s+(?:and\s+)?|\s+and\s+/)
    .map((part) => part.trim())
    .filter((part) => part !== "")
  const items = parts.map((text) => ({
    text: text.charAt(0).toUpperCase() + text.slice(1),
    thing: words.find(([pattern]) => pattern.test(text))?.[1] ?? ("box" as const),
  }))
  return items.length > 0 ? { name, items } : { name: title, items: [] }
}
