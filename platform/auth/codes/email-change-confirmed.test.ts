/** Confirming a change of address: which mailboxes have to confirm, and what remains stored afterward. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import { addIdentity } from "../users/identities.ts"
import { needUser } from "../users/row.ts"
import { acceptEmailChange, changeEmail, requestEmailChange } from "./email-change.ts"
import { issueToken, type TokenType } from "./issue.ts"

let site: TestAuth
let auth: Auth
let db: Db
let id: string
let email: string
let newEmail: string
beforeAll(async () => {
  site = await createTestAuth()
  auth = site.service.auth
  db = site.test.world.db
})
afterAll(() => site.close())

const admin = { token: testKeys.secret }
async function account(body: object = { email, password: testPassword, email_confirm: true }) {
  const made = await site.call("POST", "/admin/users", { ...admin, body })
  return made.json.id as string
}
beforeEach(async () => {
  Object.assign(auth.config, {
    secureEmailChange: true,
  })
  email = `${randomUUID()}@example.com`
  newEmail = `new-${email}`
  id = await account()
})

const client = { ip: "192.0.2.7", network: "192.0.2.7", userAgent: "Test" }
const ask = async () =>
  requestEmailChange(auth, db, await needUser(db, id), {
    newEmail,
    redirectTo: "http://b4m.test/",
    challenge: null,
  })
const mailed = () =>
  site.test.mails
    .filter(({ to }) => to === email || to === newEmail)
    .map(({ to, kind }) => [to === email ? "former" : "new", kind])
const enough = async () => void Object.assign(auth.config, { secureEmailChange: false })
const withoutAddress = async () => void (await db.sql`update auth.users set email = null where id = ${id}`)

const accept = async (type: TokenType, address: string) =>
  acceptEmailChange(
    ...([auth, db, await needUser(db, id)] as const),
    { userId: id, type, address, flowStateId: null, redirectTo: null },
    client,
  ).catch((error: unknown) => (error instanceof Refusal ? error.code : error))
const state = async () => {
  const user = await needUser(db, id)
  return [user.email, user.email_change, user.email_change_confirm_status]
}

test("both mailboxes have to confirm, and the owner of the previous address is notified", async () => {
  await ask()
  expect(await accept("email_change_token_new", newEmail)).toBe(false)
  expect(await state()).toEqual([email, newEmail, 1])
  expect(await accept("email_change_token_current", email)).toBe(true)
  expect(await state()).toEqual([newEmail, "", 0])
  expect(mailed()).toEqual([
    ["new", "auth.email_change_new"],
    ["former", "auth.email_change_current"],
    ["former", "auth.address_changed"],
  ])
  const noted = await db.sql`
    select payload ->> 'actor_username' as name, payload -> 'traits' as traits, ip_address as ip
    from auth.audit_log_entries where payload ->> 'actor_id' = ${id} and payload ->> 'action' = 'user_modified'`
  expect(noted).toEqual([{ name: email, traits: { changed: "email" }, ip: client.ip }])
})

test.each([
  ["of an address other than the requested one", "email_change_token_new", () => email],
  ["of an address that is no longer the former one", "email_change_token_current", () => newEmail],
] as const)("a confirmation %s is refused, and changes nothing", async (_what, type, address) => {
  await ask()
  expect(await accept(type, address())).toBe("otp_expired")
  expect(await state()).toEqual([email, newEmail, 0])
})

test.each(["email_change_token_new", "email_change_token_current"] as const)(
  "without a requested change, %s confirms nothing",
  async (type) => {
    expect(await accept(type, type === "email_change_token_new" ? "" : email)).toBe("otp_expired")
    await db.sql`update auth.users set email_change = null where id = ${id}`
    expect(await accept(type, email)).toBe("otp_expired")
  },
)

test.each([
  ["one confirmation is enough", enough],
  ["there is no former address", withoutAddress],
])("the new mailbox alone is enough if %s", async (_where, arrange) => {
  await arrange()
  await ask()
  expect(await accept("email_change_token_new", newEmail)).toBe(true)
  expect(await state()).toEqual([newEmail, "", 0])
})

test.each([
  ["of another account", 1, "email_exists"],
  ["of nobody", 0, undefined],
])("an address %s", async (_whose, others, code) => {
  if (others) await account({ email: newEmail })
  const change = () => db.transaction(async (tx) => changeEmail(auth, tx, await needUser(tx, id), newEmail))
  const failed = await change().then(
    () => undefined,
    (error: unknown) => error,
  )
  expect(failed instanceof Refusal ? [failed.status, failed.code] : failed).toEqual(code && [422, code])
  expect((await needUser(db, id)).email).toBe(code ? email : newEmail)
})

test("a confirmed address is stored in the identity, and invalidates mailed links except for passwords", async () => {
  for (const type of ["recovery_token", "reauthentication_token"] as const)
    await issueToken(auth, db, { userId: id, type, address: email })
  site.test.clock.advance(1000)
  const now = site.test.world.now()
  await changeEmail(auth, db, await needUser(db, id), newEmail)
  const user = await needUser(db, id)
  expect([user.email_confirmed_at, user.updated_at, user.identities?.length]).toEqual([now, now, 1])
  expect(user.identities?.[0]).toMatchObject({ email: newEmail, identity_data: { email: newEmail, sub: id } })
  const waiting = await db.sql`select token_type, relates_to from auth.one_time_tokens where user_id = ${id}`
  expect(waiting).toEqual([{ token_type: "reauthentication_token", relates_to: email }])
})

test.each([
  ["proven", "now()"],
  ["not proven", null],
])("an account without an address gets an identity for it, as %s as before", async (_what, at) => {
  await db.sql`delete from auth.identities where user_id = ${id}`
  if (at === null) await db.sql`update auth.users set email_confirmed_at = null where id = ${id}`
  await changeEmail(auth, db, await needUser(db, id), newEmail)
  const [identity] = (await needUser(db, id)).identities ?? []
  expect(identity).toMatchObject({
    ...{ provider: "email", provider_id: id },
    identity_data: { email: newEmail, email_verified: at !== null },
  })
})

test("a new address is stored only in the identity for email", async () => {
  const data = { sub: "g", email: "ada@provider.example" }
  await addIdentity(auth, db, { userId: id, provider: "google", providerId: id, data })
  await changeEmail(auth, db, await needUser(db, id), newEmail)
  const { identities } = await needUser(db, id)
  expect(identities?.map((one) => [one.provider, one.identity_data.email]).sort()).toEqual([
    ["email", newEmail],
    ["google", data.email],
  ])
})
