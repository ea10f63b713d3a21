/** When a signing key is read, signs and is gone, by a clock that the test sets. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#domain/world.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { deriveSecrets } from "../crypto/secrets.ts"
import { createSigningKeys } from "./signing-keys.ts"

const secrets = deriveSecrets("a-secret-for-tests-of-at-least-32-characters")
let database: TestDatabase
let at: number
/** Loads of the keys so far. */
let loads: number
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())
beforeEach(async () => {
  await database.db.sql`delete from auth_private.signing_keys`
  at = Date.parse("2026-11-20T12:00:00Z")
  loads = 0
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
  return { ...database.db, sql, transaction: (work) => database.db.transaction(work) }
}

test("a key signs from its instant, and is gone at its end", async () => {
  const keys = keysOf()
  const first = (await keys.signer()).kid
  const { kid: second, signsFrom } = await keys.rotate()
  const signer = async () => (await keys.signer()).kid
  const known = async () => [
    (await keys.verifier(first)) !== null,
    (await keys.published()).map(({ kid }) => kid).includes(first),
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

test("keys are read again after a minute, and when the clock was set back as far", async () => {
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

test("an unknown key is looked for at most every five seconds", async () => {
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

test("the first key signs at once, the next eleven minutes later, and a start makes no second one", async () => {
  const keys = keysOf()
  await keys.refresh()
  await keysOf().refresh()
  expect(await keys.published()).toHaveLength(1)
  const { signsFrom } = await keys.rotate()
  expect(signsFrom.getTime() - at).toBe(11 * 60_000)
  expect(await keys.published()).toHaveLength(2)
})

test("without a key in force nothing is signed", async () => {
  const keys = keysOf()
  await keys.refresh()
  await database.db.sql`update auth_private.signing_keys set signs_from = ${new Date(at + 120_000)}`
  at += 60_000
  await keys.refresh()
  await expect(keys.signer()).rejects.toThrow("No signing key is in force")
})

test("a shared secret is no signing key", async () => {
  const keys = keysOf()
  await keys.refresh()
  await database.db.sql`update auth_private.signing_keys set public_jwk = '{"kty":"oct","k":"AAAA"}'`
  at += 60_000
  await expect(keys.refresh()).rejects.toThrow("must be a key pair")
})
