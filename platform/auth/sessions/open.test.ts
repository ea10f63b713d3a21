/** The state of a new session, the effect of a refresh, which sessions end, and how they are listed. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import type { Auth } from "../auth.ts"
import type { Client } from "../http/client.ts"
import { isKnownNetwork } from "../limits/sign-in.ts"
import { Refusal } from "../refusal.ts"
import { createUser } from "../users/create.ts"
import { needUser } from "../users/row.ts"
import { endSession, endSessions, endWeakerSessions } from "./end.ts"
import { listSessions } from "./list.ts"
import { methodsOf, noteMethod } from "./methods.ts"
import { openSession } from "./open.ts"
import { refreshSession } from "./refresh.ts"
import { refreshTokenHash } from "./refresh-token.ts"

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
const home: Client = { ip: "192.0.2.7", network: "192.0.2.7", userAgent: "Firefox/140.0" }
const open = async (method = "password", client = home, passkeyId?: string) =>
  openSession(auth, db, await needUser(db, id), method, client, passkeyId ? { passkeyId } : {})
const sessionOf = async (token: string) =>
  String(
    (
      await auth.db.sql`select session_id from auth.refresh_tokens where token = ${refreshTokenHash(token)}`
    )[0]?.session_id,
  )
const refresh = (token: string, client = home, by = auth) =>
  refreshSession(by, token, client).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    return error.code
  })
const ids = async () => (await listSessions(db, id)).map((session) => session.id)

test.each([
  ["a password", "password", undefined, "aal1"],
  ["a passkey", "webauthn", randomUUID(), "aal2"],
])("a session that %s opens", async (_what, method, passkeyId, aal) => {
  site.test.clock.advance(1000)
  const body = await open(method, home, passkeyId)
  const claims = await site.service.verifyToken(body.access_token)
  const timestamp = Math.floor(now().getTime() / 1000)
  expect(claims).toMatchObject({
    sub: id,
    email,
    phone: "",
    aal,
    amr: [{ method, timestamp }],
    is_anonymous: false,
  })
  expect(body).toMatchObject({
    ...{ token_type: "bearer", expires_in: 900, expires_at: timestamp + 900 },
    user: { id, last_sign_in_at: now().toISOString() },
  })
  expect(await listSessions(db, id)).toEqual([
    {
      ...{ id: claims?.session_id, createdAt: now(), lastUsedAt: now(), device: "Firefox", ip: home.ip },
      ...{ aal, methods: [method] },
    },
  ])
  const [stored] = await db.sql`select factor_id from auth.sessions where id = ${String(claims?.session_id)}`
  expect(stored?.factor_id).toBe(passkeyId ?? null)
  expect(await isKnownNetwork(auth, id, home)).toBe(true)
  const noted = await db.sql`
    select payload -> 'traits' as traits, ip_address as ip from auth.audit_log_entries
    where payload ->> 'actor_id' = ${id} and payload ->> 'action' = 'login'`
  expect(noted).toEqual([{ traits: { provider: method }, ip: home.ip }])
})

test("a refresh records the time and place of use, and keeps the address if none is known", async () => {
  const { refresh_token } = await open()
  site.test.clock.advance(60_000)
  const elsewhere = { ip: null, network: "unknown", userAgent: "Chrome/140.0" }
  const next = await refresh(refresh_token, elsewhere)
  expect(await listSessions(db, id)).toMatchObject([
    { device: "Chrome", ip: home.ip, lastUsedAt: now(), createdAt: new Date(now().getTime() - 60_000) },
  ])
  const [spent] = await db.sql`
    select revoked, updated_at from auth.refresh_tokens where token = ${refreshTokenHash(refresh_token)}`
  expect(spent).toEqual({ revoked: true, updated_at: now() })
  const token = typeof next === "string" ? "" : next.refresh_token
  await refresh(token, { ...home, ip: "192.0.2.8" })
  expect(await listSessions(db, id)).toMatchObject([{ ip: "192.0.2.8", device: "Firefox" }])
})

test("a spent token whose child is gone counts as a replay", async () => {
  const { refresh_token } = await open()
  const child = await refresh(refresh_token)
  if (typeof child === "string") throw new Error(child)
  await db.sql`delete from auth.refresh_tokens where token = ${refreshTokenHash(child.refresh_token)}`
  expect(await refresh(refresh_token)).toBe("refresh_token_already_used")
  expect(await ids()).toEqual([])
})

test("a token without a session, or one removed while it is read, is not found", async () => {
  const [first, second] = [await open(), await open()]
  await db.sql`update auth.refresh_tokens set session_id = null where token = ${refreshTokenHash(first.refresh_token)}`
  expect(await refresh(first.refresh_token)).toBe("refresh_token_not_found")
  /** The token is gone when it is read again after its session has been locked. */
  const removing: Db["transaction"] = (work) =>
    db.transaction((tx) => {
      const sql = new Proxy(tx.sql, {
        apply(target, self, [strings, ...values]) {
          const query = () => Reflect.apply(target, self, [strings, ...values])
          if (!String(strings).trim().startsWith("select revoked")) return query()
          return tx.sql`delete from auth.refresh_tokens where user_id = ${id}`.then(query)
        },
      })
      return work({ ...tx, sql })
    })
  const by = { ...auth, db: { ...auth.db, transaction: removing } }
  expect(await refresh(second.refresh_token, home, by)).toBe("refresh_token_not_found")
})

