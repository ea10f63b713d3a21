import type { Random } from "./random.ts"

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])

/** Values that a program might store, compare or compute with, and stumble over. */
const values: readonly unknown[] = [
  "",
  " ",
  "a",
  "a\0b",
  "\ud800",
  "\u202ex\ufeff\u{1f4a5}",
  "'; drop table public.orders; --",
  "x".repeat(3_000),
  "null",
  "NaN",
  "true",
  "ana@example.com",
  "ana@",
  `${"x".repeat(80)}@${"y".repeat(200)}.example`,
  "2026-11-24",
  "9999-12-31",
  "2026-02-30",
  "0000-00-00",
  "+275760-09-13",
  "-1",
  "99999999999999999999",
  "00000000-0000-4000-8000-000000000000",
  "00000000-0000-0000-0000-00000000000g",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "https://evil.example/?a=b#c",
  "sunrise-run",
  "event-sunrise-run",
  "last-14-days",
  "this-month",
  "monthly",
  "fuzz",
  "partner",
  "newsletter",
  "join",
  "leave",
  "payment",
  "subscription",
  "%",
  "%s%n",
  "{}",
  "(((((",
  "\r\nSet-Cookie: a=b",
  0,
  -1,
  0.5,
  29,
  1e21,
  9_007_199_254_740_991,
  2_147_483_648,
  -(2 ** 63),
  null,
  true,
  false,
  [],
  {},
  ["a", null, {}],
  { $ne: null },
  { toString: "x" },
  nested(12),
  nested(40),
  Array.from({ length: 300 }, (_, index) => index),
]

export function anyValue(random: Random): unknown {
  return random.pick(values)
}

export function anyText(random: Random): string {
  const value = anyValue(random)
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "")
}

/** Text inside an address: encoded, half encoded, or wrongly encoded. */
export function anySegment(random: Random): string {
  if (random.chance(0.35))
    return random.pick([
      ..."%00 a%00b %ff %c0%80 %ed%a0%80 %zz % %2 %2f %2e%2e%2f %25%30%30 a%0d%0ab ..%2f..%2fetc %F0%9F%92%A5".split(
        " ",
      ),
      ..."a%00b.json %00.ics x.json x.png . .. ... ~ a;b a,b a:b @ $ (a) a' * + !".split(" "),
    ])
  const text = anyText(random)
  return encodeURIComponent(text.isWellFormed() ? text : text.toWellFormed()).slice(0, 4_000)
}

/** JSON of an object with some of `fields`, or of any other value. */
export function anyJson(random: Random, fields: readonly string[]): string {
  if (random.chance(0.15))
    return random.pick([
      ...'{ [] null 7 true "text" {"a":1 {"a":1}} [[[[ {} NaN \'a\' \u0000'.split(" "),
      '{"__proto__":{"a":1}}',
      `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
      `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`,
      '{"a":1e999}',
      '{"a":"\\ud800"}',
      "[{},{}]",
      "",
      "\u{feff}{}",
    ])
  const names = fields.filter(() => random.chance(0.6))
  if (random.chance(0.1)) names.push("no\0such", "__proto__")
  const body = Object.fromEntries(names.map((name) => [name, anyValue(random)]))
  return JSON.stringify(random.chance(0.1) ? [body, body] : body)
}

/** The JSON value with some of its parts replaced or left out. */
export function exchanged(random: Random, value: unknown): unknown {
  if (random.chance(0.1)) return anyValue(random)
  // A character that PostgreSQL text cannot contain.
  if (typeof value === "string" && random.chance(0.05)) return `${value}\0`
  if (Array.isArray(value)) return value.map((part) => exchanged(random, part))
  if (typeof value !== "object" || value === null) return value
  const parts = Object.entries(value).filter(() => random.chance(0.95))
  return Object.fromEntries(parts.map(([name, part]) => [name, exchanged(random, part)]))
}
