/** Accounts created by an administrator. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const token = testKeys.secret
const make = (body: object) => site.call("POST", "/admin/users", { token, body })

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

test("An account is created with exactly the given data", async () => {
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

test("A new account contains no data that was not given", async () => {
  expect((await make({ email: "bare@example.com", role: "" })).json).toMatchObject({
    role: "authenticated",
    phone: "",
    user_metadata: {},
    app_metadata: { provider: "email", providers: ["email"] },
  })
  expect((await make({ phone: "+15553330001", password: testPassword })).json).toMatchObject({
    email: "",
    identities: [{ provider: "phone", identity_data: { phone: "15553330001", phone_verified: false } }],
  })
})

test("An address marked as confirmed is so in the account, its identity, and for an operator's role", async () => {
  const email = "chief@example.com"
  const proven = async (body: object) => {
    const { json } = await site.under({ operatorEmails: [email] }, () => make(body))
    const [{ identity_data }] = json.identities
    return [Boolean(json.email_confirmed_at), identity_data.email_verified, json.app_metadata.role]
  }
  expect(await proven({ email })).toEqual([false, false, undefined])
  await site.test.world.db.query("delete from auth.users where email = $1", [email])
  expect(await proven({ email, email_confirm: true })).toEqual([true, true, "owner"])
})
