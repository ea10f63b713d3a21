import { SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, linkIn, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ operatorEmails: ["Chief@example.com"], operatorsNeedAal2: false })
})
afterAll(() => site.close())

const token = testKeys.secret
const nobody = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66"
const make = (body: object) => site.call("POST", "/admin/users", { token, body })
const legacy = (role: string, secret = testKeys.legacySecret) =>
  new SignJWT({ role })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt(site.test.world.now())
    .sign(new TextEncoder().encode(secret))

test("Accounts are created, read, updated and deleted", async () => {
  const made = await make({
    email: "made@example.com",
    password: testPassword,
    user_metadata: { name: "Made" },
    app_metadata: { team: "red" },
  })
  expect(made.json).toMatchObject({
    email: "made@example.com",
    user_metadata: { name: "Made" },
    app_metadata: { provider: "email", providers: ["email"], team: "red" },
  })
  expect(made.json.email_confirmed_at).toBeUndefined()
  const path = `/admin/users/${made.json.id}`
  expect((await site.call("GET", path, { token })).json.email).toBe("made@example.com")
  const changed = await site.call("PUT", path, {
    token,
    body: {
      email: "changed@example.com",
      email_confirm: true,
      user_metadata: { color: "blue" },
      app_metadata: { team: null },
    },
  })
  expect(changed.json).toMatchObject({
    email: "changed@example.com",
    user_metadata: { name: "Made", color: "blue" },
  })
  expect(changed.json.app_metadata.team).toBeUndefined()
  expect(changed.json.email_confirmed_at).toBeTruthy()
  await site.signIn("changed@example.com")
  expect((await site.call("DELETE", path, { token, body: { should_soft_delete: false } })).json).toEqual({})
  expect((await site.call("GET", path, { token })).json).toMatchObject({
    code: 404,
    error_code: "user_not_found",
  })
})

test.each([
  ["not-a-uuid", 404, "validation_failed"],
  [nobody, 404, "user_not_found"],
])("The id %s is answered with %i %s", async (id, status, code) => {
  for (const method of ["GET", "PUT", "DELETE"]) {
    const answer = await site.call(method, `/admin/users/${id}`, {
      token,
      ...(method === "GET" ? {} : { body: {} }),
    })
    expect([answer.status, answer.json.error_code]).toEqual([status, code])
  }
  expect((await site.call("GET", `/admin/users/${id}/factors`, { token })).status).toBe(404)
})

test("Taken addresses, wrong hashes and malformed bans are refused", async () => {
  await make({ email: "one@example.com" })
  expect((await make({ email: "one@example.com" })).json.error_code).toBe("email_exists")
  expect((await make({})).json.error_code).toBe("validation_failed")
  expect((await make({ email: "xx:;x@x.x" })).json.msg).toBe(
    "Unable to validate email address: invalid format",
  )
  expect((await make({ email: "h@example.com", password_hash: "md5" })).status).toBe(400)
  const imported = await make({
    email: "import@example.com",
    password_hash: "$2a$10$abTOGKX8LjIXsn3KNh0HNeOea5kXAbfp1pqafTEro5QU9Ab3shrkS",
    email_confirm: true,
  })
  expect(imported.status).toBe(200)
  expect(
    (
      await site.call("POST", "/token?grant_type=password", {
        body: { email: "import@example.com", password: "a" },
      })
    ).status,
  ).toBe(200)
  const path = `/admin/users/${imported.json.id}`
  expect((await site.call("PUT", path, { token, body: { ban_duration: "long" } })).status).toBe(400)
  expect((await site.call("PUT", path, { token, body: { email: "one@example.com" } })).json.error_code).toBe(
    "email_exists",
  )
})

test("A ban ends every session and can be lifted", async () => {
  const { id, session } = await site.member("ban@example.com")
  const banned = await site.call("PUT", `/admin/users/${id}`, { token, body: { ban_duration: "1h30m" } })
  expect(Date.parse(banned.json.banned_until)).toBe(site.test.world.now().getTime() + 5_400_000)
  expect((await site.call("GET", "/user", { token: session.access_token })).json.error_code).toBe(
    "user_banned",
  )
  await site.call("POST", "/otp", { body: { email: "ban@example.com" } })
  expect((await site.call("GET", linkIn(site.mailTo("ban@example.com")))).headers.get("location")).toContain(
    "user_banned",
  )
  await site.call("PUT", `/admin/users/${id}`, { token, body: { ban_duration: "none" } })
  const user = (given: string) => site.call("GET", "/user", { token: given })
  expect((await user(session.access_token)).json.error_code).toBe("session_not_found")
  const again = await site.signIn("ban@example.com")
  await site.call("PUT", `/admin/users/${id}`, { token, body: { ban_duration: "none" } })
  expect((await user(again.access_token)).status).toBe(200)
})

