import { expect, test } from "vitest"
import { readRedirect, withoutRedirect } from "./redirected.ts"

const read = (path: string) => readRedirect(new URL(path, "http://site.test"))

test("a session in the fragment", () => {
  const fragment = "#access_token=a&expires_at=1&expires_in=1&refresh_token=r&token_type=bearer&type=signup"
  expect(read(`/${fragment}`)).toEqual({ session: true, problem: null, message: null })
  // Tokens in the query are not ours: servers and logs would have seen them.
  expect(read(`/?${fragment.slice(1)}`).session).toBe(false)
})

test.each([
  [
    "/#error=access_denied&error_code=otp_expired&error_description=x",
    /^Email link is invalid or has expired\./,
  ],
  ["/auth?error=access_denied&error_code=user_banned&error_description=x", /blocked/],
  ["/account?error=server_error&error_code=whatever&error_description=It+broke", /“It broke”/],
  ["/auth?error=access_denied", /^The sign-in was canceled\.$/],
  ["/#error=server_error", /“server_error”/],
  ["/#error_code=__proto__", /“__proto__”/],
])("%s is said in words", (path, words) => {
  expect(read(path).problem).toMatch(words)
})

test("a foreign text is truncated", () => {
  expect(read(`/#error=x&error_description=${"a".repeat(5_000)}`).problem?.length).toBeLessThan(250)
})

test("another page's own ?error= is left alone", () => {
  expect(read("/account?error=access_denied")).toEqual({ session: false, problem: null, message: null })
})

test("a message is passed on", () => {
  expect(read("/account/security#message=Accepted+so+far").message).toBe("Accepted so far")
})

test("the cleaned address keeps the page's own parameters", () => {
  const url = new URL("http://site.test/auth?next=%2Faccount&error=x&error_code=y#error=x")
  expect(withoutRedirect(url)).toBe("/auth?next=%2Faccount")
  expect(withoutRedirect(new URL("http://site.test/about?error_code=y"))).toBe("/about")
})
