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

test.each([
  [{}, "Cannot create a user without either an email or phone"],
  [
    { email: "both@example.com", password: testPassword, password_hash: "$2a$10$" },
    "Only a password or a password hash should be provided",
  ],
  [{ email: "short@example.com", password: "12345" }, "Password should be at least 6 characters."],
  [{ phone: "abc" }, "Invalid phone number format (E.164 required)"],
  [{ email: "banned@example.com", ban_duration: "long" }, "invalid format for ban duration: long"],
])("creating %j is refused: %s", async (body, message) => expect((await make(body)).json.msg).toBe(message))

test("An account is created with all that is said, and only that", async () => {
  const id = "0aa1bb2c-1111-4222-8333-944444444444"
  const made = await make({
    id,
    email: "whole@example.com",
    phone: "+15557770001",
    role: "trainer",
    phone_confirm: true,
    ban_duration: "1h",
  })
  expect(made.json).toMatchObject({ id, phone: "15557770001", role: "trainer", user_metadata: {} })
  expect([made.json.email_confirmed_at, Boolean(made.json.phone_confirmed_at)]).toEqual([undefined, true])
  expect(Date.parse(made.json.banned_until) - site.test.world.now().getTime()).toBe(3_600_000)
  expect(made.json.identities.map(({ provider }: { provider: string }) => provider).sort()).toEqual([
    "email",
    "phone",
  ])
  expect((await make({ phone: "+15557770001" })).json.error_code).toBe("phone_exists")
  const byPhone = await make({ phone: "+15557770002", email_confirm: true })
  expect(byPhone.json).toMatchObject({ role: "authenticated", app_metadata: { provider: "phone" } })
  expect([byPhone.json.phone_confirmed_at, byPhone.json.identities.length]).toEqual([undefined, 1])
})

test("A change leaves alone what it does not name", async () => {
  const { id, session } = await site.member("kept@example.com")
  const change = (body: object) => site.call("PUT", `/admin/users/${id}`, { token, body })
  const told = () => site.test.mails.filter(({ to }) => to === "kept@example.com").length
  const same = await change({ email: "kept@example.com" })
  expect([same.json.email, told()]).toEqual(["kept@example.com", 0])
  expect((await site.call("GET", "/user", { token: session.access_token })).status).toBe(200)
  expect((await change({ password: "12345" })).json.error_code).toBe("weak_password")
  expect((await change({ phone: "abc" })).json.error_code).toBe("validation_failed")
  expect((await change({ role: "trainer" })).json.role).toBe("trainer")
  expect((await change({ user_metadata: {} })).json.role).toBe("trainer")
  expect((await change({ password: "another fine one 3" })).status).toBe(200)
  expect((await site.call("GET", "/user", { token: session.access_token })).status).toBe(403)
  await site.signIn("kept@example.com", "another fine one 3")
})

test("A new address is as proven as the old one was, unless the request says otherwise", async () => {
  const { id } = (await make({ email: "unproven@example.com" })).json
  const change = async (email: string, more: object = {}) =>
    (await site.call("PUT", `/admin/users/${id}`, { token, body: { email, ...more } })).json
      .email_confirmed_at !== undefined
  expect(await change("unproven2@example.com")).toBe(false)
  expect(await change("unproven3@example.com", { email_confirm: true })).toBe(true)
  expect(await change("unproven4@example.com")).toBe(true)
  const byPhone = (await make({ phone: "+15557770003" })).json
  const confirmed = await site.call("PUT", `/admin/users/${byPhone.id}`, {
    token,
    body: { email_confirm: true },
  })
  expect([confirmed.status, confirmed.json.identities.length]).toEqual([200, 1])
})

test.each([
  ["per_page=1000&page=1000000", 200],
  ["per_page=1001", 400],
  ["page=1000001", 400],
  ["page=0", 400],
  ["page=", 200],
  [`filter=${"x".repeat(254)}`, 200],
  [`filter=${"x".repeat(255)}`, 400],
])("the list by %s is answered with %i", async (query, status) =>
  expect((await site.call("GET", `/admin/users?${query}`, { token })).status).toBe(status),
)

