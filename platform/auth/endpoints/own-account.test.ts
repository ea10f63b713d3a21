/** What members do to their own account, and administrators for them, beyond what is guarded. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ manualLinking: true })
})
afterAll(() => site.close())

test("Only a change of address counts against the mails of a network", async () => {
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

test("An account without an address may have its first one, and asking for none changes nothing", async () => {
  const { config } = site.service.auth
  config.anonymousSignIn = true
  const { json } = await site.call("POST", "/signup", { body: {} })
  config.anonymousSignIn = false
  const put = async (body: object) =>
    (await site.call("PUT", "/user", { token: json.access_token, body })).json.new_email
  expect(await put({ email: "" })).toBeUndefined()
  expect(await put({ email: "first.one@example.com" })).toBe("first.one@example.com")
})

test("Unlinking a provider leaves the password as it is", async () => {
  const { id, session } = await site.member("unlinking@example.com")
  const [{ identity }] = (await site.test.world.db.query(
    `insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
     values (gen_random_uuid(), 'there', $1, 'github', '{}', now(), now()) returning id as identity`,
    [id],
  )) as [{ identity: string }]
  const token = session.access_token
  expect((await site.call("DELETE", `/user/identities/${identity}`, { token })).status).toBe(200)
  await site.signIn("unlinking@example.com")
  expect((await site.call("GET", "/user", { token })).json.app_metadata.providers).toEqual(["email"])
})

test("An unknown scope is named in no more than forty characters", async () => {
  const { session } = await site.member("scope@example.com")
  const path = `/logout?scope=${"x".repeat(41)}`
  expect((await site.call("POST", path, { token: session.access_token })).json.msg).toBe(
    `Unsupported logout scope "${"x".repeat(40)}"`,
  )
})

test("An administrator who sets both a password and an address has the owner told at the new one", async () => {
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

test("A new account says no more of itself than what was given", async () => {
  const make = async (body: object) =>
    (await site.call("POST", "/admin/users", { token: testKeys.secret, body })).json
  expect(await make({ email: "bare@example.com", role: "" })).toMatchObject({
    role: "authenticated",
    phone: "",
    user_metadata: {},
    app_metadata: { provider: "email", providers: ["email"] },
  })
  expect(await make({ phone: "+15553330001", password: testPassword })).toMatchObject({
    email: "",
    identities: [{ provider: "phone", identity_data: { phone: "15553330001", phone_verified: false } }],
  })
})
