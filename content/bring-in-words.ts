/** "a light, water and a layer": what to bring to an event, whose items begin with capitals each. */
export function bringInWords(items: readonly string[]): string {
  const small = items.map((item) => item.charAt(0).toLowerCase() + item.slice(1))
  const last = small.at(-1) ?? ""
  return small.length > 1 ? `${small.slice(0, -1).join(", ")} and ${last}` : last
}
