/** Second factors, tested without their routes: who owns them, and which codes are accepted how often. */
import { randomUUID } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { lockFactor, lockRecoverySet } from "./find.ts"
import { countRecoveryCodes, replaceRecoveryCodes, spendRecoveryCode } from "./recovery-codes.ts"
import { newTotp, spendTotpCode } from "./totp.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

async function withFactor(type: string, secret: string | null = null) {
  const { db, now } = site.test.world
  const { id: userId } = await site.member(`${randomUUID()}@example.com`)
  const id = randomUUID()
  await db.sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret)
    values (${id}, ${userId}, 'Mine', ${type}, 'verified', ${now()}, ${now()}, ${secret})`
  return { userId, id }
}

test("A factor is found only by its owner, and only by a valid id", async () => {
  const { db } = site.test.world
  const [mine, other] = [await withFactor("totp"), await withFactor("totp")]
  expect(await lockFactor(db, mine.userId, mine.id)).toMatchObject({
    id: mine.id,
    user_id: mine.userId,
    factor_type: "totp",
    status: "verified",
    friendly_name: "Mine",
    created_at: site.test.world.now(),
  })
  const code = (userId: string, id: string) =>
    lockFactor(db, userId, id).then(
      () => undefined,
      ({ status, code }) => [status, code],
    )
  expect(await code(other.userId, mine.id)).toEqual([404, "mfa_factor_not_found"])
  expect(await code(mine.userId, randomUUID())).toEqual([404, "mfa_factor_not_found"])
  expect(await code(mine.userId, "no id")).toEqual([404, "validation_failed"])
})

test("Only a recovery-codes factor counts as a set of them", async () => {
  const { db } = site.test.world
  const [app, set] = [await withFactor("totp"), await withFactor("recovery_code")]
  await expect(lockRecoverySet(db, app.userId)).rejects.toMatchObject({
    status: 404,
    message: "Recovery codes not found",
  })
  expect(await lockRecoverySet(db, set.userId)).toMatchObject({ id: set.id })
})

test("A new app has its own secret of 160 bits, a URI that names the account, and a matching QR code", async () => {
  const [one, two] = [
    await newTotp("Site & Co", "a@example.com"),
    await newTotp("Site & Co", "a@example.com"),
  ]
  expect(one.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(one.secret).not.toBe(two.secret)
  const uri = new URL(one.uri)
  expect(uri.pathname).toBe("/Site%20%26%20Co:a%40example.com")
  expect(Object.fromEntries(uri.searchParams)).toEqual({
    issuer: "Site & Co",
    secret: one.secret,
    algorithm: "SHA1",
    digits: "6",
    period: "30",
  })
  expect(one.qr_code).toMatch(/^<svg [^#]*<\/svg>$/)
})

test("The codes of three steps are accepted, each once and none after a later one", async () => {
  const { auth } = site.service
  const { db, now } = site.test.world
  const { secret } = await newTotp("Site", "a@example.com")
  const { id } = await withFactor("totp")
  const sealed = await auth.secrets.seal("totp", secret)
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + steps * 30_000 })
  const spend = (steps: number) => spendTotpCode(auth, db, { id, secret: sealed }, codeAt(steps))
  expect([await spend(-2), await spend(2)]).toEqual([false, false])
  expect([await spend(-1), await spend(-1)]).toEqual([true, false])
  expect([await spend(0), await spend(0), await spend(-1)]).toEqual([true, false, false])
  expect([await spend(1), await spend(0), await spend(1)]).toEqual([true, false, false])
  site.test.clock.advance(30_000)
  expect([await spend(0), await spend(1)]).toEqual([false, true])
})

test("An app encrypted under another AUTH_SECRET is refused with instructions, and logged", async () => {
  const { id } = await withFactor("totp")
  const spent = spendTotpCode(site.service.auth, site.test.world.db, { id, secret: "AAAA" }, "123456")
  await expect(spent).rejects.toMatchObject({
    status: 422,
    message: expect.stringContaining("recovery code"),
  })
  expect(site.test.log.entries.at(-1)).toMatchObject({ message: expect.stringContaining("AUTH_SECRET") })
})

test("Each recovery code works once, however typed, until the set is replaced, and in no other set", async () => {
  const { auth } = site.service
  const { db } = site.test.world
  const [{ id }, { id: other }] = [await withFactor("recovery_code"), await withFactor("recovery_code")]
  const codes = await replaceRecoveryCodes(auth, db, id)
  await replaceRecoveryCodes(auth, db, other)
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[2-9abcdefghjkmnpqrstuvwxyz]{16}$/.test(code))).toBe(true)
  const [first = "", second = "", third = ""] = codes
  const spend = (code: string, of = id) => spendRecoveryCode(auth, db, of, code)
  expect(await countRecoveryCodes(db, id)).toEqual({ total: 10, remaining: 10 })
  expect(await spend(first, other)).toBe(false)
  expect(await spend(`${first.slice(0, 8).toUpperCase()} -${first.slice(8)} `)).toBe(true)
  expect([await spend(first), await spend(""), await spend("x".repeat(16))]).toEqual([false, false, false])
  expect(await countRecoveryCodes(db, id)).toEqual({ total: 10, remaining: 9 })
  const [renewed = ""] = await replaceRecoveryCodes(auth, db, id)
  expect([await spend(second), await spend(third), await spend(renewed)]).toEqual([false, false, true])
  expect(await countRecoveryCodes(db, other)).toEqual({ total: 10, remaining: 10 })
})
