/** Accounts changed by an administrator. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, linkIn, type TestAuth, testKeys } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const token = testKeys.secret
const make = (body: object) => site.call("POST", "/admin/users", { token, body })

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

test("A phone number can be set, is confirmed only on request, and is not affected by other changes", async () => {
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

test("A change affects only the fields that it contains", async () => {
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

test("A new address is confirmed if the old one was, unless the request says otherwise", async () => {
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

test("An address added by an administrator has the same state in the identity as in the account", async () => {
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

test("If an administrator sets a password and an address, the owner is notified at the new one", async () => {
  const { id } = await site.member("both.before@example.com")
  const body = { email: "both.after@example.com", password: "another fine one 3" }
  await site.call("PUT", `/admin/users/${id}`, { token: testKeys.secret, body })
  const told = site.test.mails
    .filter(({ to }) => to.startsWith("both."))
    .map(({ to, kind }) => `${kind} ${to}`)
  expect(told).toEqual([
    "auth.address_changed both.before@example.com",
    "auth.password_changed both.after@example.com",
  ])
  await site.signIn("both.after@example.com", "another fine one 3")
})

test("Confirming a mailbox by an administrator grants a role and removes a stranger's password", async () => {
  const email = "chief@example.com"
  const sign = (password: string) => site.call("POST", "/signup", { body: { email, password } })
  const { id } = (await sign("laid in wait 1")).json
  await sign("another one 22")
  const confirm = () => site.call("PUT", `/admin/users/${id}`, { token, body: { email_confirm: true } })
  const { json } = await site.under({ operatorEmails: [email] }, confirm)
  expect(json.app_metadata).toMatchObject({ role: "owner", choose_password: true })
  const body = { email, password: "laid in wait 1" }
  expect((await site.call("POST", "/token?grant_type=password", { body })).status).toBe(400)
})
