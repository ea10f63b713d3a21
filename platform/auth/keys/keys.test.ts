import { calculateJwkThumbprint, decodeProtectedHeader } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { deriveSecrets } from "../crypto/secrets.ts"
import { createSigningKeys } from "./signing-keys.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const kidOf = (token: string) => decodeProtectedHeader(token).kid

async function freshToken(email: string): Promise<string> {
  return (await site.signIn(email)).access_token
}

test("The first start creates a key; its public half is published and its private half is encrypted", async () => {
  await site.member("key@example.com")
  const answer = await site.call("GET", "/.well-known/jwks.json")
  expect(answer.headers.get("cache-control")).toBe("public, max-age=600")
  expect(answer.json.keys).toHaveLength(1)
  const [key] = answer.json.keys
  expect(key).toMatchObject({
    kty: "EC",
    crv: "P-256",
    alg: "ES256",
    use: "sig",
    kid: await calculateJwkThumbprint(key),
  })
  expect(key.d).toBeUndefined()
  const rows = await site.test.world.db.query("select * from auth_private.signing_keys")
  expect(JSON.stringify(rows)).not.toContain('"d"')
})

test("Processes that start concurrently agree on one key", async () => {
  const { db, now } = site.test.world
  await db.query("delete from auth_private.signing_keys")
  const secrets = deriveSecrets("a-secret-for-tests-of-at-least-32-characters")
  const signers = await Promise.all(
    Array.from({ length: 6 }, () =>
      createSigningKeys({ db, now, secrets, accessTokenLifetimeS: 900 }).signer(),
    ),
  )
  expect(new Set(signers.map((signer) => signer.kid)).size).toBe(1)
  site.test.clock.advance(60_000)
})

test("A new key is published before it signs, and the old one until its last token has expired", async () => {
  const before = await freshToken("key@example.com")
  const { kid, signsFrom } = await site.service.rotateKeys()
  expect(signsFrom.getTime() - site.test.world.now().getTime()).toBe(660_000)
  const published = async () =>
    (await site.call("GET", "/.well-known/jwks.json")).json.keys.map((key: { kid: string }) => key.kid)
  expect(await published()).toEqual([kid, kidOf(before)])
  const meanwhile = await freshToken("key@example.com")
  expect(kidOf(meanwhile)).toBe(kidOf(before))

  site.test.clock.advance(659_999)
  const last = await freshToken("key@example.com")
  expect(kidOf(last)).toBe(kidOf(before))
  site.test.clock.advance(60_001)
  const next = await freshToken("key@example.com")
  expect(kidOf(next)).toBe(kid)
  expect(await site.service.verifyToken(last)).not.toBeNull()
  site.test.clock.advance(900_000 + 600_000)
  expect(await published()).toEqual([kid])
  expect(await site.service.verifyToken(last)).toBeNull()
})

test("A token expires at its stated time", async () => {
  const token = await freshToken("key@example.com")
  site.test.clock.advance(899_000)
  expect(await site.service.verifyToken(token)).not.toBeNull()
  site.test.clock.advance(1_000)
  expect(await site.service.verifyToken(token)).toBeNull()
})

test("A key encrypted under another secret signs nothing and is reported, until a replacement is created", async () => {
  const { db, now } = site.test.world
  const keys = (secret: string) =>
    createSigningKeys({ db, now, secrets: deriveSecrets(secret), accessTokenLifetimeS: 900 })
  const [right, wrong] = [
    keys("a-secret-for-tests-of-at-least-32-characters"),
    keys("another-secret-of-at-least-32-characters"),
  ]
  const { kid } = await right.signer()
  expect(await right.sealedElsewhere()).toBeNull()
  await expect(wrong.signer()).rejects.toThrow("sealed under another AUTH_SECRET")
  expect(await wrong.sealedElsewhere()).toBe(kid)
  const made = await wrong.rotate({ atOnce: true })
  expect(await wrong.signer()).toMatchObject({ kid: made.kid })
  expect(await wrong.sealedElsewhere()).toBeNull()
})
