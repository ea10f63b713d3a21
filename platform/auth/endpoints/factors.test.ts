import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type Member, type TestAuth, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ maxFactors: 3 })
})
afterAll(() => site.close())

const enroll = (token: string, body: object = { factor_type: "totp" }) =>
  site.call("POST", "/factors", { token, body })

const codeFor = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.test.world.now().getTime() })

async function answer(token: string, factorId: string, code: string) {
  const challenge = await site.call("POST", `/factors/${factorId}/challenge`, { token, body: {} })
  return site.call("POST", `/factors/${factorId}/verify`, {
    token,
    body: { challenge_id: challenge.json.id, code },
  })
}

async function secured(
  email: string,
): Promise<{ member: Member; factorId: string; secret: string; token: string }> {
  const member = await site.member(email)
  const made = await enroll(member.session.access_token)
  const raised = await answer(member.session.access_token, made.json.id, codeFor(made.json.totp.secret))
  expect(raised.status).toBe(200)
  site.test.clock.advance(30_000)
  return { member, factorId: made.json.id, secret: made.json.totp.secret, token: raised.json.access_token }
}

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

test("A code and a challenge each work once, and only for five minutes", async () => {
  const { member, factorId, secret } = await secured("replay@example.com")
  const again = await site.signIn(member.email)
  const code = codeFor(secret)
  expect((await answer(again.access_token, factorId, code)).status).toBe(200)
  const later = await site.signIn(member.email)
  expect((await answer(later.access_token, factorId, code)).json).toMatchObject({
    error_code: "mfa_verification_failed",
    msg: "Invalid TOTP code entered",
  })
  site.test.clock.advance(30_000)
  const challenge = await site.call("POST", `/factors/${factorId}/challenge`, { token: later.access_token })
  expect(challenge.json.expires_at).toBe(Math.floor(site.test.world.now().getTime() / 1000) + 300)
  site.test.clock.advance(300_000)
  const body = { challenge_id: challenge.json.id, code: codeFor(secret) }
  const expired = await site.call("POST", `/factors/${factorId}/verify`, { token: later.access_token, body })
  expect(expired.json.error_code).toBe("mfa_challenge_expired")
  const unknown = { ...body, challenge_id: "not one" }
  const missing = await site.call("POST", `/factors/${factorId}/verify`, {
    token: later.access_token,
    body: unknown,
  })
  expect(missing.json.error_code).toBe("mfa_factor_not_found")
})

test("One code cannot be used twice concurrently", async () => {
  const { member, factorId, secret } = await secured("twice@example.com")
  const [one, two] = [await site.signIn(member.email), await site.signIn(member.email)]
  const code = codeFor(secret)
  const answers = await Promise.all([one, two].map((session) => answer(session.access_token, factorId, code)))
  expect(answers.map((each) => each.status).filter((status) => status === 200)).toHaveLength(1)
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

test("An app whose secret cannot be opened is refused with an explanation, and a recovery code still works", async () => {
  const { member, factorId, secret, token } = await secured("unopenable@example.com")
  const made = await site.call("POST", "/factors/recovery-codes", { token })
  await site.test.world.db.query("update auth.mfa_factors set secret = 'AAAA' where id = $1", [factorId])
  const { access_token } = await site.signIn(member.email)
  const refused = await answer(access_token, factorId, codeFor(secret))
  expect(refused.status).toBe(422)
  expect(refused.json).toMatchObject({ error_code: "mfa_verification_failed" })
  expect(refused.json.msg).toContain("recovery code")
  const raised = await site.call("POST", "/factors/recovery-codes/verify", {
    token: access_token,
    body: { code: made.json.codes[0] },
  })
  expect(raised.status).toBe(200)
})
