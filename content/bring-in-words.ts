/** "a light, water and a layer": the things to bring to an event, whose items are capitalized in the content. */
export function bringInWords(items: readonly string[]): string {
  const small = items.map((item) => item.charAt(0).toLowerCase() + item.slice(1))
  const last = small.at(-1) ?? ""
  return small.length > 1 ? `${small.slice(0, -1).join(", ")} and ${last}` : last
}