test("A phone number is set, confirmed when that is said, and left alone by other changes", async () => {
  const { id } = await site.member("phone@example.com")
  const put = async (body: object) => (await site.call("PUT", `/admin/users/${id}`, { token, body })).json
  const first = await put({ phone: "+15550001111" })
  expect([first.phone, first.phone_confirmed_at]).toEqual(["15550001111", undefined])
  const confirmedAt = (await put({ phone_confirm: true })).phone_confirmed_at
  expect(confirmedAt).toBeTruthy()
  expect(await put({ role: "authenticated" })).toMatchObject({
    phone: "15550001111",
    phone_confirmed_at: confirmedAt,
  })
  const other = await site.member("second-phone@example.com")
  const taken = { token, body: { phone: "+15550001111" } }
  expect((await site.call("PUT", `/admin/users/${other.id}`, taken)).json.error_code).toBe("phone_exists")
})

test("Tokens name the address and are never kept by a cache", async () => {
  const { session } = await site.member("claims@example.com")
  expect(await site.service.verifyToken(session.access_token)).toMatchObject({ email: "claims@example.com" })
  const body = { email: "claims@example.com", password: testPassword }
  const entered = await site.call("POST", "/token?grant_type=password", { body })
  expect(entered.headers.get("cache-control")).toBe("no-store")
})

test("The list supports pages, totals, links and a filter", async () => {
  for (let i = 0; i < 5; i++) await make({ email: `page${i}@pages.example` })
  const filtered = await site.call("GET", "/admin/users?filter=pages.example&per_page=2&page=2", { token })
  expect(filtered.json.users).toHaveLength(2)
  expect(filtered.json.aud).toBe("authenticated")
  expect(filtered.headers.get("x-total-count")).toBe("5")
  expect(filtered.headers.get("link")).toBe(
    '<http://b4m.test/auth/v1/admin/users?page=3&per_page=2>; rel="next", <http://b4m.test/auth/v1/admin/users?page=3&per_page=2>; rel="last"',
  )
  for (const query of ["page=-1", "page=x", "per_page=0", "per_page=5000"])
    expect((await site.call("GET", `/admin/users?${query}`, { token })).status).toBe(400)
  expect((await site.call("GET", "/admin/users?filter=%25", { token })).json.users).toEqual([])
})

test("Only the secret key, a service key or an operator is admitted", async () => {
  const { session } = await site.member("plain@example.com")
  const status = async (given?: string) =>
    (await site.call("GET", "/admin/users", given ? { token: given } : {})).status
  expect(await status()).toBe(401)
  expect(await status(testKeys.publishable)).toBe(403)
  expect(await status(session.access_token)).toBe(403)
  expect(await status(`${testKeys.secret}x`)).toBe(403)
  expect(await status(await legacy("service_role"))).toBe(200)
  expect(await status(await legacy("supabase_admin"))).toBe(200)
  expect(await status(await legacy("anon"))).toBe(403)
  expect(await status(await legacy("authenticated"))).toBe(403)
  expect(await status(await legacy("service_role", "another secret of at least 32 letters"))).toBe(403)
})

test("Proving an operator's mailbox grants the role immediately, and not before", async () => {
  await site.call("POST", "/signup", { body: { email: "chief@example.com", password: testPassword } })
  const opened = await site.call("POST", "/verify", {
    body: { type: "signup", email: "chief@example.com", token: codeIn(site.mailTo("chief@example.com")) },
  })
  expect(opened.json.user.app_metadata.role).toBe("owner")
  expect((await site.call("GET", "/admin/users", { token: opened.json.access_token })).status).toBe(200)

  const open = await createTestAuth({ autoconfirm: true, operatorEmails: ["chief@example.com"] })
  const claimed = await open.call("POST", "/signup", {
    body: { email: "chief@example.com", password: testPassword },
  })
  expect(claimed.json.user.app_metadata.role).toBeUndefined()
  await open.close()

  const strict = await createTestAuth({ operatorEmails: ["chief@example.com"], operatorsNeedAal2: true })
  const chief = await strict.member("chief@example.com")
  const refused = await strict.call("GET", "/admin/users", { token: chief.session.access_token })
  expect(refused.json.error_code).toBe("insufficient_aal")
  await strict.close()
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

test("A soft-deleted account leaves only its id and digests", async () => {
  const { id, session } = await site.member("soft@example.com")
  await site.call("DELETE", `/admin/users/${id}`, { token, body: { should_soft_delete: true } })
  expect((await site.call("GET", "/user", { token: session.access_token })).status).toBe(403)
  const rows = await site.test.world.db.query("select to_jsonb(u) as u from auth.users u where id = $1", [id])
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain("soft@example.com")
  expect(
    JSON.stringify(await site.test.world.db.query("select payload::text from auth.audit_log_entries")),
  ).not.toContain("soft@example.com")
  await make({ email: "soft@example.com", email_confirm: true })
})

test("The audit log can be read", async () => {
  const entries = (await site.call("GET", "/admin/audit?per_page=1000", { token })).json as {
    payload: { action: string }
  }[]
  const actions = new Set(entries.map((entry) => entry.payload.action))
  for (const action of ["login", "user_signedup", "user_modified", "user_deleted", "user_invited"])
    expect(actions).toContain(action)
  const text = JSON.stringify(entries)
  expect(text).not.toContain(testPassword)
})
