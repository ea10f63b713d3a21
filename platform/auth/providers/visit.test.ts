/** A visit to a provider: it can be completed once, in the browser that started it, within ten minutes. */
import { createHash, randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import type { Auth } from "../auth.ts"
import { deriveSecrets } from "../crypto/secrets.ts"
import { keepChallenge } from "../flow-state.ts"
import { createUser } from "../users/create.ts"
import { needUser } from "../users/row.ts"
import { findProvider } from "./find.ts"
import { nonceOf, type ProviderProfile } from "./provider.ts"
import { tieToUser, userForProfile } from "./sign-in.ts"
import { beginVisit, endVisit } from "./visit.ts"

let site: TestAuth
let auth: Auth
let db: Db
beforeAll(async () => {
  const google = { clientId: "our-client", secret: "our-secret" }
  site = await createTestAuth({ providers: { google } })
  auth = site.service.auth
  db = site.test.world.db
})
afterAll(() => site.close())

const redirectTo = "http://b4m.test/welcome"
async function begin(changes = {}) {
  const visit = { redirectTo, flowStateId: null, scopes: "", ...changes }
  const { url, cookie } = await beginVisit(auth, findProvider(auth, "google"), visit)
  const asked = new URL(url).searchParams
  return { asked, cookie, state: asked.get("state") ?? "" }
}

test.each([
  ["in the same browser", 0, "", true],
  ["after ten minutes", 600_000, "", true],
  ["later", 600_001, "", false],
  ["in another browser", 0, "x", false],
])("a visit that ends %s", async (_how, ms, otherCookie, good) => {
  const { cookie, state } = await begin()
  site.test.clock.advance(ms)
  expect((await endVisit(auth, db, state, otherCookie || cookie)) !== null).toBe(good)
  expect(await endVisit(auth, db, state, cookie)).toBeNull()
})

test("a visit leads back to its start, with the values that prove it to the provider", async () => {
  const userId = await createUser(auth, db, { email: `${randomUUID()}@example.com`, provider: "email" })
  const flowStateId = await keepChallenge(
    ...([auth, db, { challenge: "c".repeat(43), method: "plain" }] as const),
    { provider: "google", authenticationMethod: "oauth" },
  )
  const { asked, cookie, state } = await begin({ flowStateId, linkToUserId: userId })
  const visit = await endVisit(auth, db, state, cookie)
  expect(visit).toEqual({
    ...{ provider: "google", redirectTo, flowStateId, linkToUserId: userId },
    verifier: expect.stringMatching(/^[\w-]{43}$/),
  })
  const challenge = createHash("sha256").update(String(visit?.verifier)).digest("base64url")
  expect(Object.fromEntries(asked)).toEqual({
    ...{ client_id: "our-client", redirect_uri: "http://b4m.test/auth/v1/callback", response_type: "code" },
    nonce: nonceOf(String(visit?.verifier)),
    ...{ scope: "openid email profile", state, code_challenge: challenge, code_challenge_method: "S256" },
  })
})

test("the state, the cookie and the verifier are not stored in plain text", async () => {
  const { cookie, state } = await begin()
  const kept = JSON.stringify(
    await db.query(
      "select encode(state_hash, 'escape') as s, encode(browser_hash, 'escape') as b, v.* from auth_private.provider_visits v",
    ),
  )
  const visit = await endVisit(auth, db, state, cookie)
  for (const secret of [cookie, state, String(visit?.verifier)]) expect(kept).not.toContain(secret)
})

test("a visit is not found by an unknown state, or under another secret", async () => {
  const { cookie, state } = await begin()
  expect(await endVisit(auth, db, `${state}x`, cookie)).toBeNull()
  const secrets = deriveSecrets("another-secret-of-at-least-32-characters")
  expect(await endVisit({ ...auth, secrets }, db, state, cookie)).toBeNull()
})

const client = { ip: "192.0.2.7", network: "192.0.2.7", userAgent: "Test" }
const profile = (changes: Partial<ProviderProfile> = {}): ProviderProfile => {
  const id = randomUUID()
  return { id, email: `${id}@example.com`, emailVerified: true, details: { full_name: "Ada" }, ...changes }
}
const enter = (given: ProviderProfile) => userForProfile(auth, db, "google", given, client)

test("a new person gets a confirmed account with the provider's names, and a known one keeps its own", async () => {
  const given = profile()
  const user = await enter(given)
  expect(user).toMatchObject({
    ...{ email: given.email, email_confirmed_at: site.test.world.now(), encrypted_password: "" },
    ...{ raw_user_meta_data: { full_name: "Ada" }, is_anonymous: false },
    raw_app_meta_data: { provider: "google", providers: ["google"] },
  })
  const data = {
    full_name: "Ada",
    sub: given.id,
    provider_id: given.id,
    email: given.email,
    email_verified: true,
  }
  expect(user.identities?.map((one) => [one.provider, one.identity_data])).toEqual([["google", data]])
  const noted = await db.sql`
    select payload ->> 'action' as action, payload ->> 'actor_username' as name, payload -> 'traits' as traits,
      ip_address as ip
    from auth.audit_log_entries where payload ->> 'actor_id' = ${user.id}`
  expect(noted).toEqual([
    { action: "user_signedup", name: given.email, traits: { provider: "google" }, ip: client.ip },
  ])
  site.test.clock.advance(1000)
  const moved = { ...given, email: null, emailVerified: false, details: { full_name: "Ada L." } }
  const again = await enter(moved)
  expect([again.id, again.email, again.raw_user_meta_data]).toEqual([
    user.id,
    given.email,
    { full_name: "Ada" },
  ])
  const [identity] = again.identities ?? []
  expect(identity?.identity_data).toEqual({
    ...{ full_name: "Ada L.", sub: given.id, provider_id: given.id, email_verified: false },
  })
  expect([identity?.last_sign_in_at, identity?.updated_at].map((at) => new Date(at ?? 0))).toEqual([
    site.test.world.now(),
    site.test.world.now(),
  ])
})

test.each([
  ["proven", true],
  ["not proven", false],
])("an account whose address was %s keeps its data: %s", async (_what, proven) => {
  const given = profile()
  const id = await createUser(auth, db, {
    ...{
      email: String(given.email),
      passwordHash: "a hash",
      userMetadata: { full_name: "Eve" },
      provider: "email",
    },
  })
  await db.sql`insert into auth_private.contested_sign_ups (user_id, contested_at) values (${id}, now())`
  await db.sql`
    insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
    values (${randomUUID()}, ${id}, ${id}, 'email', '{}', now(), now())`
  if (proven) await db.sql`update auth.users set email_confirmed_at = now() where id = ${id}`
  const user = await enter(given)
  expect([user.id, user.encrypted_password, user.raw_user_meta_data]).toEqual(
    proven ? [id, "a hash", { full_name: "Eve" }] : [id, "", { full_name: "Ada" }],
  )
  expect(user.identities?.map((one) => one.provider).sort()).toEqual(
    proven ? ["email", "google"] : ["google"],
  )
  const contested = await db.sql`select 1 from auth_private.contested_sign_ups where user_id = ${id}`
  expect([contested.length, user.raw_app_meta_data?.choose_password]).toEqual([proven ? 1 : 0, undefined])
})

test.each([
  ["an address that is not verified", { emailVerified: false }, "provider_email_needs_verification"],
  ["no address", { email: null }, "provider_email_needs_verification"],
  ["an invalid address", { email: "ada" }, "provider_email_needs_verification"],
])("with %s nobody new can sign in", async (_what, changes, code) => {
  await expect(enter(profile(changes))).rejects.toMatchObject({ status: 422, code })
})

test("with sign-ups closed, existing members can sign in, but banned ones cannot", async () => {
  const known = profile()
  const { id } = await enter(known)
  auth.config.signUps = false
  await expect(enter(profile())).rejects.toMatchObject({ status: 422, code: "signup_disabled" })
  expect(await enter(known)).toMatchObject({ id })
  expect(await enter(profile({ email: known.email }))).toMatchObject({ id })
  auth.config.signUps = true
  await db.sql`update auth.users set banned_until = ${new Date(site.test.world.now().getTime() + 1)} where id = ${id}`
  await expect(enter(known)).rejects.toMatchObject({ status: 403, code: "user_banned" })
})

test("an identity is linked to one account", async () => {
  const [given, other] = [profile(), profile()]
  const ids = await Promise.all([given, other].map(async (one) => (await enter(one)).id))
  const third = profile({ emailVerified: false })
  const tie = (userId = "", one = third) => tieToUser(auth, db, userId, "google", one)
  expect((await tie(ids[0])).identities).toHaveLength(2)
  await expect(tie(ids[0])).rejects.toThrow(/^Identity is already linked$/)
  await expect(tie(ids[1])).rejects.toMatchObject({
    ...{
      status: 422,
      code: "identity_already_exists",
      message: "Identity is already linked to another user",
    },
  })
  expect((await needUser(db, ids[1] ?? "")).identities).toHaveLength(1)
})

test("the same id at another provider is a different identity", async () => {
  const given = profile()
  const { id } = await enter(given)
  const elsewhere = profile({ id: given.id })
  const other = await userForProfile(auth, db, "github", elsewhere, client)
  expect([other.id === id, other.email]).toEqual([false, elsewhere.email])
  expect((await needUser(db, id)).identities?.[0]?.identity_data.email).toBe(given.email)
})
