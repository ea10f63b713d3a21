/** Properties derived from an account's row: second factor and ban. */
import { expect, test } from "vitest"
import { hasVerifiedFactor, isBanned } from "./row.ts"

const start = new Date("2026-11-20T12:00:00Z")

test.each([
  [[], false],
  [[{ status: "verified", factor_type: "totp" }], true],
  [[{ status: "verified", factor_type: "webauthn" }], true],
  [[{ status: "unverified", factor_type: "totp" }], false],
  [[{ status: "verified", factor_type: "recovery_code" }], false],
  [
    [
      { status: "unverified", factor_type: "webauthn" },
      { status: "verified", factor_type: "totp" },
    ],
    true,
  ],
  [null, false],
])("the factors %j count as a second factor: %s", (factors, second) =>
  expect(hasVerifiedFactor({ factors } as unknown as Parameters<typeof hasVerifiedFactor>[0])).toBe(second),
)

test.each([
  [null, false],
  [-1, false],
  [0, false],
  [1, true],
])("a ban that ends in %s ms is active: %s", (inMs, banned) =>
  expect(isBanned({ banned_until: inMs === null ? null : new Date(start.getTime() + inMs) }, start)).toBe(
    banned,
  ),
)
