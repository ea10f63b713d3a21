import { DataError } from "./errors.ts"

/** The parsed Prefer header. https://docs.postgrest.org/en/stable/references/api/preferences.html */
export interface Preferences {
  resolution: "merge-duplicates" | "ignore-duplicates" | null
  missing: "default" | "null" | null
  return: "representation" | "minimal" | "headers-only" | null
  count: "exact" | "planned" | "estimated" | null
  tx: "commit" | "rollback" | null
  handling: "strict" | "lenient" | null
  timezone: string | null
  /** The maximum number of rows that a change may affect; applies only with `handling=strict`. */
  maxAffected: number | null
}

const known = new Map([
  ["resolution", /^(merge|ignore)-duplicates$/],
  ["missing", /^(default|null)$/],
  ["return", /^(representation|minimal|headers-only)$/],
  ["count", /^(exact|planned|estimated)$/],
  ["tx", /^(commit|rollback)$/],
  ["handling", /^(strict|lenient)$/],
  ["timezone", /^[\w/+-]+$/],
  ["max-affected", /^\d{1,9}$/],
])

/**
 * Splits `Prefer: a=b, c=d` into pairs; the first of each name is used. Throws PGRST122 for invalid preferences with
 * strict handling.
 */
export function readPreferences(header: string | null): Preferences {
  const pairs = new Map<string, string>()
  const wrong: string[] = []
  for (const part of header?.split(",") ?? []) {
    const text = part.trim()
    if (text === "") continue
    const [name = "", value = ""] = text.split("=", 2).map((one) => one.trim())
    if (!known.get(name)?.test(value)) wrong.push(text)
    else if (!pairs.has(name)) pairs.set(name, value)
  }
  if (pairs.get("handling") === "strict" && wrong.length > 0) throw invalid(wrong)
  const limit = pairs.get("max-affected")
  const one = <T>(name: string) => (pairs.get(name) ?? null) as T
  return {
    resolution: one("resolution"),
    missing: one("missing"),
    return: one("return"),
    count: one("count"),
    tx: one("tx"),
    handling: one("handling"),
    timezone: one("timezone"),
    maxAffected: limit === undefined ? null : Number(limit),
  }
}

/** The error details for invalid preferences with strict handling. */
export function invalid(wrong: readonly string[]): DataError {
  return new DataError(400, "PGRST122", "Invalid preferences given with handling=strict", {
    details: `Invalid preferences: ${wrong.join(", ")}`,
  })
}

/** The header Preference-Applied; null if no preference was applied. */
export function appliedPreferences(prefer: Preferences, kind: "read" | "call" | "change"): string | null {
  const isChange = kind === "change"
  const applied: [string, string | number | null][] = [
    ["resolution", isChange ? prefer.resolution : null],
    ["missing", isChange ? prefer.missing : null],
    ["return", isChange ? prefer.return : null],
    ["count", prefer.count],
    ["tx", prefer.tx],
    ["handling", prefer.handling],
    ["timezone", prefer.timezone],
    ["max-affected", prefer.handling === "strict" && kind !== "read" ? prefer.maxAffected : null],
  ]
  const texts = applied.flatMap(([name, value]) => (value === null ? [] : [`${name}=${value}`]))
  return texts.length > 0 ? texts.join(", ") : null
}