test("The last page links to no next one, a filter finds names in any case, and none makes one page", async () => {
  for (const name of ["Zora", "Zola"])
    await make({ email: `${name}@names.example`, user_metadata: { full_name: `${name} Abelard` } })
  const list = async (query: string) => {
    const { json, headers } = await site.call("GET", `/admin/users?${query}`, { token })
    const pages = [...(headers.get("link") ?? "").matchAll(/[?&]page=(\d+)[^>]*>; rel="(\w+)"/g)]
    return [json.users.length, pages.map(([, page, rel]) => `${rel} ${page}`)]
  }
  expect(await list("filter=ABELARD&per_page=1")).toEqual([1, ["next 2", "last 2"]])
  expect(await list("filter=abelard&per_page=1&page=2")).toEqual([1, ["last 2"]])
  expect(await list("filter=abelard")).toEqual([2, ["last 1"]])
  expect(await list("filter=nobody.like.that")).toEqual([0, ["last 1"]])
})

test("An owner's own session is admitted and noted as who acted, a helper's is not", async () => {
  const { id, session } = await site.member("acting@example.com")
  const own = { token: session.access_token }
  const { db } = site.test.world
  const role = (name: string) =>
    db.query("update auth.users set raw_app_meta_data = jsonb_build_object('role', $2::text) where id = $1", [
      id,
      name,
    ])
  const act = async () => (await site.call("PUT", `/admin/users/${id}`, { ...own, body: {} })).json.error_code
  await role("helper")
  expect(await act()).toBe("not_admin")
  await role("owner")
  const { config } = site.service.auth
  config.operatorsNeedAal2 = true
  expect(await act()).toBe("insufficient_aal")
  await db.query("update auth.sessions set aal = 'aal2' where user_id = $1", [id])
  expect(await act()).toBe(undefined)
  config.operatorsNeedAal2 = false
  const [noted] = await db.query(
    `select payload ->> 'actor_id' as actor, payload ->> 'actor_username' as name from auth.audit_log_entries
     where payload ->> 'action' = 'user_modified' and payload -> 'traits' ->> 'user_id' = $1`,
    [id],
  )
  expect(noted).toEqual({ actor: id, name: "acting@example.com" })
})

test("A token of the shared secret that names a session counts as that member's", async () => {
  const { id, session } = await site.member("named@example.com")
  const { session_id } = (await site.service.verifyToken(session.access_token)) ?? {}
  const signed = (claims: object) =>
    new SignJWT({ role: "service_role", ...claims })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt(site.test.world.now())
      .sign(new TextEncoder().encode(testKeys.legacySecret))
  const asked = async (path: string, claims: object) =>
    (await site.call("GET", path, { token: await signed(claims) })).json.error_code
  expect(await asked("/admin/users", { sub: id, session_id })).toBe("not_admin")
  expect(await asked("/admin/users", { sub: id, session_id: "any" })).toBe("bad_jwt")
  expect(await asked("/user", {})).toBe("bad_jwt")
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

test("Who is deleted softly is gone, number and all", async () => {
  const { id } = (await make({ email: "gone@example.com", phone: "+15557770004" })).json
  const remove = () =>
    site.call("DELETE", `/admin/users/${id}`, { token, body: { should_soft_delete: true } })
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404])
  const [row] = await site.test.world.db.query(
    "select length(phone) as digits from auth.users where id = $1",
    [id],
  )
  expect(row).toEqual({ digits: 15 })
  const { id: bare } = (await make({ email: "bare@example.com" })).json
  await site.call("DELETE", `/admin/users/${bare}`, { token, body: { should_soft_delete: true } })
  expect(await site.test.world.db.query("select phone from auth.users where id = $1", [bare])).toEqual([
    { phone: null },
  ])
})

test("An address that an administrator adds is as proven in its identity as in the account", async () => {
  const { db } = site.test.world
  const added = async (id: string, email: string) => {
    const { json } = await site.call("PUT", `/admin/users/${id}`, { token, body: { email } })
    const [own] = json.identities.filter(({ provider }: { provider: string }) => provider === "email")
    return [json.email_confirmed_at !== undefined, own.identity_data.email_verified]
  }
  const byPhone = await make({ phone: "+15557770009" })
  expect(await added(byPhone.json.id, "added@example.com")).toEqual([false, false])
  const { id } = await site.member("provider.only@example.com")
  await db.query("delete from auth.identities where user_id = $1", [id])
  expect(await added(id, "provider.moved@example.com")).toEqual([true, true])
})
