/**
 * Parses JSON for the database: integers that JavaScript would round become text, and what PostgreSQL
 * cannot store in text is removed (the character U+0000) or replaced (half of a surrogate pair). Throws a SyntaxError.
 */
export function exactJson(text: string): unknown {
  const keep = (_key: string, value: unknown, { source }: { source: string }) => {
    if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed()
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
  }
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}
