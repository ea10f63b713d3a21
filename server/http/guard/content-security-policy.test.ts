import { expect, test } from "vitest"
import { contentSecurityPolicy } from "./content-security-policy.ts"

function directives(policy: string): Record<string, string> {
  return Object.fromEntries(
    policy.split("; ").map((directive) => [directive.split(" ")[0], directive.split(" ").slice(1).join(" ")]),
  )
}

test("by default only our own origin, no inline script, no eval, no framing", () => {
  const policy = directives(contentSecurityPolicy())
  expect(policy).toMatchObject({
    "default-src": "'self'",
    "script-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "object-src": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
  })
  expect(policy["script-src"]).not.toMatch(/unsafe/)
})

test("a nonce and hashes allow only those scripts", () => {
  expect(directives(contentSecurityPolicy({ nonce: "r4nd0m+/=" }))["script-src"]).toBe(
    "'self' 'nonce-r4nd0m+/='",
  )
  const hash = "sha256-n1D9cZXw4ZNSiUR+6/8u4KC6Mx7KCFb9ScJA8U0UdhI="
  expect(directives(contentSecurityPolicy({ scriptHashes: [hash] }))["script-src"]).toBe(`'self' '${hash}'`)
})

test("origins are allowed only for their kind", () => {
  const policy = directives(
    contentSecurityPolicy({
      extraOrigins: {
        script: ["https://forms.example"],
        frame: ["https://forms.example", "https://*.example.org:8443"],
      },
    }),
  )
  expect(policy["script-src"]).toBe("'self' https://forms.example")
  expect(policy["frame-src"]).toBe("'self' https://forms.example https://*.example.org:8443")
  expect(policy["connect-src"]).toBe("'self'")
})

test("sites that may frame the page are listed", () => {
  const ancestors = (frameAncestors: "self" | "any" | string[]) =>
    directives(contentSecurityPolicy({ frameAncestors }))["frame-ancestors"]
  expect(ancestors("self")).toBe("'self'")
  expect(ancestors("any")).toBe("*")
  expect(ancestors(["https://partner.example"])).toBe("https://partner.example")
})

test.each([
  "https://a.example; script-src *",
  "'unsafe-inline'",
  "*",
  "javascript:",
  "https://a.example/path",
  "",
])("%s is refused as an origin", (origin) => {
  expect(() => contentSecurityPolicy({ extraOrigins: { script: [origin] } })).toThrow("Not an origin")
})

test("a nonce cannot break out of its quotes", () => {
  expect(() => contentSecurityPolicy({ nonce: "a' 'unsafe-inline" })).toThrow("Not a nonce")
})

test("in development the hot-reload socket may connect", () => {
  expect(directives(contentSecurityPolicy({ development: true }))["connect-src"]).toBe("'self' ws:")
})
