import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, linkIn, type TestAuth, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const put = (token: string, body: object) => site.call("PUT", "/user", { token, body })
const enter = (email: string, password: string) =>
  site.call("POST", "/token?grant_type=password", { body: { email, password } })

test("Metadata is merged, null removes a key, and members cannot change app_metadata", async () => {
  const { session } = await site.member("meta@example.com")
  await put(session.access_token, { data: { full_name: "A", city: "B" } })
  const changed = await put(session.access_token, {
    data: { city: null, sport: "run" },
    app_metadata: { role: "owner" },
    role: "service_role",
  })
  expect(changed.json.user_metadata).toEqual({ full_name: "A", sport: "run" })
  expect(changed.json.app_metadata).toEqual({ provider: "email", providers: ["email"] })
  expect(changed.json.role).toBe("authenticated")
  expect((await put(session.access_token, { data: { x: "x".repeat(5000) } })).status).toBe(400)
})

test("A new password signs the other sessions out and keeps this one", async () => {
  const { session } = await site.member("password@example.com")
  const other = await site.signIn("password@example.com")
  expect((await put(session.access_token, { password: testPassword })).json).toMatchObject({
    error_code: "same_password",
    msg: "New password should be different from the old password.",
  })
  expect((await put(session.access_token, { password: "short" })).json.error_code).toBe("weak_password")
  expect((await put(session.access_token, { password: "password1" })).json.weak_password.reasons).toEqual([
    "pwned",
  ])
  expect((await put(session.access_token, { password: "another fine one 3" })).status).toBe(200)
  expect((await site.call("GET", "/user", { token: session.access_token })).status).toBe(200)
  expect((await site.call("GET", "/user", { token: other.access_token })).json.error_code).toBe(
    "session_not_found",
  )
  expect((await enter("password@example.com", testPassword)).status).toBe(400)
  expect((await enter("password@example.com", "another fine one 3")).status).toBe(200)
})

