/** Accounts as an administrator makes, changes and deletes them. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, linkIn, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const token = testKeys.secret
const nobody = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66"
const make = (body: object) => site.call("POST", "/admin/users", { token, body })

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
