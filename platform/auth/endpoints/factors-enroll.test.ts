import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testPassword } from "#test/support/auth.ts"
import { authenticatorApps } from "#test/support/second-factor.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ maxFactors: 3 })
})
afterAll(() => site.close())

const { enroll, codeFor, answer, secured } = authenticatorApps(() => site)

test("Enrollment returns what the client displays", async () => {
  const { session } = await site.member("enroll@example.com")
  const made = await enroll(session.access_token, { factor_type: "totp", friendly_name: "Phone" })
  expect(made.json).toMatchObject({ type: "totp", friendly_name: "Phone" })
  expect(made.json.totp.secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(made.json.totp.uri).toMatch(/^otpauth:\/\/totp\/Test%20Site:enroll%40example.com\?/)
  expect(made.json.totp.qr_code).toMatch(/^<svg [^#]*<\/svg>$/s)
  const rows = await site.test.world.db.query("select secret from auth.mfa_factors where id = $1", [
    made.json.id,
  ])
  expect(JSON.stringify(rows)).not.toContain(made.json.totp.secret)
  expect(
    (await enroll(session.access_token, { factor_type: "totp", friendly_name: "Phone" })).json.error_code,
  ).toBe("mfa_factor_name_conflict")
  expect((await enroll(session.access_token, { factor_type: "phone" })).json.error_code).toBe(
    "mfa_phone_enroll_not_enabled",
  )
  expect((await enroll(session.access_token, { factor_type: "phone" })).json.error_code).toBe(
    "mfa_phone_enroll_not_enabled",
  )
  await enroll(session.access_token)
  await enroll(session.access_token)
  expect((await enroll(session.access_token)).json.error_code).toBe("too_many_enrolled_mfa_factors")
})

test("A correct code raises the session to aal2, ends weaker sessions and revokes the old tokens", async () => {
  const member = await site.member("raise@example.com")
  const elsewhere = await site.signIn("raise@example.com")
  const made = await enroll(member.session.access_token)
  const raised = await answer(member.session.access_token, made.json.id, codeFor(made.json.totp.secret))
  expect(raised.json.user.factors).toMatchObject([
    { id: made.json.id, status: "verified", factor_type: "totp" },
  ])
  expect(await site.service.verifyToken(raised.json.access_token)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "totp" }, { method: "password" }],
  })
  expect((await site.call("GET", "/user", { token: elsewhere.access_token })).status).toBe(403)
  const stale = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: member.session.refresh_token },
  })
  expect(stale.status).toBe(400)
  const fresh = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: raised.json.refresh_token },
  })
  expect((await site.service.verifyToken(fresh.json.access_token))?.aal).toBe("aal2")
})

test("Guessing at a factor triggers waits that even a correct code does not bypass", async () => {
  const { member, factorId, secret } = await secured("guess@example.com")
  const thief = await site.signIn(member.email)
  const wrong = codeFor(secret) === "000000" ? "000001" : "000000"
  const statuses = []
  for (let i = 0; i < 8; i++) statuses.push((await answer(thief.access_token, factorId, wrong)).status)
  expect(statuses).toEqual([422, 422, 422, 422, 422, 422, 429, 429])
  expect((await answer(thief.access_token, factorId, codeFor(secret))).status).toBe(429)
})

test("With a verified factor, aal1 can change neither the password nor the factors", async () => {
  const { member, factorId, token } = await secured("guarded@example.com")
  const weak = await site.signIn(member.email)
  const password = { password: "a thief's own one 9" }
  expect(
    (await site.call("PUT", "/user", { token: weak.access_token, body: password })).json.error_code,
  ).toBe("insufficient_aal")
  expect(
    (await site.call("PUT", "/user", { token: weak.access_token, body: { email: "x@example.com" } })).status,
  ).toBe(401)
  expect((await enroll(weak.access_token)).json.error_code).toBe("insufficient_aal")
  expect(
    (await site.call("DELETE", `/factors/${factorId}`, { token: weak.access_token })).json.error_code,
  ).toBe("insufficient_aal")
  const gone = await site.call("DELETE", `/factors/${factorId}`, { token })
  expect(gone.json).toEqual({ id: factorId })
  const refreshed = await site.call("GET", "/user", { token })
  expect(refreshed.json.factors).toBeUndefined()
  const [row] = await site.test.world.db.query(
    "select aal, factor_id from auth.sessions s where s.user_id = $1 order by created_at limit 1",
    [member.id],
  )
  expect(row).toEqual({ aal: "aal1", factor_id: null })
})

test("A member cannot reach another member's factor", async () => {
  const { factorId } = await secured("mine@example.com")
  const other = await site.member("other@example.com")
  const token = other.session.access_token
  for (const path of [`/factors/${factorId}/challenge`, `/factors/${factorId}/verify`])
    expect((await site.call("POST", path, { token, body: {} })).status).toBe(404)
  expect((await site.call("DELETE", `/factors/${factorId}`, { token })).status).toBe(404)
  expect((await site.call("DELETE", "/factors/not-a-uuid", { token })).json.error_code).toBe(
    "validation_failed",
  )
})

