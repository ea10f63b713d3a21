/** Covers the account page: sessions with their devices, export, deletion; and what cleanup keeps. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, type TestAuth, testPassword } from "#test/support/auth.ts"
import { prune } from "../prune.ts"
import { deleteUser } from "../users/delete.ts"
import { exportAuthData } from "../users/export.ts"
import { addOperator, listOperators, removeOperator } from "../users/operator.ts"
import { endSession } from "./end.ts"
import { listSessions } from "./list.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const firefox = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0"

test("Sessions are listed with device and last use, and can be ended one by one", async () => {
  const { id, session } = await site.member("list@example.com")
  site.test.clock.advance(60_000)
  await site.signIn("list@example.com", testPassword, {
    headers: { "user-agent": firefox },
    from: "2001:db8::7",
  })
  site.test.clock.advance(60_000)
  await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  })
  const { db } = site.test.world
  const [first, second] = await listSessions(db, id)
  expect(first).toMatchObject({ lastUsedAt: site.test.world.now(), aal: "aal1", methods: ["password"] })
  expect(second).toMatchObject({ device: "Firefox on Mac", ip: "2001:db8::7" })
  const stranger = await site.member("stranger@example.com")
  expect(await endSession(db, stranger.id, second?.id ?? "")).toBe(false)
  expect(await endSession(db, id, first?.id ?? "")).toBe(true)
  expect(await listSessions(db, id)).toHaveLength(1)
  expect((await site.call("GET", "/user", { token: session.access_token })).status).toBe(403)
})

test("An export contains the account and its events, and no secret", async () => {
  const { id, session } = await site.member("export@example.com")
  await site.call("POST", "/factors", { token: session.access_token, body: { factor_type: "totp" } })
  await site.test.world.db.query(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name, created_at, updated_at)
     values ($1, 'credential', 'key', 'Phone', now(), now())`,
    [id],
  )
  const data = await exportAuthData(site.test.world.db, id)
  expect(data).toMatchObject({
    account: { email: "export@example.com" },
    passkeys: [{ friendly_name: "Phone" }],
    sessions: [{ aal: "aal1" }],
  })
  const text = JSON.stringify(data)
  expect(text).toContain('"login"')
  for (const secret of ["$2b$", session.refresh_token, "secret"]) expect(text).not.toContain(secret)
  expect(await exportAuthData(site.test.world.db, "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66")).toBeNull()
})

test("Deleting an account removes everything, including addresses in the log", async () => {
  const { id, session } = await site.member("leave@example.com")
  await site.call("POST", "/recover", { body: { email: "leave@example.com" } })
  const by = { actor: { id, email: "leave@example.com" }, ip: "192.0.2.1" }
  const { db } = site.test.world
  expect(await db.transaction((tx) => deleteUser(site.service.auth, tx, id, by))).toBe(true)
  expect(await db.transaction((tx) => deleteUser(site.service.auth, tx, id, by))).toBe(false)
  for (const table of [
    "users",
    "identities",
    "sessions",
    "one_time_tokens",
    "audit_log_entries",
    "refresh_tokens",
    "flow_state",
  ]) {
    const rows = await db.query(`select to_jsonb(t)::text as row from auth.${table} t`)
    expect(JSON.stringify(rows), table).not.toContain("leave@example.com")
  }
  expect((await site.call("GET", "/user", { token: session.access_token })).json.error_code).toBe(
    "user_not_found",
  )
  expect(
    (
      await site.call("POST", "/verify", {
        body: {
          type: "recovery",
          email: "leave@example.com",
          token: codeIn(site.mailTo("leave@example.com")),
        },
      })
    ).status,
  ).toBe(403)
})

test("Operators are added, listed and removed by address", async () => {
  const { db, now } = site.test.world
  const helper = { role: "helper", now: now() } as const
  const { session } = await site.member("op@example.com")
  await site.call("POST", "/signup", { body: { email: "later@example.com", password: testPassword } })
  expect(await addOperator(db, "nobody@example.com", helper)).toEqual({ ok: false, code: "not_found" })
  expect(await addOperator(db, "later@example.com", helper)).toEqual({ ok: false, code: "not_confirmed" })
  expect(await addOperator(db, " OP@example.com ", helper)).toEqual({ ok: true })
  expect(await listOperators(db)).toMatchObject([{ email: "op@example.com", role: "helper", secured: false }])
  const next = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  })
  expect((await site.service.verifyToken(next.json.access_token))?.app_metadata).toMatchObject({
    role: "helper",
  })
  expect((await site.call("GET", "/admin/users", { token: next.json.access_token })).status).toBe(403)
  expect(await removeOperator(db, "op@example.com", now())).toEqual({ ok: true })
  expect(await removeOperator(db, "op@example.com", now())).toEqual({ ok: false, code: "not_found" })
  expect((await site.call("GET", "/admin/users", { token: next.json.access_token })).status).toBe(403)
  expect(await listOperators(db)).toEqual([])
})

test("Cleanup removes expired rows and keeps those in use", async () => {
  const { session } = await site.member("prune@example.com")
  const next = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  })
  await site.call("POST", "/recover", { body: { email: "prune@example.com" } })
  await site.call("POST", "/signup", { body: { email: "never@example.com", password: testPassword } })
  await site.call("POST", "/token?grant_type=password", {
    body: { email: "prune@example.com", password: "wrong one" },
  })
  await site.service.prune()
  expect((await site.call("GET", "/user", { token: session.access_token })).status).toBe(200)
  site.test.clock.advance(8 * 86_400_000)
  await site.service.prune()
  const { db } = site.test.world
  const count = async (table: string) =>
    ((await db.query(`select count(*)::int as count from ${table}`))[0] as { count: number }).count
  expect(await count("auth_private.attempts")).toBe(0)
  expect(await count("auth_private.mail_sends")).toBe(0)
  expect(await count("auth.one_time_tokens")).toBe(0)
  expect(await count("auth.refresh_tokens where revoked")).toBe(0)
  expect(await count("auth.users where email = 'never@example.com'")).toBe(1)
  const still = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: next.json.refresh_token },
  })
  expect(still.status).toBe(200)
  site.test.clock.advance(31 * 86_400_000)
  await site.service.prune()
  expect(await count("auth.sessions")).toBe(0)
  expect(await count("auth.users where email = 'never@example.com'")).toBe(0)
  expect(await count("auth.users where email = 'prune@example.com'")).toBe(1)
})

test("An operator can be removed by any spelling of the address, and the result is shown", async () => {
  const { db, now } = site.test.world
  const { id } = await site.member("typed.op@example.com")
  await addOperator(db, "typed.op@example.com", { role: "owner", now: now() })
  await db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${id}, 'totp', 'verified', now(), now())`
  expect(await listOperators(db)).toEqual([
    { email: "typed.op@example.com", role: "owner", lastSignInAt: now(), secured: true },
  ])
  expect(await removeOperator(db, " Typed.OP@example.com ", now())).toEqual({ ok: true })
})

test("Sessions are cleaned up according to the configured limits only", async () => {
  const { id } = await site.member("limits@example.com")
  const { db, now } = site.test.world
  site.test.clock.advance(1_000_000_000)
  const left = async (sessionInactivityS: number | null, sessionTimeboxS: number | null) => {
    await prune(db, now(), { sessionInactivityS, sessionTimeboxS })
    return (await listSessions(db, id)).length
  }
  expect([await left(null, null), await left(1_000_000, 1_000_000)]).toEqual([1, 1])
  expect(await left(null, 999_999)).toBe(0)
})
