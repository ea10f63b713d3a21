import { expect, test } from "vitest"
import { waysOf } from "./second-factor-ways.ts"

const factor = (factor_type: string, status: "verified" | "unverified" = "verified") => ({
  factor_type: factor_type as "totp",
  status,
})

test.each([
  ["an app alone", [factor("totp")], ["app"]],
  ["an app with recovery codes", [factor("recovery_code"), factor("totp")], ["app", "recovery"]],
  ["a key and an app", [factor("totp"), factor("webauthn")], ["key", "app"]],
  ["an app that was never confirmed", [factor("webauthn"), factor("totp", "unverified")], ["key"]],
])("%s offers what the account has, and nothing else", (_what, factors, ways) => {
  expect(waysOf(factors)).toEqual(ways)
})