test("Long after signing in, a new password requires the mailed code, which works once", async () => {
  const { session } = await site.member("nonce@example.com")
  site.test.clock.advance(3_601_000)
  const { access_token: token } = (
    await site.call("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    })
  ).json
  const password = "another fine one 3"
  expect((await put(token, { password })).json).toMatchObject({
    code: 400,
    error_code: "reauthentication_needed",
    msg: "Password update requires reauthentication",
  })
  expect((await site.call("GET", "/reauthenticate", { token })).json).toEqual({})
  const mail = site.mailTo("nonce@example.com")
  expect(mail).toMatchObject({ kind: "auth.reauthentication", subject: "Your code for Test Site" })
  const nonce = codeIn(mail)
  const wrong = nonce === "000000" ? "000001" : "000000"
  for (let i = 0; i < 4; i++)
    expect((await put(token, { password, nonce: wrong })).json.error_code).toBe("reauthentication_not_valid")
  expect((await put(token, { password, nonce })).status).toBe(200)
  expect((await put(token, { password: "yet another one 4", nonce })).json.error_code).toBe(
    "reauthentication_not_valid",
  )
})

test("A change of address requires both mailboxes", async () => {
  const { session } = await site.member("old@example.com")
  const asked = await put(session.access_token, { email: "New@example.com" })
  expect(asked.json).toMatchObject({ email: "old@example.com", new_email: "new@example.com" })
  const first = await site.call("POST", "/verify", {
    body: { type: "email_change", email: "new@example.com", token: codeIn(site.mailTo("new@example.com")) },
  })
  expect(first.json).toEqual({
    msg: "Confirmation link accepted. Please proceed to confirm link sent to the other email",
    code: "200",
  })
  expect((await enter("old@example.com", testPassword)).status).toBe(200)
  const second = await site.call("GET", linkIn(site.mailTo("old@example.com")))
  expect(second.headers.get("location")).toContain("access_token=")
  expect((await enter("old@example.com", testPassword)).status).toBe(400)
  const session2 = await enter("new@example.com", testPassword)
  expect(session2.json.user).toMatchObject({
    email: "new@example.com",
    identities: [{ email: "new@example.com" }],
  })
  expect(session2.json.user.new_email).toBeUndefined()
})

test("One mailbox alone changes nothing, however often it confirms", async () => {
  const { session } = await site.member("stay@example.com")
  await put(session.access_token, { email: "thief@example.com" })
  const link = linkIn(site.mailTo("thief@example.com"))
  expect((await site.call("GET", link)).headers.get("location")).toContain(
    "message=Confirmation+link+accepted",
  )
  expect((await site.call("GET", link)).headers.get("location")).toContain("otp_expired")
  await site.call("POST", "/resend", { body: { type: "email_change", email: "stay@example.com" } })
  await site.call("GET", linkIn(site.mailTo("thief@example.com")))
  expect((await site.call("GET", "/user", { token: session.access_token })).json.email).toBe(
    "stay@example.com",
  )
})

test("Requesting a taken address looks the same and has no effect", async () => {
  await site.member("holder@example.com")
  const { session } = await site.member("asker@example.com")
  const before = site.test.mails.filter((mail) => mail.to === "holder@example.com").length
  const answer = await put(session.access_token, { email: "holder@example.com" })
  expect(answer.status).toBe(200)
  expect(answer.json.new_email).toBe("holder@example.com")
  expect(site.test.mails.filter((mail) => mail.to === "holder@example.com").length).toBe(before)
  await site.call("GET", linkIn(site.mailTo("asker@example.com")))
  expect((await site.call("GET", "/user", { token: session.access_token })).json.email).toBe(
    "asker@example.com",
  )
})

test("An anonymous account becomes a regular one with its own address", async () => {
  const open = await createTestAuth({ anonymousSignIn: true })
  try {
    const begun = await open.call("POST", "/signup", { body: {} })
    expect(begun.json.user).toMatchObject({ is_anonymous: true, email: "" })
    await open.call("PUT", "/user", { token: begun.json.access_token, body: { email: "named@example.com" } })
    await open.call("GET", linkIn(open.mailTo("named@example.com")))
    const named = (await open.call("GET", "/user", { token: begun.json.access_token })).json
    expect(named).toMatchObject({
      id: begun.json.user.id,
      email: "named@example.com",
      is_anonymous: false,
      identities: [{ provider: "email" }],
    })
  } finally {
    await open.close()
  }
})

test("If sign-ups are confirmed automatically, so is a change of address", async () => {
  const open = await createTestAuth({ autoconfirm: true, operatorEmails: ["chief@example.com"] })
  try {
    await open.member("taken@example.com")
    const { session } = await open.member("typed@example.com")
    const change = (email: string) =>
      open.call("PUT", "/user", { token: session.access_token, body: { email } })
    expect((await change("taken@example.com")).json.error_code).toBe("email_exists")
    const changed = await change("chief@example.com")
    expect(changed.json).toMatchObject({ email: "chief@example.com" })
    expect(changed.json.app_metadata.role).toBeUndefined()
  } finally {
    await open.close()
  }
})

test("A number cannot be changed, and setting one's current address has no effect", async () => {
  const { session } = await site.member("same@example.com")
  expect((await put(session.access_token, { phone: "+15550001111" })).json.error_code).toBe(
    "phone_provider_disabled",
  )
  const before = site.test.mails.length
  const answer = await put(session.access_token, { email: " Same@example.com " })
  expect([answer.status, answer.json.new_email, site.test.mails.length]).toEqual([200, undefined, before])
})

test("For an hour, a password can be set without a code, but never with a wrong one", async () => {
  const { session } = await site.member("hour@example.com")
  const code = "reauthentication_not_valid"
  const set = (token: string, more: object = {}) => put(token, { password: "another fine one 3", ...more })
  expect((await set(session.access_token, { nonce: "123456" })).json.error_code).toBe(code)
  site.test.clock.advance(3_600_000)
  const refreshed = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  })
  expect((await set(refreshed.json.access_token)).status).toBe(200)
})

test("An older session needs the old password, a mailed code, or recent proof to set a new one", async () => {
  const { id, session } = await site.member("late@example.com")
  const { db } = site.test.world
  site.test.clock.advance(3_600_001)
  const refreshed = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  })
  const set = async (password: string, more: object = {}) => {
    const { status, json } = await put(refreshed.json.access_token, { password, ...more })
    return [status, json.error_code]
  }
  // The session's own creation time is ignored.
  await db.query("update auth.sessions set created_at = $2 where user_id = $1", [id, site.test.world.now()])
  const needed = [400, "reauthentication_needed"]
  const wrong = [400, "current_password_mismatch"]
  expect(await set("another fine one 3")).toEqual(needed)
  expect(await set("another fine one 3", { current_password: "" })).toEqual(needed)
  expect(await set("another fine one 3", { current_password: "not the old one" })).toEqual(wrong)
  expect(await set("another fine one 3", { current_password: testPassword })).toEqual([200, undefined])
  // Verifying a second factor in the same session counts too.
  expect(await set("another fine one 4")).toEqual(needed)
  await db.query(
    `update auth.mfa_amr_claims set updated_at = $2 where session_id in (select id from auth.sessions where user_id = $1)`,
    [id, site.test.world.now()],
  )
  expect(await set("another fine one 4")).toEqual([200, undefined])
})

