import { randomUUID } from "node:crypto"
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
  expect(site.test.log.entries.at(-1)).toMatchObject({ message: expect.stringContaining("AUTH_SECRET") })
  const raised = await site.call("POST", "/factors/recovery-codes/verify", {
    token: access_token,
    body: { code: made.json.codes[0] },
  })
  expect(raised.status).toBe(200)
})

const over = "x".repeat(121)
test.each([
  [{ factor_type: "other" }, "validation_failed"],
  [{ factor_type: "totp", friendly_name: over }, "validation_failed"],
  [{ factor_type: "totp", issuer: over }, "validation_failed"],
  [{ factor_type: "totp", friendly_name: over.slice(1), issuer: over.slice(1) }, undefined],
])("%j is answered with %s", async (body, code) => {
  const { session } = await site.member(`${randomUUID()}@example.com`)
  expect((await enroll(session.access_token, body)).json.error_code).toBe(code)
})

test("A factor that was not finished within an hour makes room for another, and needs no second level to go", async () => {
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

test("Recovery codes are neither challenged nor verified as an app is, and have a name of their own", async () => {
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

test("With another app left, the sessions that it opened and the recovery codes stay", async () => {
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

test("With a verified factor, aal1 may still change what is neither the password nor the address", async () => {
  const { member } = await secured("data@example.com")
  const { access_token: token } = await site.signIn(member.email)
  const put = (body: object) => site.call("PUT", "/user", { token, body })
  expect((await put({ data: { city: "Oslo" } })).status).toBe(200)
  expect((await put({ email: member.email })).status).toBe(200)
})

test("A wrong code, a missing answer and a failure of ours each have their own refusal", async () => {
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

test("The app is labeled with whatever the account is known by, and with the issuer that is asked for", async () => {
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

test("The code of the step before or after is accepted too, and none a second time in a later step", async () => {
  const { member, factorId, secret } = await secured("drift@example.com")
  const at = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: site.test.world.now().getTime() + steps * 30_000,
    })
  const enter = async (code: string) => {
    const { access_token: token } = await site.signIn(member.email)
    return (await answer(token, factorId, code)).status
  }
  site.test.clock.advance(60_000)
  expect([await enter(at(-2)), await enter(at(2))]).toEqual([422, 422])
  expect(await enter(at(-1))).toBe(200)
  const ahead = at(1)
  expect(await enter(ahead)).toBe(200)
  site.test.clock.advance(30_000)
  expect(await enter(ahead)).toBe(422)
})

test("A challenge is good for just under five minutes, from an address that is unknown too", async () => {
  const { member, factorId, secret } = await secured("edge@example.com")
  const { access_token: token } = await site.signIn(member.email)
  const challenge = await site.call("POST", `/factors/${factorId}/challenge`, { token, from: "nowhere" })
  site.test.clock.advance(299_999)
  const body = { challenge_id: challenge.json.id, code: codeFor(secret) }
  expect((await site.call("POST", `/factors/${factorId}/verify`, { token, body })).status).toBe(200)
})

test("A right code or recovery code clears the failures before it", async () => {
  const { token, factorId, secret } = await secured("forgiven@example.com")
  const made = await site.call("POST", "/factors/recovery-codes", { token })
  let current = token
  const recover = async (code: string) => {
    const given = await site.call("POST", "/factors/recovery-codes/verify", {
      token: current,
      body: { code },
    })
    current = given.json.access_token ?? current
    return given.status
  }
  const enter = async (code: string) => {
    const given = await answer(current, factorId, code)
    current = given.json.access_token ?? current
    return given.status
  }
  for (const [attempt, right] of [
    [recover, () => made.json.codes.pop()],
    [enter, () => codeFor(secret)],
  ] as const)
    for (let round = 0; round < 2; round++) {
      for (let n = 0; n < 5; n++) expect(await attempt("no code")).toBe(422)
      expect(await attempt(right())).toBe(200)
      site.test.clock.advance(30_000)
    }
})
