const deepest = 16

/**
 * Whether PostgreSQL can store every string in `value`: no NUL, no unpaired surrogate; and nesting is at most
 * 16 levels deep.
 */
export function isPlain(value: unknown, depth = 0): boolean {
  if (depth > deepest) return false
  if (typeof value === "string") return isPlainText(value)
  if (typeof value === "number") return Number.isFinite(value)
  // `Object.entries` also covers arrays, and is empty for other values.
  return Object.entries(value ?? {}).every(([name, item]) => isPlainText(name) && isPlain(item, depth + 1))
}

export function isPlainText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed()
}

/** Removes what PostgreSQL cannot store in text or JSON: control characters and unpaired surrogates. */
export function cleanText(text: string, maxLength: number): string {
  const readable = text.replace(/\p{Cc}+/gu, " ").toWellFormed()
  return readable.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, "")
}
