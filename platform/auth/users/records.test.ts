/** How accounts are stored, found, changed and deleted, and who is an operator. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { audit, serviceActor } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { openSession } from "../sessions/open.ts"
import { createUser } from "./create.ts"
import { deleteUser, softDeleteUser } from "./delete.ts"
import { addIdentity } from "./identities.ts"
import { mergeMetadata } from "./metadata.ts"
import {
  addOperator,
  grantOperator,
  listOperators,
  removeOperator,
  revokeOperator,
  roleOf,
} from "./operator.ts"
import { findUser, findUserByEmail, findUserByPhone, listUsers, needUser } from "./row.ts"

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
  id = await createUser(auth, db, { email, provider: "email" })
})
const now = () => site.test.world.now()
const client = { ip: "192.0.2.7", network: "192.0.2.7", userAgent: "Test" }
const open = async () => openSession(auth, db, await needUser(db, id), "password", client)
const count = async (table: string) =>
  (await db.query(`select 1 from auth.${table} where user_id::text = $1`, [id])).length

test("a new account contains exactly the given data", async () => {
  const bare = await needUser(db, await createUser(auth, db, {}))
  expect(bare).toMatchObject({
    ...{ email: null, phone: null, encrypted_password: "", role: "authenticated", aud: "authenticated" },
    ...{ raw_app_meta_data: {}, raw_user_meta_data: {}, invited_at: null, is_anonymous: true },
    ...{ created_at: now(), updated_at: now(), email_confirmed_at: null, identities: null, factors: null },
  })
  const given = { id: randomUUID(), email: `whole-${email}`, phone: "491512345678", role: "trainer" }
  const made = await createUser(auth, db, {
    ...{ ...given, passwordHash: "a hash", invited: true, provider: "phone" },
    ...{ userMetadata: { city: "Oslo" }, appMetadata: { team: "red", provider: "x" } },
  })
  expect(await needUser(db, made)).toMatchObject({
    ...given,
    ...{ encrypted_password: "a hash", invited_at: now(), is_anonymous: false },
    raw_app_meta_data: { team: "red", provider: "phone", providers: ["phone"] },
    raw_user_meta_data: { city: "Oslo" },
  })
})

test("metadata is merged, and null removes a key", async () => {
  await db.sql`update auth.users set raw_user_meta_data = null where id = ${id}`
  const merge = (changes: Record<string, unknown>) =>
    mergeMetadata(auth, db, id, "raw_user_meta_data", changes)
  await merge({ city: "Oslo", team: { name: "red" }, gone: null, empty: "", none: false })
  site.test.clock.advance(1000)
  await merge({ city: null, team: { color: "blue" } })
  expect(await needUser(db, id)).toMatchObject({ updated_at: now() })
  expect((await needUser(db, id)).raw_user_meta_data).toEqual({
    ...{ team: { color: "blue" }, empty: "", none: false },
  })
  expect((await needUser(db, id)).raw_app_meta_data).toEqual({ provider: "email", providers: ["email"] })
})

test("an account is found by its id, address or number, unless it was deleted", async () => {
  const phone = "491512345600"
  await db.sql`update auth.users set phone = ${phone} where id = ${id}`
  const found = async () =>
    [await findUser(db, id), await findUserByEmail(db, email), await findUserByPhone(db, phone)].map(
      (user) => user?.id ?? null,
    )
  expect(await found()).toEqual([id, id, id])
  expect([await findUserByEmail(db, `x${email}`), await findUserByPhone(db, `${phone}9`)]).toEqual([
    null,
    null,
  ])
  await db.sql`update auth.users set is_sso_user = true where id = ${id}`
  expect(await found()).toEqual([id, null, id])
  await db.sql`update auth.users set is_sso_user = false, deleted_at = now() where id = ${id}`
  expect(await found()).toEqual([null, null, null])
  await expect(needUser(db, id)).rejects.toThrow("disappeared")
})

test("accounts are listed newest first, in pages, and filtered by literal text", async () => {
  const marked = async (name: string, address: string) => {
    site.test.clock.advance(1000)
    await createUser(auth, db, { email: address, provider: "email", userMetadata: { full_name: name } })
  }
  const mark = randomUUID().slice(0, 8)
  await marked("Ada", `${mark}.one@example.com`)
  await marked("Bea_x", `${mark}.two@example.com`)
  await marked(`Cy ${mark}`, "three@example.com")
  const list = async (filter: string, offset = 0, limit = 10) => {
    const { users, total } = await listUsers(db, { filter, offset, limit })
    return [users.map((user) => user.email?.replace(mark, "")), total]
  }
  expect(await list(mark)).toEqual([["three@example.com", ".two@example.com", ".one@example.com"], 3])
  expect(await list(mark, 1, 1)).toEqual([[".two@example.com"], 3])
  expect(await list("BEA_")).toEqual([[".two@example.com"], 1])
  expect([await list("A_a"), await list("%"), await list("\\")]).toEqual([
    [[], 0],
    [[], 0],
    [[], 0],
  ])
  const { users, total } = await listUsers(db, { filter: "", offset: 0, limit: 3 })
  expect([users.map((user) => user.email)[0], total > 3]).toEqual(["three@example.com", true])
})

test("a deleted account leaves only its audit entries, without addresses", async () => {
  await open()
  await audit(auth, db, "user_modified", serviceActor, "192.0.2.9", { user_id: id, user_email: email })
  await db.sql`
    insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
      authentication_method)
    values (${randomUUID()}, ${id}, '', 's256', 'c', 'email', 'otp')`
  expect(await deleteUser(auth, db, id, { actor: { id, email }, ip: null })).toBe(true)
  expect(await Promise.all(["sessions", "refresh_tokens", "flow_state", "identities"].map(count))).toEqual([
    0, 0, 0, 0,
  ])
  const kept = await db.sql`
    select payload ->> 'action' as action, payload ->> 'actor_username' as name, payload -> 'traits' as traits,
      ip_address as ip
    from auth.audit_log_entries where payload ->> 'actor_id' = ${id} or payload -> 'traits' ->> 'user_id' = ${id}
    order by 1`
  expect(kept).toEqual([
    { action: "login", name: "", traits: { provider: "password" }, ip: "" },
    { action: "user_deleted", name: "", traits: { user_id: id }, ip: "" },
    { action: "user_modified", name: "", traits: { user_id: id }, ip: "" },
  ])
  expect(await deleteUser(auth, db, id, { actor: { id, email }, ip: null })).toBe(false)
})

test("an administrator who deletes an account is recorded", async () => {
  await deleteUser(auth, db, id, { actor: serviceActor, ip: "192.0.2.9" })
  const [noted] = await db.sql`
    select payload ->> 'actor_username' as name, ip_address as ip from auth.audit_log_entries
    where payload ->> 'action' = 'user_deleted' and payload -> 'traits' ->> 'user_id' = ${id}`
  expect(noted).toEqual({ name: "service_role", ip: "192.0.2.9" })
})

test("a soft-deleted account keeps only its id and digests of its addresses", async () => {
  const phone = `49${String(BigInt(`0x${id.slice(0, 8)}`)).padStart(10, "0")}`
  await db.sql`
    update auth.users set phone = ${phone}, email_change = 'new@example.com', encrypted_password = 'x',
      raw_user_meta_data = '{"a": 1}' where id = ${id}`
  await open()
  await addIdentity(auth, db, { userId: id, provider: "email", providerId: id, data: { email } })
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${randomUUID()}, ${id}, 'totp', 'verified', now(), now())`
  await db.sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (${randomUUID()}, ${id}, 'recovery_token', ${id}, '', now(), now())`
  const by = { actor: serviceActor, ip: null }
  expect(await softDeleteUser(auth, db, id, by)).toBe(true)
  const [row] = await db.sql`select * from auth.users where id = ${id}`
  expect(row).toMatchObject({
    ...{ encrypted_password: "", email_change: "", raw_app_meta_data: {}, raw_user_meta_data: {} },
    ...{ deleted_at: now(), updated_at: now() },
    ...{ email: expect.stringMatching(/^[\w-]{43}$/), phone: expect.stringMatching(/^[\w-]{15}$/) },
  })
  expect(await Promise.all(["identities", "sessions", "one_time_tokens", "mfa_factors"].map(count))).toEqual([
    0, 0, 0, 0,
  ])
  const noted = await db.sql`
    select payload ->> 'action' as action, payload ->> 'actor_username' as name from auth.audit_log_entries
    where payload ->> 'actor_id' = ${id} or payload -> 'traits' ->> 'user_id' = ${id} order by 1`
  expect(noted).toEqual([
    { action: "login", name: "" },
    { action: "user_deleted", name: "service_role" },
  ])
  expect(await softDeleteUser(auth, db, id, by)).toBe(false)
  const nameless = await createUser(auth, db, {})
  expect(await softDeleteUser(auth, db, nameless, by)).toBe(true)
  const [gone] = await db.sql`select email, phone from auth.users where id = ${nameless}`
  expect(gone).toEqual({ email: null, phone: null })
})

test.each([
  [null, null],
  [{}, null],
  [{ role: "owner" }, "owner"],
  [{ role: "helper" }, "helper"],
  [{ role: "authenticated" }, null],
  [{ role: ["owner"] }, null],
])("an account with the metadata %j has the operator role %s", (raw_app_meta_data, role) =>
  expect(roleOf({ raw_app_meta_data })).toBe(role),
)

test("a role is granted only to an account with the confirmed address", async () => {
  const add = (address: string) => addOperator(db, address, { role: "helper", now: now() })
  expect(await add(`nobody.${email}`)).toEqual({ ok: false, code: "not_found" })
  expect(await add(email)).toEqual({ ok: false, code: "not_confirmed" })
  expect(roleOf(await needUser(db, id))).toBeNull()
  await db.sql`update auth.users set email_confirmed_at = now(), raw_app_meta_data = null where id = ${id}`
  site.test.clock.advance(1000)
  expect(await add(` ${email.toUpperCase()} `)).toEqual({ ok: true })
  expect(await needUser(db, id)).toMatchObject({ raw_app_meta_data: { role: "helper" }, updated_at: now() })
  await db.sql`update auth.users set deleted_at = now() where id = ${id}`
  expect(await add(email)).toEqual({ ok: false, code: "not_found" })
  expect((await listOperators(db)).map((operator) => operator.email)).not.toContain(email)
})

test("revoking a role ends the sessions, and changes nothing else", async () => {
  await grantOperator(db, id, { role: "owner", now: now() })
  await open()
  expect(await listOperators(db)).toContainEqual({
    email,
    role: "owner",
    lastSignInAt: now(),
    secured: false,
  })
  site.test.clock.advance(1000)
  await revokeOperator(db, id, now())
  expect(await needUser(db, id)).toMatchObject({ updated_at: now() })
  expect((await needUser(db, id)).raw_app_meta_data).toEqual({ provider: "email", providers: ["email"] })
  expect(await count("sessions")).toBe(0)
})

test("revoking a role that a member does not have keeps their sessions", async () => {
  await open()
  expect(await removeOperator(db, email, now())).toEqual({ ok: false, code: "not_found" })
  expect(await count("sessions")).toBe(1)
  await grantOperator(db, id, { role: "helper", now: now() })
  expect(await removeOperator(db, ` ${email.toUpperCase()}`, now())).toEqual({ ok: true })
  expect([roleOf(await needUser(db, id)), await count("sessions")]).toEqual([null, 0])
})

test("changes to one account, and operator roles, do not affect other accounts", async () => {
  const otherId = await createUser(auth, db, { email: `other.${email}`, provider: "email" })
  await mergeMetadata(auth, db, id, "raw_app_meta_data", { team: "red" })
  await grantOperator(db, id, { role: "helper", now: now() })
  expect((await needUser(db, otherId)).raw_app_meta_data).toEqual({ provider: "email", providers: ["email"] })
  const operators = (await listOperators(db)).map((operator) => operator.email)
  expect(operators.filter((address) => address.endsWith(email))).toEqual([email])
})
