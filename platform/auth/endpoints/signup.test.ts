import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, linkIn, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const signUp = (email: string, password = "correct horse 1", extra: object = {}) =>
  site.call("POST", "/signup", { body: { email, password, ...extra } })

test("A new member gets a mail, and no session until the mailbox is confirmed", async () => {
  const answer = await signUp("Ana@Example.com", "correct horse 1", { data: { full_name: "Ana" } })
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({
    email: "ana@example.com",
    role: "authenticated",
    user_metadata: { full_name: "Ana" },
    app_metadata: { provider: "email", providers: ["email"] },
    identities: [{ provider: "email", identity_data: { full_name: "Ana", email_verified: false } }],
  })
  expect(answer.json.access_token).toBeUndefined()
  expect(answer.json.email_confirmed_at).toBeUndefined()

  const refused = await site.call("POST", "/token?grant_type=password", {
    body: { email: "ana@example.com", password: "correct horse 1" },
  })
  expect(refused.status).toBe(400)
  expect(refused.json).toMatchObject({ error_code: "email_not_confirmed", msg: "Email not confirmed" })

  const opened = await site.call("GET", linkIn(site.mailTo("ana@example.com")))
  expect(opened.status).toBe(303)
  expect(opened.headers.get("location")).toMatch(/^http:\/\/b4m\.test#access_token=.*&type=signup$/)

  const session = await site.call("POST", "/token?grant_type=password", {
    body: { email: "ana@example.com", password: "correct horse 1" },
  })
  expect(session.status).toBe(200)
  expect(session.json.user.email_confirmed_at).toBe(site.test.world.now().toISOString())
})

test("Signing up with a taken address returns a made-up user without identities and mails nobody", async () => {
  await signUp("taken@example.com")
  await site.call("GET", linkIn(site.mailTo("taken@example.com")))
  const mailsBefore = site.test.mails.length
  const answer = await signUp("taken@example.com", "another one 22")
  expect(answer.status).toBe(200)
  expect(answer.json.identities).toEqual([])
  expect(site.test.mails.length).toBe(mailsBefore)
  const [{ count }] = (await site.test.world.db.query(
    "select count(*)::int as count from auth.users where id = $1",
    [answer.json.id],
  )) as [{ count: number }]
  expect(count).toBe(0)
})

test("A repeated sign-up invalidates the earlier mail, and its own mail confirms the common password", async () => {
  await signUp("race@example.com")
  const earlier = linkIn(site.mailTo("race@example.com"))
  await signUp("race@example.com")
  const later = site.mailTo("race@example.com")
  expect((await site.call("GET", earlier)).headers.get("location")).toContain("error_code=otp_expired")
  const verified = await site.call("POST", "/verify", {
    body: { type: "signup", email: "race@example.com", token: codeIn(later) },
  })
  expect(verified.status).toBe(200)
  const body = { email: "race@example.com", password: "correct horse 1" }
  expect((await site.call("POST", "/token?grant_type=password", { body })).status).toBe(200)
})

test.each([
  [
    { email: "a", password: "123456" },
    400,
    "validation_failed",
    "Unable to validate email address: invalid format",
  ],
  [{ email: "x@example.com" }, 400, "validation_failed", "Signup requires a valid password"],
  [
    { email: "x@example.com", password: "123" },
    422,
    "weak_password",
    "Password should be at least 6 characters.",
  ],
  [
    { email: "x@example.com", password: "123456" },
    422,
    "weak_password",
    "Password is known to be weak and easy to guess, please choose a different one.",
  ],
  [
    { email: "x@example.com", password: "x".repeat(73) },
    400,
    "validation_failed",
    "Password cannot be longer than 72 characters",
  ],
  [
    { email: "x@example.com", password: "ü".repeat(37) },
    400,
    "validation_failed",
    "Password cannot be longer than 72 characters",
  ],
  [
    { email: "x@example.com", phone: "+15551234567", password: "longenough1" },
    400,
    "validation_failed",
    "Only an email address or phone number should be provided on signup.",
  ],
  [
    { phone: "+15551234567", password: "longenough1" },
    422,
    "phone_provider_disabled",
    "Phone signups are disabled",
  ],
  [{ password: "longenough1" }, 422, "anonymous_provider_disabled", "Anonymous sign-ins are disabled"],
  [{ email: 7, password: "longenough1" }, 400, "validation_failed", /^email: /],
  [
    {
      email: "x@example.com",
      password: "longenough1",
      code_challenge: "short",
      code_challenge_method: "s256",
    },
    400,
    "validation_failed",
    /code challenge/,
  ],
])("%j is refused with %i %s", async (body, status, code, message) => {
  const old = await site.call("POST", "/signup", { body })
  expect(old.status).toBe(status)
  expect(old.json).toMatchObject({ code: status, error_code: code, msg: expect.stringMatching(message) })
  const current = await site.call("POST", "/signup", {
    body,
    headers: { "x-supabase-api-version": "2024-01-01" },
  })
  expect(current.json).toMatchObject({ code, message: expect.stringMatching(message) })
  if (code === "weak_password") expect(current.json.weak_password.reasons).toHaveLength(1)
})

test("Parallel sign-ups with one address create one account", async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => signUp("parallel@example.com")))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]))
  expect(new Set(answers.map((answer) => answer.json.id)).size).toBe(1)
})