const over = "x".repeat(121)
test.each([
  [{ factor_type: "other" }, "validation_failed"],
  [{ factor_type: "totp", friendly_name: over }, "validation_failed"],
  [{ factor_type: "totp", issuer: over }, "validation_failed"],
  [{ factor_type: "totp", friendly_name: over.slice(1), issuer: over.slice(1) }, undefined],
])("%j gets %s", async (body, code) => {
  const { session } = await site.member(`${randomUUID()}@example.com`)
  expect((await enroll(session.access_token, body)).json.error_code).toBe(code)
})

test("An enrollment unfinished for an hour makes room for another, and can be removed without aal2", async () => {
  const { session } = await site.member("unfinished@example.com")
  const token = session.access_token
  const factors = async () => (await site.call("GET", "/user", { token })).json.factors
  const first = await enroll(token)
  expect((await site.call("DELETE", `/factors/${first.json.id}`, { token })).status).toBe(200)
  const age = async (seconds: number) => {
    const at = new Date(site.test.world.now().getTime() - seconds * 1000)
    await site.test.world.db.query("update auth.mfa_factors set created_at = $1 where user_id = $2", [
      at,
      session.user.id,
    ])
  }
  await enroll(token)
  await age(3600)
  await enroll(token)
  expect(await factors()).toHaveLength(2)
  await age(3601)
  await enroll(token)
  expect(await factors()).toHaveLength(1)
})

test("If another app is left, its sessions and the recovery codes stay", async () => {
  const { member, factorId, token } = await secured("two.apps@example.com")
  const second = await enroll(token, { factor_type: "totp", friendly_name: "Second" })
  const raised = await answer(token, second.json.id, codeFor(second.json.totp.secret))
  await site.call("POST", "/factors/recovery-codes", { token: raised.json.access_token })
  await site.call("DELETE", `/factors/${factorId}`, { token: raised.json.access_token })
  const [row] = await site.test.world.db.query(
    "select aal, factor_id from auth.sessions where user_id = $1",
    [member.id],
  )
  expect(row).toEqual({ aal: "aal2", factor_id: second.json.id })
  const { factors } = (await site.call("GET", "/user", { token: raised.json.access_token })).json
  expect(factors.map((one: { factor_type: string }) => one.factor_type).sort()).toEqual([
    "recovery_code",
    "totp",
  ])
})

test("With a verified factor, aal1 may still change everything except the password and the address", async () => {
  const { member } = await secured("data@example.com")
  const { access_token: token } = await site.signIn(member.email)
  const put = (body: object) => site.call("PUT", "/user", { token, body })
  expect((await put({ data: { city: "Oslo" } })).status).toBe(200)
  expect((await put({ email: member.email })).status).toBe(200)
})

test("A wrong code, a missing response and an internal error have different refusals", async () => {
  const { factorId, token, secret } = await secured("wrong@example.com")
  expect((await answer(token, factorId, `${codeFor(secret)}0`)).json.error_code).toBe(
    "mfa_verification_failed",
  )
  await site.call("POST", "/factors/recovery-codes", { token })
  const { db } = site.test.world
  await db.query("alter table auth_private.attempts add constraint ours check (false) not valid")
  const broken = await site.call("POST", "/factors/recovery-codes/verify", { token, body: { code: "x" } })
  await db.query("alter table auth_private.attempts drop constraint ours")
  expect(broken.status).toBe(500)
  const made = await enroll(token, { factor_type: "webauthn" })
  const empty = await site.call("POST", `/factors/${made.json.id}/verify`, { token, body: {} })
  expect(empty.json.msg).toBe("webauthn is required to verify a security key")
})

test("The app is labeled with the account's known name and the requested issuer", async () => {
  const { config } = site.service.auth
  Object.assign(config, { anonymousSignIn: true, phoneSignIn: true, phoneAutoconfirm: true })
  const begin = async (body: object) => {
    const { json } = await site.call("POST", "/signup", { body })
    return { id: json.user.id as string, token: json.access_token as string }
  }
  const [nobody, phone] = [await begin({}), await begin({ phone: "+15556660001", password: testPassword })]
  Object.assign(config, { anonymousSignIn: false, phoneSignIn: false, phoneAutoconfirm: false })
  const uri = async (token: string, issuer?: string) =>
    (await enroll(token, { factor_type: "totp", issuer })).json.totp.uri.split("?")[0]
  expect(await uri(nobody.token)).toBe(`otpauth://totp/Test%20Site:${nobody.id}`)
  expect(await uri(phone.token, "Ours")).toBe("otpauth://totp/Ours:15556660001")
})

test("A session older than an hour may enroll an app, but no security key", async () => {
  const { session } = await site.member("hours@example.com")
  site.test.clock.advance(3_601_000)
  const { json } = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  })
  const begin = async (factor_type: string) =>
    (await enroll(json.access_token, { factor_type })).json.error_code
  expect([await begin("totp"), await begin("webauthn")]).toEqual([undefined, "reauthentication_needed"])
})
