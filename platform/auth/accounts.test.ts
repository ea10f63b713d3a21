/** The account data that the application can read and change. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Accounts } from "#ports/accounts.ts"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"
import { createAccounts } from "./accounts.ts"

let site: TestAuth
let db: Db
let accounts: Accounts
let id: string
let email: string
beforeAll(async () => {
  site = await createTestAuth()
  db = site.test.world.db
  accounts = createAccounts(site.test.world.now)
})
afterAll(() => site.close())

async function account(body: object = { email_confirm: true }) {
  email = `${randomUUID()}@example.com`
  const given = { email, password: testPassword, user_metadata: { full_name: "Ada" }, ...body }
  const made = await site.call("POST", "/admin/users", { token: testKeys.secret, body: given })
  id = made.json.id
}
beforeEach(() => account())
const nobody = randomUUID()
const start = () => site.signIn(email)
const sessions = async () => (await accounts.sessions(db, id)).length

test("an account's data contains its own profile, and not another's", async () => {
  const whole = { id, email, fullName: "Ada", secured: false, role: null }
  expect(await accounts.find(db, id)).toEqual(whole)
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (${randomUUID()}, ${id}, 'totp', 'verified', now(), now())`
  expect(await accounts.find(db, id)).toEqual({ ...whole, secured: true })
  for (const metadata of [null, {}, { full_name: 7 }]) {
    await db.sql`
      update auth.users set raw_user_meta_data = ${metadata === null ? null : db.sql.json(metadata)} where id = ${id}`
    expect((await accounts.find(db, id))?.fullName).toBe(null)
  }
  expect(await accounts.find(db, nobody)).toBe(null)
})

test("the list of sessions omits how they were opened", async () => {
  const { user } = await start()
  expect(await accounts.sessions(db, user.id)).toEqual([
    {
      id: expect.any(String),
      createdAt: site.test.world.now(),
      lastUsedAt: site.test.world.now(),
      device: null,
      ip: "192.0.2.1",
    },
  ])
})

test("a ban hides the account and ends its sessions, and lifting it ends none", async () => {
  await start()
  expect(await accounts.ban(db, id, new Date(site.test.world.now().getTime() + 1000))).toBe(true)
  expect([await accounts.find(db, id), await sessions()]).toEqual([null, 0])
  expect(await accounts.ban(db, id, null)).toBe(true)
  await start()
  expect(await accounts.ban(db, id, null)).toBe(true)
  expect([(await accounts.find(db, id))?.email, await sessions()]).toEqual([email, 1])
  expect(await accounts.ban(db, nobody, null)).toBe(false)
})

test("an address can be confirmed once", async () => {
  await account({})
  const confirmedAt = async () =>
    (await db.query("select email_confirmed_at as at from auth.users where id = $1", [id]))[0]?.at
  expect(await confirmedAt()).toBe(null)
  const first = site.test.world.now()
  expect(await accounts.confirm(db, id)).toBe(true)
  site.test.clock.advance(1000)
  expect(await accounts.confirm(db, id)).toBe(true)
  expect(await confirmedAt()).toEqual(first)
  expect(await accounts.confirm(db, nobody)).toBe(false)
})

test("a role can be granted, and revoked together with the sessions", async () => {
  await start()
  expect(await accounts.setRole(db, id, "helper")).toBe(true)
  expect([(await accounts.find(db, id))?.role, await sessions()]).toEqual(["helper", 1])
  expect(await accounts.setRole(db, id, null)).toBe(true)
  expect([(await accounts.find(db, id))?.role, await sessions()]).toEqual([null, 0])
  expect(await accounts.setRole(db, nobody, "owner")).toBe(false)
})

test("a member who deletes their account is recorded by id alone", async () => {
  expect(await accounts.remove(db, id)).toBe(true)
  expect(await accounts.remove(db, id)).toBe(false)
  const [noted] = await db.sql`
    select payload ->> 'actor_id' as actor, payload ->> 'actor_username' as name, ip_address
    from auth.audit_log_entries where payload ->> 'action' = 'user_deleted' and payload -> 'traits' ->> 'user_id' = ${id}`
  expect(noted).toEqual({ actor: id, name: "", ip_address: "" })
})
