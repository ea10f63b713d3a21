/** When a signing key is loaded, used and removed, and which tokens are valid, on a clock set by the test. */
import { type JWTPayload, SignJWT } from "jose"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import type { Auth } from "../auth.ts"
import { deriveSecrets } from "../crypto/secrets.ts"
import { audience, signAccessToken, verifyAccessToken } from "./access-token.ts"
import { createSigningKeys } from "./signing-keys.ts"

const secrets = deriveSecrets("a-secret-for-tests-of-at-least-32-characters")
let database: TestDatabase
let at: number
/** Counts loads of the keys; transactions are serialized. */
let loads: number
let transactions: number
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.sql`delete from auth_private.signing_keys`
  at = Date.parse("2026-11-20T12:00:00Z")
  loads = 0
  transactions = 0
})

const keysOf = (db: Db = database.db) =>
  createSigningKeys({ db, now: () => new Date(at), secrets, accessTokenLifetimeS: 900 })

/** The database, counting how often all keys are read. */
function counted(): Db {
  const sql = new Proxy(database.db.sql, {
    apply(target, self, [strings, ...values]) {
      if (String(strings).includes("order by signs_from")) loads++
      return Reflect.apply(target, self, [strings, ...values])
    },
  })
  return {
    ...{ ...database.db, sql },
    transaction(work) {
      transactions++
      return database.db.transaction(work)
    },
  }
}

test("a key signs from its start, and is removed at its end", async () => {
  const keys = keysOf()
  const first = (await keys.signer()).kid
  const { kid: second, signsFrom } = await keys.rotate()
  const signer = async () => (await keys.signer()).kid
  const known = async () => [
    // The published keys first, because looking up a missing key reloads all of them.
    (await keys.published()).map(({ kid }) => kid).includes(first),
    (await keys.verifier(first)) !== null,
  ]
  at = signsFrom.getTime() - 30_000
  await keys.refresh()
  at = signsFrom.getTime() - 1
  expect(await signer()).toBe(first)
  at++
  expect(await signer()).toBe(second)
  const end = signsFrom.getTime() + (900 + 600) * 1000
  at = end - 30_000
  await keys.refresh()
  at = end - 1
  expect(await known()).toEqual([true, true])
  at++
  expect(await known()).toEqual([false, false])
  expect(await keys.verifier(second)).not.toBeNull()
})

test("keys are reloaded after a minute, and if the clock was set back by as much", async () => {
  const keys = keysOf(counted())
  await Promise.all([keys.refresh(), keys.refresh(), keys.signer()])
  expect(loads).toBe(1)
  at += 59_999
  await keys.refresh()
  expect(loads).toBe(1)
  at++
  await keys.refresh()
  expect(loads).toBe(2)
  at -= 60_000
  await keys.refresh()
  expect(loads).toBe(3)
})

test("once there is a key, loading starts no transaction, and the current key is decrypted once", async () => {
  const first = keysOf(counted())
  await first.refresh()
  expect(transactions).toBe(1)
  at += 60_000
  await first.refresh()
  await keysOf(counted()).refresh()
  expect([transactions, loads]).toEqual([1, 3])
  const { key } = await first.signer()
  expect((await first.signer()).key).toBe(key)
  await first.rotate()
  expect([transactions, (await first.signer()).key]).toEqual([2, key])
})

test("an unknown key id causes at most one reload every five seconds", async () => {
  const keys = keysOf(counted())
  const { kid } = await keys.signer()
  expect(await keys.verifier("of nobody")).toBeNull()
  at += 4_999
  expect(await keys.verifier("of nobody")).toBeNull()
  expect(loads).toBe(1)
  const other = await keysOf().rotate()
  at++
  expect(await keys.verifier(other.kid)).not.toBeNull()
  expect(loads).toBe(2)
  expect(await keys.verifier(kid)).not.toBeNull()
  expect(loads).toBe(2)
})

test("the first key signs immediately, the next eleven minutes later, and a start creates no second one", async () => {
  const keys = keysOf()
  await keys.refresh()
  await keysOf().refresh()
  expect(await keys.published()).toHaveLength(1)
  const { signsFrom } = await keys.rotate()
  expect(signsFrom.getTime() - at).toBe(11 * 60_000)
  expect(await keys.published()).toHaveLength(2)
})

test("without a current key nothing is signed", async () => {
  const keys = keysOf()
  await keys.refresh()
  await database.db.sql`update auth_private.signing_keys set signs_from = ${new Date(at + 120_000)}`
  at += 60_000
  await keys.refresh()
  await expect(keys.signer()).rejects.toThrow("No signing key is in force")
})

test("a shared secret is not accepted as a signing key", async () => {
  const keys = keysOf()
  await keys.refresh()
  await database.db.sql`update auth_private.signing_keys set public_jwk = '{"kty":"oct","k":"AAAA"}'`
  at += 60_000
  await expect(keys.refresh()).rejects.toThrow("must be a key pair")
})

const legacySecret = "a-shared-secret-of-the-older-kind-0123456789"
const issuer = "http://b4m.test/auth/v1"
const authOf = (apiKeys: object = { legacySecret }) =>
  ({
    ...{ apiKeys, issuer, signingKeys: keysOf(), now: () => new Date(at) },
    config: { accessTokenLifetimeS: 900 },
  }) as unknown as Auth
const seconds = () => Math.floor(at / 1000)
/** "good", or the reason for the refusal. */
async function verdict(token: string, auth = authOf()): Promise<string> {
  const verified = await verifyAccessToken(auth, token)
  return verified.ok ? "good" : verified.reason
}

