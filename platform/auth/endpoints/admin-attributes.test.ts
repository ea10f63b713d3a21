/** The attributes that administrators may set on an account. */
import { expect, test } from "vitest"
import { banEnd, checkPasswordHash } from "./admin-attributes.ts"

const now = new Date("2026-11-20T12:00:00Z")

test.each([
  ["24h", 86_400_000],
  ["1h30m", 5_400_000],
  ["1.5h", 5_400_000],
  ["2m3s", 123_000],
  ["300ms", 300],
  ["99999999h", 1_000 * 365 * 86_400_000],
])("a ban of %s ends after %d ms", (duration, ms) =>
  expect((banEnd(duration, now)?.getTime() ?? 0) - now.getTime()).toBe(ms),
)

test("the duration none lifts a ban", () => expect(banEnd("none", now)).toBeNull())

test.each(["", "24", "h", "1hx", "x1h", "-1h", "1h 2m", "1d"])("%j is no duration of a ban", (duration) =>
  expect(() => banEnd(duration, now)).toThrow("invalid format for ban duration"),
)

const rest = "abTOGKX8LjIXsn3KNh0HNeOea5kXAbfp1pqafTEro5QU9Ab3shrkS"
test.each([
  [`$2a$04$${rest}`, true],
  [`$2b$10$${rest}`, true],
  [`$2y$14$${rest}`, true],
  [`$2a$03$${rest}`, false],
  [`$2a$15$${rest}`, false],
  [`$2x$10$${rest}`, false],
  [`$2a$10$${rest}0`, false],
  [`$2a$10$${rest.slice(1)}`, false],
  [`x$2a$10$${rest}`, false],
])("whether %s is accepted as a password hash: %s", (hash, can) => {
  const check = () => checkPasswordHash(hash)
  if (can) expect(check).not.toThrow()
  else expect(check).toThrow("bcrypt")
})

test("a refusal quotes at most forty characters", () =>
  expect(() => banEnd("9".repeat(41), now)).toThrow(/: 9{40}$/))