test("Metadata given at sign-up is stored, whichever way the account is created", async () => {
  const { config } = site.service.auth
  Object.assign(config, { anonymousSignIn: true, phoneSignIn: true, phoneAutoconfirm: true })
  const data = { city: "Oslo" }
  const password = "correct horse 1"
  const said = async (path: string, body: object) => {
    const { json } = await site.call("POST", path, { body })
    return json.user?.user_metadata
  }
  expect(await said("/signup", { data })).toEqual(data)
  expect(await said("/signup", {})).toEqual({})
  expect(await said("/signup", { phone: "+15554440001", password, data })).toEqual(data)
  expect(await said("/signup", { phone: "+15554440002", password })).toEqual({})
  Object.assign(config, { anonymousSignIn: false, phoneSignIn: false, phoneAutoconfirm: false })
  const byMail = async (email: string, body: object) => {
    await site.call("POST", "/otp", { body: { email, ...body } })
    const token = codeIn(site.mailTo(email))
    return said("/verify", { type: "email", email, token })
  }
  expect(await byMail("said@example.com", { data })).toEqual(data)
  expect(await byMail("unsaid@example.com", {})).toEqual({})
  expect((await signUp("nothing@example.com")).json.user_metadata).toEqual({})
})

test("A phone number accepted without proof is not marked as verified in its identity", async () => {
  const { config } = site.service.auth
  Object.assign(config, { phoneSignIn: true, phoneAutoconfirm: true })
  const body = { phone: "+15554440003", password: "correct horse 1" }
  const { json } = await site.call("POST", "/signup", { body })
  Object.assign(config, { phoneSignIn: false, phoneAutoconfirm: false })
  expect(json.user.identities).toMatchObject([
    { provider: "phone", identity_data: { phone: "15554440003", phone_verified: false } },
  ])
})

test("a second sign-up reveals only its own address, and a taken one looks like a new one", async () => {
  const unproven = "unproven@example.com"
  await site.call("POST", "/admin/users", {
    token: testKeys.secret,
    body: { email: unproven, phone: "+15550002222", password: testPassword },
  })
  const again = await signUp(unproven, testPassword, { data: { city: "Oslo" } })
  expect(again.json.identities).toMatchObject([
    { provider: "email", identity_data: { city: "Oslo", email: unproven, email_verified: false } },
  ])
  await site.member("known@example.com")
  const [fresh, taken] = [await signUp("other@example.com"), await signUp("known@example.com")]
  expect(Object.keys(taken.json).sort()).toEqual(Object.keys(fresh.json).sort())
  expect(taken.json.is_anonymous).toBe(false)
})

test("a short password is reported first, whatever else is wrong", async () => {
  const answer = await signUp("any@example.com", "12345", { phone: "+15550001111" })
  expect(answer.json.error_code).toBe("weak_password")
})

const phones = { phoneSignIn: true }
const phone = "+15550009999"
test.each([
  [{ signUps: false }, { email: "new@example.com" }, "signup_disabled"],
  [{ emailSignIn: false }, { email: "new@example.com" }, "email_provider_disabled"],
  [phones, { phone: "abc" }, "validation_failed"],
  [phones, { phone, password: "password1" }, "weak_password"],
  [phones, { phone }, "sms_send_failed"],
])("under %j, %j is refused as %s", async (settings, given, code) => {
  const body = { password: testPassword, ...given }
  const answer = await site.under(settings, () => site.call("POST", "/signup", { body }))
  expect(answer.json.error_code).toBe(code)
})

test("Until the mailbox is confirmed, a different password confirms neither of the two", async () => {
  const enter = async (email: string, password: string) =>
    (await site.call("POST", "/token?grant_type=password", { body: { email, password } })).status
  const email = "contested@example.com"
  await signUp(email)
  await signUp(email, "another one 22")
  await site.call("GET", linkIn(site.mailTo(email)))
  expect([await enter(email, "correct horse 1"), await enter(email, "another one 22")]).toEqual([400, 400])

  // Where addresses are accepted as typed, nothing else identifies the person.
  const typed = "typed@example.com"
  await signUp(typed)
  const again = (password: string) => site.under({ autoconfirm: true }, () => signUp(typed, password))
  expect((await again("another one 22")).json.error_code).toBe("user_already_exists")
  expect((await again("correct horse 1")).json.user.email).toBe(typed)
  expect((await again("correct horse 1")).json.error_code).toBe("user_already_exists")
})

test("With automatic confirmation, a sign-up opens a session, but never grants the operator's role", async () => {
  const chief = "chief@example.com"
  const opened = await site.under({ autoconfirm: true, operatorEmails: [chief] }, () => signUp(chief))
  expect(opened.json.user).toMatchObject({ email: chief, app_metadata: { provider: "email" } })
  expect(opened.json.user.email_confirmed_at).toBeTruthy()
  expect(opened.json.user.app_metadata.role).toBeUndefined()
})
