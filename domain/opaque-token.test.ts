import { createHash, createHmac } from "node:crypto"
import { expect, test } from "vitest"
import { hashToken, tokenFor } from "./opaque-token.ts"

const world = {
  sign: (...parts: string[]) => createHmac("sha256", "secret").update(parts.join()).digest("hex"),
}

test("a token is 40 hex digits of the signature, different for each purpose and row", () => {
  const token = tokenFor(world, "manage-mail", "1")
  expect(token).toMatch(/^[0-9a-f]{40}$/)
  expect(tokenFor(world, "manage-mail", "1")).toBe(token)
  expect(
    new Set([token, tokenFor(world, "manage-mail", "2"), tokenFor(world, "manage-spot", "1")]).size,
  ).toBe(3)
})

test("only the hash of a token is stored", () => {
  expect(hashToken("abc")).toEqual(createHash("sha256").update("abc").digest())
})
