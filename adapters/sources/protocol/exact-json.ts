/** Parses JSON without losing precision: integers that JavaScript would round become text. Throws a SyntaxError. */
export function exactJson(text: string): unknown {
  const keep = (_key: string, value: unknown, { source }: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
}
