/** Links and invitations that an administrator makes. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, linkIn, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const token = testKeys.secret
const generate = (body: object) => site.call("POST", "/admin/generate_link", { token, body })
const make = (body: object) => site.call("POST", "/admin/users", { token, body })
const invite = (body: object) => site.call("POST", "/invite", { token, body })
const open = async (hash: string, type: string) =>
  (await site.call("POST", "/verify", { body: { type, token_hash: hash } })).json

test("A link of an invitation makes the account with what is known of the guest, mails nothing, and opens it once", async () => {
  const before = site.test.mails.length
  const { json } = await generate({
    type: "invite",
    email: "New.Guest@example.com",
    data: { full_name: "Guest" },
    password: "not for an invitation 1",
  })
  expect(json).toMatchObject({
    email: "new.guest@example.com",
    verification_type: "invite",
    user_metadata: { full_name: "Guest" },
    invited_at: site.test.world.now().toISOString(),
    redirect_to: "http://b4m.test",
  })
  expect(json.action_link).toContain(`/verify?token=${json.hashed_token}&type=invite&redirect_to=`)
  expect(json.email_otp).toMatch(/^\d{6}$/)
  expect(site.test.mails.length).toBe(before)
  expect((await open(json.hashed_token, "invite")).user.email).toBe("new.guest@example.com")
  expect((await open(json.hashed_token, "invite")).error_code).toBe("otp_expired")
  expect((await generate({ type: "invite", email: "new.guest@example.com" })).json.error_code).toBe(
    "email_exists",
  )
})

test("An invitation keeps what was said of the guest, and nothing that a stranger set before", async () => {
  const email = "waiting@example.com"
  const invited = await invite({ email, data: { from: "us" } })
  expect(invited.json.user_metadata).toEqual({ from: "us" })
  const other = "set.before@example.com"
  await site.call("POST", "/signup", {
    body: { email: other, password: testPassword, data: { full_name: "Stranger" } },
  })
  const again = await invite({ email: other })
  expect(again.json).toMatchObject({ user_metadata: {}, invited_at: site.test.world.now().toISOString() })
  await site.call("GET", linkIn(site.mailTo(other)))
  const entered = await site.call("POST", "/token?grant_type=password", {
    body: { email: other, password: testPassword },
  })
  expect(entered.json.error_code).toBe("invalid_credentials")
})

test("A sign-up's link sets what is said of the member, and nothing where nothing is said", async () => {
  const of = async (email: string, data?: object) =>
    (await generate({ type: "signup", email, password: testPassword, data })).json
  expect(await of("told@example.com", { city: "Oslo" })).toMatchObject({
    user_metadata: { city: "Oslo" },
    identities: [{ provider: "email", identity_data: { email_verified: false } }],
  })
  expect((await of("untold@example.com")).user_metadata).toEqual({})
})

test("A link for one of a change's mailboxes opens that one alone, and both together change the address", async () => {
  const { session } = await site.member("moving@example.com")
  const body = { email: "moving@example.com", new_email: "moved@example.com" }
  const links = []
  for (const type of ["email_change_new", "email_change_current"]) {
    const { json } = await generate({ ...body, type })
    expect(json).toMatchObject({ verification_type: type, new_email: "moved@example.com" })
    expect(json.action_link).toContain("&type=email_change&")
    links.push(json)
  }
  const [forNew] = links
  // Nobody typing the code from one mailbox with the other's address gets in.
  const typed = await site.call("POST", "/verify", {
    body: { type: "email_change", email: "moving@example.com", token: forNew?.email_otp },
  })
  expect(typed.json.error_code).toBe("otp_expired")
  const address = async () => (await site.call("GET", "/user", { token: session.access_token })).json.email
  for (const { hashed_token } of links) {
    expect(await address()).toBe("moving@example.com")
    await open(hashed_token, "email_change")
  }
  expect(await address()).toBe("moved@example.com")
})

test("Who made a link, and of which kind, is noted", async () => {
  const { id } = await site.member("made.for@example.com")
  await site.call("POST", "/admin/generate_link", {
    token,
    body: { type: "recovery", email: "made.for@example.com" },
    from: "198.51.100.9",
  })
  const noted = await site.test.world.db.query(
    `select payload ->> 'actor_username' as by, payload -> 'traits' as traits, ip_address as ip
     from auth.audit_log_entries
     where payload ->> 'action' = 'user_recovery_requested' and payload -> 'traits' ->> 'user_id' = $1`,
    [id],
  )
  expect(noted).toEqual([
    { by: "service_role", traits: { user_id: id, link: "recovery" }, ip: "198.51.100.9" },
  ])
})

test("Links of every type can be generated without sending a mail", async () => {
  await site.member("linked@example.com")
  const before = site.test.mails.length
  const generate = (body: object) =>
    site.call("POST", "/admin/generate_link", {
      token,
      body: { redirect_to: "http://b4m.test/welcome", ...body },
    })
  const made = await generate({
    type: "signup",
    email: "gen@example.com",
    password: testPassword,
    data: { status: "alpha" },
  })
  expect(made.json).toMatchObject({
    email: "gen@example.com",
    user_metadata: { status: "alpha" },
    verification_type: "signup",
    redirect_to: "http://b4m.test/welcome",
  })
  expect(made.json.action_link).toMatch(
    /^http:\/\/b4m\.test\/auth\/v1\/verify\?token=[0-9a-f]{56}&type=signup&redirect_to=http:\/\/b4m\.test\/welcome$/,
  )
  const link = made.json.action_link.replace("http://b4m.test/auth/v1", "")
  expect((await site.call("GET", link)).headers.get("location")).toMatch(
    /^http:\/\/b4m\.test\/welcome#access_token/,
  )
  for (const type of ["magiclink", "recovery"]) {
    const body = (await generate({ type, email: "linked@example.com" })).json
    const verified = await site.call("POST", "/verify", { body: { type, token_hash: body.hashed_token } })
    expect(verified.json.user.email).toBe("linked@example.com")
  }
  const body = { email: "linked@example.com", new_email: "relinked@example.com" }
  const current = (await generate({ ...body, type: "email_change_current" })).json
  expect(current.new_email).toBe("relinked@example.com")
  // It is for the mailbox that its type names.
  expect(
    await site.test.world.db.sql`
      select token_type::text as type, relates_to as "to" from auth.one_time_tokens
      where user_id = (select id from auth.users where email = 'linked@example.com')`,
  ).toEqual([{ type: "email_change_token_current", to: "linked@example.com" }])
  const fresh = (await generate({ ...body, type: "email_change_new" })).json
  for (const each of [current, fresh])
    await site.call("POST", "/verify", { body: { type: "email_change", token_hash: each.hashed_token } })
  await site.signIn("relinked@example.com")
  expect((await generate({ type: "recovery", email: "nobody@example.com" })).status).toBe(404)
  expect(
    (await generate({ type: "signup", email: "relinked@example.com", password: testPassword })).json
      .error_code,
  ).toBe("email_exists")
  expect((await generate({ type: "other", email: "a@example.com" })).status).toBe(400)
  // The owner is told of the change itself, at the old address.
  expect(site.test.mails.slice(before)).toMatchObject([
    { to: "linked@example.com", kind: "auth.address_changed" },
  ])
})

test("An invitation creates an account that its link opens", async () => {
  const invited = await site.call("POST", "/invite?redirect_to=http://b4m.test/hello", {
    token,
    body: { email: "guest@example.com", data: { from: "us" } },
  })
  expect(invited.json.invited_at).toBeTruthy()
  const mail = site.mailTo("guest@example.com")
  expect(mail.kind).toBe("auth.invite")
  expect((await site.call("GET", linkIn(mail))).headers.get("location")).toMatch(
    /^http:\/\/b4m\.test\/hello#access_token/,
  )
  const again = await site.call("POST", "/invite", { token, body: { email: "guest@example.com" } })
  expect(again.json).toMatchObject({
    error_code: "email_exists",
    msg: "A user with this email address has already been registered",
  })
  expect((await site.call("POST", "/invite", { body: { email: "x@example.com" } })).status).toBe(401)
})

test.each([
  [{ type: "signup", email: "nopw@example.com" }, "Signup requires a valid password"],
  [
    { type: "signup", email: "nopw@example.com", password: "12345" },
    "Password should be at least 6 characters.",
  ],
  [{ type: "magiclink", email: "nobody@example.com" }, "User not found"],
  [{ type: "email_change_new", email: "nobody@example.com", new_email: "n@example.com" }, "User not found"],
  [
    { type: "email_change_new", email: "same@example.com", new_email: "Same@example.com" },
    "The new email is the current one",
  ],
  [
    { type: "email_change_new", email: "same@example.com", new_email: "taken@example.com" },
    "A user with this email address has already been registered",
  ],
  [
    { type: "email_change_new", email: "same@example.com" },
    "Unable to validate email address: invalid format",
  ],
])("a link of %j is refused: %s", async (body, message) => {
  for (const email of ["same@example.com", "taken@example.com"]) await make({ email })
  expect((await site.call("POST", "/admin/generate_link", { token, body })).json.msg).toBe(message)
})

test("A link for an account that waits for its proof keeps the account, and leads where either place says", async () => {
  const { id } = (await make({ email: "waits@example.com" })).json
  const body = { type: "signup", email: "waits@example.com", password: testPassword }
  const path = "/admin/generate_link?redirect_to=http://b4m.test/query"
  const first = await site.call("POST", path, { token, body })
  expect(first.json).toMatchObject({ id, redirect_to: "http://b4m.test/query" })
  const given = { ...body, redirect_to: "http://b4m.test/body" }
  expect((await site.call("POST", path, { token, body: given })).json.redirect_to).toBe(
    "http://b4m.test/body",
  )
})