test("A session cannot be used to guess the old password", async () => {
  const { session } = await site.member("guessed@example.com")
  const answers = []
  for (let n = 0; n < 7; n++)
    answers.push(
      (await put(session.access_token, { password: "another fine one 3", current_password: `guess ${n}` }))
        .status,
    )
  expect(answers).toEqual([400, 400, 400, 400, 400, 400, 429])
})

test("An account without a password may set one, and codes are sent only to a confirmed address", async () => {
  const { id, session } = await site.member("first@example.com")
  const { db } = site.test.world
  await db.query("update auth.users set encrypted_password = '' where id = $1", [id])
  expect((await put(session.access_token, { password: testPassword })).status).toBe(200)
  const ask = async () =>
    (await site.call("GET", "/reauthenticate", { token: session.access_token })).json.error_code
  await db.query("update auth.users set email_confirmed_at = null where id = $1", [id])
  expect(await ask()).toBe("email_not_confirmed")
  await db.query("update auth.users set email = null where id = $1", [id])
  expect(await ask()).toBe("validation_failed")
})

test("A change requested with a PKCE challenge ends in a code for the requester", async () => {
  const { session } = await site.member("flow@example.com")
  const code_challenge = "c".repeat(43)
  await put(session.access_token, {
    email: "flow.new@example.com",
    code_challenge,
    code_challenge_method: "plain",
  })
  await site.call("GET", linkIn(site.mailTo("flow.new@example.com")))
  const opened = await site.call("GET", linkIn(site.mailTo("flow@example.com")))
  const { searchParams } = new URL(opened.headers.get("location") ?? "")
  const body = { auth_code: searchParams.get("code"), code_verifier: code_challenge }
  const exchanged = await site.call("POST", "/token?grant_type=pkce", { body })
  expect(exchanged.json.user.email).toBe("flow.new@example.com")
})

test("If one confirmation is enough, the old address gets no mail before the change", async () => {
  const { session } = await site.member("single@example.com")
  const { config } = site.service.auth
  config.secureEmailChange = false
  await put(session.access_token, { email: "single.new@example.com" })
  expect(site.test.mails.filter(({ to }) => to === "single@example.com")).toEqual([])
  await site.call("GET", linkIn(site.mailTo("single.new@example.com")))
  config.secureEmailChange = true
  expect((await put(session.access_token, {})).json.email).toBe("single.new@example.com")
})

test("Only a change of address counts toward a network's limit of mails", async () => {
  const { session } = await site.member("counted@example.com")
  const { config } = site.service.auth
  const before = config.mailsPerNetworkPerHour
  config.mailsPerNetworkPerHour = 1
  const put = async (body: object) =>
    (await site.call("PUT", "/user", { token: session.access_token, body })).status
  const unlimited = [
    await put({ data: { city: "Oslo" } }),
    await put({ email: "counted@example.com" }),
    await put({ password: "another fine one 3" }),
  ]
  const changes = [
    await put({ email: "counted.one@example.com" }),
    await put({ email: "counted.two@example.com" }),
  ]
  config.mailsPerNetworkPerHour = before
  expect([unlimited, changes]).toEqual([
    [200, 200, 200],
    [200, 429],
  ])
})

test("An account without an address may set one, and setting none changes nothing", async () => {
  const { config } = site.service.auth
  config.anonymousSignIn = true
  const { json } = await site.call("POST", "/signup", { body: {} })
  config.anonymousSignIn = false
  const put = async (body: object) =>
    (await site.call("PUT", "/user", { token: json.access_token, body })).json.new_email
  expect(await put({ email: "" })).toBeUndefined()
  expect(await put({ email: "first.one@example.com" })).toBe("first.one@example.com")
})

test("With a second factor, password and address can be changed only in a session that has used it", async () => {
  const { id, session } = await site.member("second@example.com")
  const { db } = site.test.world
  await db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [id],
  )
  const changes = async () => {
    const all = []
    for (const body of [
      { password: "another fine one 3" },
      { email: "second.new@example.com" },
      { data: { a: 1 } },
    ])
      all.push((await put(session.access_token, body)).status)
    return all
  }
  expect(await changes()).toEqual([401, 401, 200])
  await db.query("update auth.sessions set aal = 'aal2' where user_id = $1", [id])
  expect(await changes()).toEqual([200, 200, 200])
})
