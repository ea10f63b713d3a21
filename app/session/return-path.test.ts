import { expect, test } from "vitest"
import { safeReturnPath, signInAddress } from "./return-path.ts"

test.each([
  ["/account/security", "/account/security"],
  ["/athletes/ada?tab=1#top", "/athletes/ada?tab=1#top"],
  [null, "/"],
  ["", "/"],
  ["account", "/"],
  ["https://evil.example/", "/"],
  ["//evil.example", "/"],
  ["/\\evil.example", "/"],
  ["/\t/evil.example", "/"],
  ["/.//evil.example", "/"],
  ["/x/..//evil.example", "/"],
  ["javascript:alert(1)", "/"],
  // Would loop forever.
  ["/auth", "/"],
  ["/auth?next=/auth", "/"],
  ["/authors", "/authors"],
])("after signing in, %j leads to %s", (given, path) => {
  expect(safeReturnPath(given)).toBe(path)
})

test("the address of the sign-in page survives a round trip", () => {
  const path = "/account?tab=a&b=c"
  const address = new URL(signInAddress(path), "http://site.test")
  expect(safeReturnPath(address.searchParams.get("next"))).toBe(path)
  expect(signInAddress("/")).toBe("/auth")
})