async function signed(
  claims: JWTPayload,
  header: { alg?: string; kid?: string | undefined } = {},
): Promise<string> {
  const { kid, key } = await keysOf().signer()
  const whole = { iss: issuer, aud: audience, sub: "s", session_id: "x", iat: seconds(), exp: seconds() + 1 }
  const payload = Object.fromEntries(
    Object.entries({ ...whole, ...claims }).filter(([, value]) => value !== null),
  )
  return new SignJWT(payload).setProtectedHeader({ alg: "ES256", kid, ...header }).sign(key)
}

test.each([
  ["without changes", {}, "good"],
  ["that has expired", { exp: Date.parse("2026-11-20T12:00:00Z") / 1000 }, "token is expired"],
  ["without an expiry", { exp: null }, "token has an invalid exp claim"],
  ["without a session", { session_id: null }, "token has an invalid session_id claim"],
  ["of nobody", { sub: null }, "token has an invalid sub claim"],
  ["of another site", { iss: "http://other.test/auth/v1" }, "token has an invalid iss claim"],
  ["for another audience", { aud: "other" }, "token has an invalid aud claim"],
])("a member's token %s", async (_what, claims, expected) =>
  expect(await verdict(await signed(claims as JWTPayload))).toBe(expected),
)

test("a token names an existing key and is signed with it", async () => {
  expect(await verdict(await signed({}, { kid: "of nobody" }))).toBe("unrecognized JWT kid")
  expect(await verdict(await signed({}, { kid: undefined }))).toBe("unrecognized JWT kid")
  const good = await signed({})
  const [head, body] = (await signed({ sub: "other" })).split(".")
  expect(await verdict(`${head}.${body}.${good.split(".")[2]}`)).toBe("signature is invalid")
  expect(await verdict(`${good.split(".")[0]}.${body}.`)).not.toBe("good")
  const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${body}.`
  expect([await verdict(unsigned), await verdict("a.b.c")]).toEqual([
    "signing method is invalid",
    "token is malformed",
  ])
})

test.each([
  ["with only two parts", (token: string) => token.split(".").slice(0, 2).join("."), "token is malformed"],
  ["whose signature is not base64url", (token: string) => `${token}!`, "token is malformed"],
  ["with a number as key id", () => named(7), "unrecognized JWT kid"],
  ["with an unsupported critical header", () => named("k", { crit: ["b64"] }), "unrecognized JWT kid"],
])("a token %s is invalid", async (_what, change, reason) => {
  expect(await verdict(change(await signed({})))).toBe(reason)
})
function named(kid: unknown, header: object = {}) {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return `${part({ alg: "ES256", kid, ...header })}.${part({ sub: "s" })}.AAAA`
}

test("if the keys cannot be read, no token is reported as invalid", async () => {
  const failure = new Error("The database is not there")
  const signingKeys = { ...keysOf(), verifier: () => Promise.reject(failure) }
  await expect(verdict(await signed({}), { ...authOf(), signingKeys })).rejects.toBe(failure)
})

test.each([
  [16_384, "token is malformed"],
  [16_385, "token is too long"],
])("a token of %d characters is refused as: %s", async (length, reason) =>
  expect(await verdict("x".repeat(length))).toBe(reason),
)

test.each([
  ["anon", 60, "good"],
  ["service_role", 60, "good"],
  ["supabase_admin", 60, "good"],
  ["authenticated", 60, "token has an invalid sub claim"],
  ["owner", 60, "signing method is invalid"],
  [undefined, 60, "signing method is invalid"],
  ["service_role", -4, "good"],
  ["service_role", -5, "token is expired"],
])("a token signed with the shared secret for %s that expires in %d s: %s", async (role, inS, expected) => {
  const token = await new SignJWT({ role, exp: seconds() + inS })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(legacySecret))
  expect(await verdict(token)).toBe(expected)
  expect(await verdict(token, authOf({}))).toBe("signing method is invalid")
  expect(await verdict(token, authOf({ legacySecret: `${legacySecret}x` }))).not.toBe("good")
})

const somebody = "0b9d1f9e-54a5-4ec3-9a52-2c0f1f4b8f10"
test.each([
  ["with a subject and an end", {}, "good"],
  ["with claims of its own", { app_metadata: { role: "owner" }, aal: "aal2", level: 3 }, "good"],
  ["without an end", { exp: undefined }, "token has an invalid exp claim"],
  ["that has ended", { exp: 1 }, "token is expired"],
  ["that is not valid yet", { nbf: Number.MAX_SAFE_INTEGER }, "token has an invalid nbf claim"],
  ["without a subject", { sub: undefined }, "token has an invalid sub claim"],
  ["for a subject that is no id", { sub: "ana" }, "token has an invalid sub claim"],
  ["that names a session", { session_id: somebody }, "token has an invalid session_id claim"],
])("a self-signed token %s", async (_what, changes, expected) => {
  const claims = { role: "authenticated", sub: somebody, exp: seconds() + 60, ...changes }
  const sign = (secret: string) =>
    new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(new TextEncoder().encode(secret))
  expect(await verdict(await sign(legacySecret))).toBe(expected)
  expect(await verdict(await sign(`${legacySecret}x`))).not.toBe("good")
})

test("an access token is valid for fifteen minutes", async () => {
  at += 999
  const { token, expiresAt } = await signAccessToken(authOf(), { sub: "s", session_id: "x", aud: audience })
  expect(expiresAt).toBe(Date.parse("2026-11-20T12:15:00Z") / 1000)
  at = expiresAt * 1000 - 1
  expect(await verdict(token)).toBe("good")
  at++
  expect(await verdict(token)).toBe("token is expired")
})
