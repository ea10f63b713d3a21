/** Tests what a redeemed link or code confirms, and for which account. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"
import { Refusal } from "../refusal.ts"
import { roleOf } from "../users/operator.ts"
import { findUser, needUser } from "../users/row.ts"
import { complete } from "./complete.ts"
import type { TokenType } from "./issue.ts"

let site: TestAuth
let id: string
let email: string
let newEmail: string
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const db = () => site.test.world.db
async function account(confirmed: boolean): Promise<void> {
  email = `${randomUUID()}@example.com`
  newEmail = `new-${email}`
  const body = { email, password: testPassword, email_confirm: confirmed }
  const made = await site.call("POST", "/admin/users", { token: testKeys.secret, body })
  id = made.json.id
  Object.assign(site.service.auth.config, { secureEmailChange: true, operatorEmails: [newEmail] })
}
beforeEach(() => account(true))

const client = { ip: null, network: "unknown", userAgent: "Test" }
const by = (type: TokenType, address = email, userId = id) =>
  complete(
    site.service.auth,
    db(),
    { userId, type, address, flowStateId: null, redirectTo: null },
    client,
  ).catch((error: unknown) => (error instanceof Refusal ? error.code : error))

test("a deleted or banned member is refused", async () => {
  expect(await by("recovery_token", email, randomUUID())).toBe("user_not_found")
  await db().sql`update auth.users set banned_until = now() + interval '1000 years' where id = ${id}`
  expect(await by("recovery_token")).toBe("user_banned")
})

test.each([
  ["a new password", true, "recovery_token", { password: true, signUps: 0 }],
  ["a new password for an unconfirmed address", false, "recovery_token", { password: false, signUps: 1 }],
  ["its confirmation", false, "confirmation_token", { password: true, signUps: 1 }],
] as const)("%s", async (_what, confirmed, type, { password, signUps }) => {
  await account(confirmed)
  expect(await by(type)).toMatchObject({ done: true })
  const user = await needUser(db(), id)
  const noted = await db().sql`
    select 1 from auth.audit_log_entries where payload ->> 'actor_id' = ${id} and payload ->> 'action' = 'user_signedup'`
  expect([Boolean(user.encrypted_password), noted.length, user.email_confirmed_at !== null]).toEqual([
    password,
    signUps,
    true,
  ])
  expect(user.raw_app_meta_data?.choose_password === true).toBe(!password)
})

const change = () => db().sql`
  update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0 where id = ${id}`
const current = () => by("email_change_token_current")
const next = () => by("email_change_token_new", newEmail)

test.each([
  ["the former mailbox first", () => current(), () => next()],
  ["the new mailbox first", () => next(), () => current()],
])("an address changes once both mailboxes have confirmed it: %s", async (_what, first, second) => {
  await change()
  expect(await first()).toMatchObject({ done: false, message: expect.stringContaining("other email") })
  expect((await findUser(db(), id))?.email).toBe(email)
  expect(await second()).toMatchObject({ done: true, user: { email: newEmail } })
  const user = await needUser(db(), id)
  expect([user.email, user.email_change, roleOf(user)]).toEqual([newEmail, "", "owner"])
})

test.each([
  ["email_change_token_new", "owner"],
  ["email_change_token_current", null],
] as const)(
  "if one confirmation is enough, %s for an operator's address grants the role %s",
  async (type, role) => {
    site.service.auth.config.secureEmailChange = false
    await change()
    expect(await (type === "email_change_token_new" ? next() : current())).toMatchObject({ done: true })
    const user = await needUser(db(), id)
    expect([user.email, roleOf(user)]).toEqual([newEmail, role])
  },
)

test("a link for another address, or for no change at all, confirms nothing", async () => {
  expect([await current(), await next()]).toEqual(["otp_expired", "otp_expired"])
  await change()
  expect(await by("email_change_token_new", email)).toBe("otp_expired")
  expect(await by("email_change_token_current", newEmail)).toBe("otp_expired")
  expect((await needUser(db(), id)).email).toBe(email)
})

test("an address that another account took in the meantime is refused", async () => {
  await change()
  await current()
  const body = { email: newEmail, password: testPassword, email_confirm: true }
  await site.call("POST", "/admin/users", { token: testKeys.secret, body })
  expect(await next()).toBe("email_exists")
  expect((await needUser(db(), id)).email).toBe(email)
})

test("an account without an address cannot be confirmed", async () => {
  await db().sql`update auth.users set email = null, email_confirmed_at = null where id = ${id}`
  expect(await by("recovery_token")).toMatchObject({ done: true })
  expect((await needUser(db(), id)).email_confirmed_at).toBe(null)
  await expect(needUser(db(), randomUUID())).rejects.toThrow("disappeared")
})
