/** Recovery codes, for members who have lost the authenticator app. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testPassword } from "#test/support/auth.ts"
import { authenticatorApps } from "#test/support/second-factor.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const { codeFor, answer, secured } = authenticatorApps(() => site)
const over = "x".repeat(121)

test("Recovery codes: ten, shown once, each usable once, in the form people type them", async () => {
  const { member, token } = await secured("codes@example.com")
  const path = "/factors/recovery-codes"
  expect((await site.call("GET", path, { token })).json.error_code).toBe("mfa_factor_not_found")
  const made = await site.call("POST", path, { token })
  expect(made.json).toMatchObject({ type: "recovery_code", friendly_name: "Recovery codes", total: 10 })
  const codes: string[] = made.json.codes
  expect(new Set(codes).size).toBe(10)
  expect(codes.every((code) => /^[a-z2-9]{16}$/.test(code))).toBe(true)
  expect((await site.call("POST", path, { token })).json.error_code).toBe("mfa_verified_factor_exists")
  const stored = JSON.stringify(await site.test.world.db.query("select * from auth_private.recovery_codes"))
  expect(codes.some((code) => stored.includes(code))).toBe(false)

  const lost = await site.signIn(member.email)
  site.test.clock.advance(1_000)
  const typed = (codes[0] ?? "").toUpperCase().replace(/(.{4})/g, "$1-")
  const raised = await site.call("POST", `${path}/verify`, {
    token: lost.access_token,
    body: { code: typed },
  })
  expect(await site.service.verifyToken(raised.json.access_token)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "mfa/recovery_code" }, { method: "password" }],
  })
  const again = await site.call("POST", `${path}/verify`, {
    token: raised.json.access_token,
    body: { code: typed },
  })
  expect(again.json.error_code).toBe("mfa_verification_failed")
  expect((await site.call("GET", path, { token: raised.json.access_token })).json).toMatchObject({
    total: 10,
    remaining: 9,
  })

  const renewed = await site.call("POST", `${path}/regenerate`, { token: raised.json.access_token })
  expect(renewed.json.id).toBe(made.json.id)
  const old = await site.call("POST", `${path}/verify`, {
    token: raised.json.access_token,
    body: { code: codes[1] },
  })
  expect(old.json.error_code).toBe("mfa_verification_failed")
  for (let i = 0; i < 5; i++)
    await site.call("POST", `${path}/verify`, { token: raised.json.access_token, body: { code: "x" } })
  const locked = await site.call("POST", `${path}/verify`, {
    token: raised.json.access_token,
    body: { code: renewed.json.codes[0] },
  })
  expect([locked.status, locked.json.error_code]).toEqual([429, "mfa_recovery_codes_locked"])
  const removed = await site.call("DELETE", path, { token: raised.json.access_token })
  expect(removed.json).toEqual({ id: made.json.id })
})

test("Recovery codes require another factor and aal2, and are removed with the last factor", async () => {
  const bare = await site.member("bare@example.com")
  const path = "/factors/recovery-codes"
  expect((await site.call("POST", path, { token: bare.session.access_token })).json.error_code).toBe(
    "mfa_recovery_codes_sole_factor",
  )
  const { member, token, factorId } = await secured("last@example.com")
  const weak = await site.signIn(member.email, testPassword)
  expect((await site.call("POST", path, { token: weak.access_token })).json.error_code).toBe(
    "insufficient_aal",
  )
  await site.call("POST", path, { token })
  expect((await site.call("GET", "/user", { token })).json.factors).toHaveLength(2)
  await site.call("DELETE", `/factors/${factorId}`, { token })
  expect((await site.call("GET", "/user", { token })).json.factors).toBeUndefined()
})

test("An app whose secret cannot be decrypted is refused, and a recovery code still works", async () => {
  const { member, factorId, secret, token } = await secured("unopenable@example.com")
  const made = await site.call("POST", "/factors/recovery-codes", { token })
  await site.test.world.db.query("update auth.mfa_factors set secret = 'AAAA' where id = $1", [factorId])
  const { access_token } = await site.signIn(member.email)
  const refused = await answer(access_token, factorId, codeFor(secret))
  expect(refused.status).toBe(422)
  expect(refused.json).toMatchObject({ error_code: "mfa_verification_failed" })
  expect(refused.json.msg).toContain("recovery code")
  expect(site.test.log.entries.at(-1)).toMatchObject({ message: expect.stringContaining("AUTH_SECRET") })
  const raised = await site.call("POST", "/factors/recovery-codes/verify", {
    token: access_token,
    body: { code: made.json.codes[0] },
  })
  expect(raised.status).toBe(200)
})

test("Recovery codes cannot be challenged or verified like an app, and have their own name", async () => {
  const { token } = await secured("kinds@example.com")
  const path = "/factors/recovery-codes"
  const named = (friendly_name: string) => site.call("POST", path, { token, body: { friendly_name } })
  expect((await named(over)).json.error_code).toBe("validation_failed")
  const made = await named(over.slice(1))
  expect(made.json.friendly_name).toBe(over.slice(1))
  const challenged = await site.call("POST", `/factors/${made.json.id}/challenge`, { token })
  expect([challenged.status, challenged.json.error_code]).toEqual([422, "validation_failed"])
  const verified = await site.call("POST", `/factors/${made.json.id}/verify`, { token, body: { code: "1" } })
  expect(verified.json.error_code).toBe("mfa_factor_not_found")
})

test("Only aal2 may replace or remove recovery codes", async () => {
  const { member, token } = await secured("weaker@example.com")
  const path = "/factors/recovery-codes"
  await site.call("POST", path, { token })
  const { access_token: weak } = await site.signIn(member.email)
  for (const [method, where] of [
    ["POST", `${path}/regenerate`],
    ["DELETE", path],
  ] as const)
    expect((await site.call(method, where, { token: weak })).json.error_code).toBe("insufficient_aal")
  expect((await site.call("GET", path, { token: weak })).json).toMatchObject({ total: 10, remaining: 10 })
})

test("A member has one set of recovery codes, whatever its name", async () => {
  const { token } = await secured("sets@example.com")
  const make = (friendly_name: string) =>
    site.call("POST", "/factors/recovery-codes", { token, body: { friendly_name } })
  expect((await make("First")).json.friendly_name).toBe("First")
  expect((await make("Second")).json.error_code).toBe("mfa_verified_factor_exists")
  expect((await make("First")).json.error_code).toBe("mfa_verified_factor_exists")
})

test("A set with the same name as the app is refused because of its name", async () => {
  const { token, factorId } = await secured("named@example.com")
  await site.test.world.db.query("update auth.mfa_factors set friendly_name = 'Phone' where id = $1", [
    factorId,
  ])
  const make = async (friendly_name: string) => {
    const { json } = await site.call("POST", "/factors/recovery-codes", { token, body: { friendly_name } })
    return json.error_code
  }
  expect([await make("Phone"), await make("Paper")]).toEqual(["mfa_factor_name_conflict", undefined])
})
