/** Values derived from AUTH_SECRET cannot be computed without it, and differ for each purpose. */
import { expect, test } from "vitest"
import { randomCode, randomLinkToken, randomToken } from "./random.ts"
import { deriveSecrets } from "./secrets.ts"

const one = deriveSecrets("one-secret-of-at-least-32-characters")
const other = deriveSecrets("other-secret-of-at-least-32-characters")

test.each([
  [31, false],
  [32, true],
])("a secret of %d characters is long enough: %s", (length, enough) => {
  const derive = () => deriveSecrets("x".repeat(length))
  if (enough) expect(derive).not.toThrow()
  else expect(derive).toThrow("The auth secret must have at least 32 characters")
})

test("digests are equal only for equal parts, purpose and secret", () => {
  const digest = one.digest("x", "ab", "c")
  expect(digest).toHaveLength(32)
  expect(one.digest("x", "ab", "c")).toEqual(digest)
  const others = [
    one.digest("x", "a", "bc"),
    one.digest("x", "abc"),
    one.digest("x", "ab", "c", ""),
    one.digest("x", "ab", "d"),
    one.digest("x", "éb", "c"),
    one.digest("x"),
    one.digest("y", "ab", "c"),
    other.digest("x", "ab", "c"),
  ].map((each) => each.toString("hex"))
  expect(new Set([digest.toString("hex"), ...others]).size).toBe(9)
})

test("encrypted text can be decrypted only unmodified, with the same secret and purpose", async () => {
  const sealed = await one.seal("a", "text")
  expect(sealed).not.toContain(Buffer.from("text").toString("base64url"))
  expect([await one.open("a", sealed), await one.open("b", sealed), await other.open("a", sealed)]).toEqual([
    "text",
    null,
    null,
  ])
  const [head = "", rest = ""] = sealed.split(/(?<=\..*\..*\.)/)
  const altered = `${head}${rest.startsWith("A") ? "B" : "A"}${rest.slice(1)}`
  expect([await one.open("a", altered), await one.open("a", ""), await one.open("a", "text")]).toEqual([
    null,
    null,
    null,
  ])
})

test.each([
  ["a token", randomToken, /^[\w-]{43}$/],
  ["the token of a link", randomLinkToken, /^[0-9a-f]{56}$/],
  ["a code", randomCode, /^\d{6}$/],
])("%s has its format, and is never generated twice", (_what, make, form) => {
  const made = Array.from({ length: 300 }, make)
  expect(made.filter((each) => !form.test(each))).toEqual([])
  // Among 300 codes out of a million, more than five equal pairs have a probability of 10^-16.
  expect(new Set(made).size).toBeGreaterThan(294)
})
