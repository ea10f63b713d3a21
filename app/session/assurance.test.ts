import type { Session } from "@supabase/supabase-js"
import { expect, test } from "vitest"
import { needsSecondFactor, tokenClaims } from "./assurance.ts"

const token = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`
const session = (aal: string, factors: object[]) =>
  ({ access_token: token({ aal, name: "Zoë ÿ" }), user: { factors } }) as unknown as Session
const totp = { factor_type: "totp", status: "verified" }

test.each([
  ["no factor", session("aal1", []), false],
  ["a factor that is not shown yet", session("aal1", [totp]), true],
  ["a factor that was shown", session("aal2", [totp]), false],
  ["a factor that is being set up", session("aal1", [{ ...totp, status: "unverified" }]), false],
  ["recovery codes alone", session("aal1", [{ ...totp, factor_type: "recovery_code" }]), false],
  ["nobody", null, false],
  ["a token that cannot be read", { ...session("aal2", [totp]), access_token: "?" }, true],
])("with %s a code is needed: %s", (_case, given, needed) => {
  expect(needsSecondFactor(given as Session | null)).toBe(needed)
})

test("claims are read as UTF-8", () => {
  expect(tokenClaims(session("aal1", []).access_token).name).toBe("Zoë ÿ")
  expect(tokenClaims("")).toEqual({})
})