test("a repeated method gets the later time, and the latest comes first", async () => {
  const session = await sessionOf((await open()).refresh_token)
  const seconds = () => Math.floor(now().getTime() / 1000)
  const first = seconds()
  site.test.clock.advance(1000)
  await noteMethod(auth, db, session, "totp")
  expect(await methodsOf(db, session)).toEqual([
    { method: "totp", timestamp: first + 1 },
    { method: "password", timestamp: first },
  ])
  site.test.clock.advance(1000)
  await noteMethod(auth, db, session, "password")
  expect(await methodsOf(db, session)).toEqual([
    { method: "password", timestamp: first + 2 },
    { method: "totp", timestamp: first + 1 },
  ])
  expect((await listSessions(db, id))[0]?.methods).toEqual(["password", "totp"])
})

test("sessions can be ended one by one, all, all but one, and all weaker ones but one", async () => {
  const sessions = async () => {
    const made: string[] = []
    for (let n = 0; n < 3; n++) {
      site.test.clock.advance(1000)
      made.unshift(await sessionOf((await open()).refresh_token))
    }
    return made as [string, string, string]
  }
  const stranger = await createUser(auth, db, { email: `other-${email}`, provider: "email" })
  const [a, b, c] = await sessions()
  expect(await ids()).toEqual([a, b, c])
  expect([
    await endSession(db, stranger, a),
    await endSession(db, id, a),
    await endSession(db, id, a),
  ]).toEqual([false, true, false])
  await endSessions(db, stranger)
  await endSessions(db, id, b)
  expect(await ids()).toEqual([b])
  await endSessions(db, id)
  expect(await ids()).toEqual([])
  const [d, e, f] = await sessions()
  const g = await sessionOf((await open("webauthn", home, randomUUID())).refresh_token)
  await db.sql`update auth.sessions set aal = null where id = ${e}`
  await endWeakerSessions(db, stranger, g)
  expect((await ids()).sort()).toEqual([d, e, f, g].sort())
  await endWeakerSessions(db, id, d)
  expect((await ids()).sort()).toEqual([d, g].sort())
})

test("a session from an older database is listed at aal1, without methods or a device", async () => {
  await open()
  await db.sql`update auth.sessions set aal = null, user_agent = null, ip = null where user_id = ${id}`
  await db.sql`delete from auth.mfa_amr_claims where session_id in (select id from auth.sessions where user_id = ${id})`
  expect(await listSessions(db, id)).toMatchObject([{ aal: "aal1", methods: [], device: null, ip: null }])
})
