/**
 * Parses JSON for the database: integers that JavaScript would round become text, the character U+0000, which
 * PostgreSQL cannot store in text, is removed, and half a surrogate pair, which it cannot store either, is replaced. Throws a SyntaxError.
 */
export function exactJson(text: string): unknown {
  const keep = (_key: string, value: unknown, { source }: { source: string }) => {
    if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed()
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
  }
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}
