/** What confirming a mailbox changes: the account, its identity, an operator's role, a contested password. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import type { Auth } from "../auth.ts"
import { confirmEmail } from "./confirm.ts"
import { forgetPassword, hashGivenPassword, isSamePassword, setPassword, signUpAgain } from "./contested.ts"
import { createUser } from "./create.ts"
import { addIdentity, emailIdentityData, noteProviders } from "./identities.ts"
import { needUser } from "./row.ts"

let site: TestAuth
let auth: Auth
let db: Db
let id: string
let email: string
beforeAll(async () => {
  site = await createTestAuth()
  auth = site.service.auth
  db = site.test.world.db
})
afterAll(() => site.close())
beforeEach(async () => {
  email = `${randomUUID()}@example.com`
  Object.assign(auth.config, { operatorEmails: ["somebody@example.com", email.toUpperCase()] })
  const passwordHash = await auth.hasher.hash("the first one 1")
  id = await createUser(auth, db, { email, passwordHash, provider: "email" })
})
const now = () => site.test.world.now()
const user = () => needUser(db, id)
const confirm = (options: { proven: boolean; withIdentity?: boolean } = { proven: true }) =>
  confirmEmail(auth, db, { id, email }, options)
const identity = (provider = "email", providerId = id) =>
  addIdentity(auth, db, { userId: id, provider, providerId, data: emailIdentityData(id, email, {}, false) })

test("an address is confirmed by the first proof, which makes an anonymous account a regular one", async () => {
  await db.sql`update auth.users set is_anonymous = true, confirmation_token = 'x' where id = ${id}`
  const first = now()
  await confirm()
  site.test.clock.advance(1000)
  await confirm()
  expect(await user()).toMatchObject({
    ...{ email_confirmed_at: first, is_anonymous: false, updated_at: now() },
    confirmation_token: "",
  })
})

test.each([
  ["is there", true, undefined, 1],
  ["is there, and a provider has proven the mailbox", true, false, 1],
  ["is missing", false, undefined, 1],
  ["is missing, and a provider has proven the mailbox", false, false, 0],
] as const)("where the identity of an address %s", async (_where, there, withIdentity, count) => {
  if (there) await identity()
  await confirm({ proven: true, ...(withIdentity === undefined ? {} : { withIdentity }) })
  const { identities } = await user()
  expect(identities ?? []).toHaveLength(count)
  if (count > 0)
    expect(identities?.[0]).toMatchObject({
      ...{ provider: "email", provider_id: id },
      identity_data: { email, email_verified: true, sub: id, phone_verified: false },
    })
})

test.each([
  [true, "owner"],
  [false, undefined],
])("an operator's address grants the role only if it is confirmed (%s): %s", async (proven, role) => {
  await confirm({ proven })
  expect((await user()).raw_app_meta_data?.role).toBe(role)
})

test("other addresses, and accounts without one, get no role", async () => {
  Object.assign(auth.config, { operatorEmails: ["somebody@example.com"] })
  await confirm()
  expect((await user()).raw_app_meta_data?.role).toBeUndefined()
  const nameless = await createUser(auth, db, {})
  await confirmEmail(auth, db, { id: nameless, email: null }, { proven: true })
  expect((await needUser(db, nameless)).email_confirmed_at).toBeNull()
})

const signUp = async (password: string) => {
  const given = await hashGivenPassword(auth, email, password)
  await signUpAgain(auth, db, await user(), given)
  return [isSamePassword(await user(), given), await auth.hasher.verify(password, given.passwordHash)]
}
const stored = async (password: string) => auth.hasher.verify(password, (await user()).encrypted_password)

test.each([
  ["the same password", ["the first one 1"], true, true],
  ["another password", ["another one 2"], true, false],
  ["another password, and then the same", ["another one 2", "the first one 1"], true, false],
  ["other passwords, twice", ["another one 2", "a third one 3"], true, false],
  ["another password, and no proof", ["another one 2"], false, true],
] as const)(
  "after a second sign-up with %s, the first password is kept: %#",
  async (_what, given, proven, stays) => {
    for (const password of given)
      expect(await signUp(password)).toEqual([password === "the first one 1", true])
    expect(await stored("the first one 1")).toBe(true)
    await confirm({ proven })
    expect(await stored("the first one 1")).toBe(stays)
    expect((await user()).raw_app_meta_data?.choose_password).toBe(stays ? undefined : true)
    // A contested password is resolved only once.
    await setPassword(auth, db, id, await auth.hasher.hash("chosen 4"))
    if (proven) await confirm()
    expect([await stored("chosen 4"), (await user()).raw_app_meta_data?.choose_password]).toEqual([
      true,
      undefined,
    ])
  },
)

test("a password compared with a hash that has changed since then does not match", async () => {
  const given = await hashGivenPassword(auth, email, "the first one 1")
  await setPassword(auth, db, id, await auth.hasher.hash("the first one 1"))
  expect(isSamePassword(await user(), given)).toBe(false)
})

test.each<[string, () => string, null?]>([
  ["without an account", () => `nobody.${email}`],
  ["whose account has an empty password", () => email],
  ["whose account has no password", () => email, null],
])("with an address %s no password matches, but it is still hashed", async (_whose, address, none) => {
  await db.sql`update auth.users set encrypted_password = ${none === null ? null : ""} where id = ${id}`
  const given = await hashGivenPassword(auth, address(), "")
  expect([given.matches, given.passwordHash]).toEqual([null, expect.stringMatching(/^\$2b\$/)])
  expect(isSamePassword(await user(), given)).toBe(false)
})

test("a forgotten password requires a new one, a set password does not, and the rest is kept", async () => {
  await db.sql`update auth.users set raw_app_meta_data = null where id = ${id}`
  site.test.clock.advance(1000)
  await forgetPassword(auth, db, id)
  expect(await user()).toMatchObject({
    ...{ encrypted_password: "", raw_app_meta_data: { choose_password: true }, updated_at: now() },
  })
  await db.sql`
    update auth.users set reauthentication_token = 'x', raw_app_meta_data = raw_app_meta_data || '{"role": "helper"}'
    where id = ${id}`
  site.test.clock.advance(1000)
  await setPassword(auth, db, id, "its hash")
  expect(await user()).toMatchObject({
    ...{ encrypted_password: "its hash", raw_app_meta_data: { role: "helper" }, updated_at: now() },
    reauthentication_token: "",
  })
})

test("the first provider stays the account's own while it is linked, and all are listed by age", async () => {
  const providers = async () => {
    const { provider, providers } = (await user()).raw_app_meta_data ?? {}
    return [provider, providers]
  }
  await db.sql`update auth.users set raw_app_meta_data = null where id = ${id}`
  await noteProviders(auth, db, id)
  expect((await user()).raw_app_meta_data).toBeNull()
  await identity("google", "g-1")
  expect(await providers()).toEqual(["google", ["google"]])
  site.test.clock.advance(1000)
  await identity()
  await identity("google", "g-2")
  expect(await providers()).toEqual(["google", ["google", "email"]])
  expect((await user()).identities?.map((one) => new Date(one.last_sign_in_at ?? 0)).at(-1)).toEqual(now())
  await db.sql`delete from auth.identities where user_id = ${id} and provider = 'google'`
  await noteProviders(auth, db, id)
  expect(await providers()).toEqual(["email", ["email"]])
})

test("proving one address changes no other identity, and no contested password of another account", async () => {
  await identity()
  await addIdentity(auth, db, { userId: id, provider: "google", providerId: email, data: { sub: "g" } })
  const otherId = await createUser(auth, db, {
    email: `other.${email}`,
    passwordHash: "its hash",
    provider: "email",
  })
  await signUpAgain(auth, db, await needUser(db, otherId), { passwordHash: "", matches: null })
  await confirm()
  const google = (await user()).identities?.find((one) => one.provider === "google")
  expect(google?.identity_data).toEqual({ sub: "g" })
  await confirmEmail(auth, db, { id: otherId, email: `other.${email}` }, { proven: true })
  expect(await needUser(db, otherId)).toMatchObject({
    ...{ encrypted_password: "", raw_app_meta_data: { choose_password: true } },
  })
})
