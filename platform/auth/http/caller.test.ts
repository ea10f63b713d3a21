/** Identifying the caller of a request: which tokens are accepted for how long, and who may administer accounts. */
import { randomUUID } from "node:crypto"
import type { Context } from "hono"
import { SignJWT } from "jose"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"
import { serviceActor } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { audience, signAccessToken } from "../keys/access-token.ts"
import { Refusal } from "../refusal.ts"
import { noteMethod } from "../sessions/methods.ts"
import { openSession } from "../sessions/open.ts"
import { createUser } from "../users/create.ts"
import { grantOperator } from "../users/operator.ts"
import { needUser } from "../users/row.ts"
import { requireAdmin, requireCaller, requireSecondFactor } from "./caller.ts"
import { requireRecentSignIn } from "./recent.ts"

let site: TestAuth
let auth: Auth
let db: Db
let id: string
let email: string
let sessionId: string
let token: string
beforeAll(async () => {
  site = await createTestAuth({ sessionInactivityS: 600 })
  auth = site.service.auth
  db = site.test.world.db
})
afterAll(() => site.close())
beforeEach(async () => {
  Object.assign(auth.config, { operatorsNeedAal2: false, recentSignInS: 3600 })
  email = `${randomUUID()}@example.com`
  id = await createUser(auth, db, { email, provider: "email" })
  const client = { ip: null, network: "unknown", userAgent: "Test" }
  token = (await openSession(auth, db, await needUser(db, id), "password", client)).access_token
  sessionId = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).session_id
})

const request = (authorization?: string) =>
  ({ req: { header: (name: string) => (name === "authorization" ? authorization : undefined) } }) as Context
const refusalOf = (error: unknown) => {
  if (!(error instanceof Refusal)) throw error
  return [error.status, error.code]
}
const caller = (authorization = `Bearer ${token}`) =>
  requireCaller(auth, request(authorization)).then(
    ({ user, session }) => [user.id, session.id, session.aal],
    refusalOf,
  )
const admin = (bearer = token) => requireAdmin(auth, request(`Bearer ${bearer}`)).catch(refusalOf)

test.each([
  ["Bearer", undefined],
  ["bearer", undefined],
  ["BEARER  ", undefined],
  ["", [401, "no_authorization"]],
  ["Basic", [401, "no_authorization"]],
  ["x Bearer", [401, "no_authorization"]],
])("a token with the scheme %j", async (scheme, refused) =>
  expect(await caller(`${scheme} ${token}`)).toEqual(refused ?? [id, sessionId, "aal1"]),
)

test.each([
  ["nothing", undefined],
  ["nothing after the scheme", "Bearer "],
  ["a token with trailing text", "Bearer a b"],
])("%s is not a token", async (_what, authorization) =>
  expect(await requireCaller(auth, request(authorization)).catch(refusalOf)).toEqual([
    401,
    "no_authorization",
  ]),
)

test.each<[string, () => unknown, string | undefined]>([
  ["was not signed here", forge, "bad_jwt"],
  ["has expired", async () => site.test.clock.advance(900_000), "bad_jwt"],
  ["names nobody", async () => void (await sign({ sub: "x" })), "bad_jwt"],
  ["names no session", async () => void (await sign({ session_id: "x" })), "bad_jwt"],
  ["belongs to a deleted member", async () => void (await sign({ sub: randomUUID() })), "user_not_found"],
  [
    "belongs to an ended session",
    () => db.sql`delete from auth.sessions where id = ${sessionId}`,
    "session_not_found",
  ],
  [
    "belongs to another member's session",
    async () => void (await sign({ sub: await another() })),
    "session_not_found",
  ],
  ["belongs to a banned member", () => banned(1), "user_banned"],
  ["belongs to a member whose ban has just ended", () => banned(0), undefined],
  [
    "belongs to a session unused for ten minutes",
    async () => site.test.clock.advance(600_000),
    "session_not_found",
  ],
  ["belongs to a session used just before that", async () => site.test.clock.advance(599_999), undefined],
])("a token that %s", async (_what, arrange, code) => {
  await arrange()
  expect(await caller()).toEqual(code === undefined ? [id, sessionId, "aal1"] : [403, code])
})
async function forge() {
  token = `${token.slice(0, -4)}AAAA`
}
const another = () => createUser(auth, db, { email: `other-${email}`, provider: "email" })
const banned = (ms: number) => db.sql`
  update auth.users set banned_until = ${new Date(site.test.world.now().getTime() + ms)} where id = ${id}`
async function sign(changes: object) {
  const claims = { sub: id, session_id: sessionId, aud: audience, role: "authenticated", ...changes }
  token = (await signAccessToken(auth, claims)).token
}

test.each([
  ["aal2", "aal2"],
  [null, "aal1"],
])("a session stored at level %s is treated as %s", async (stored, aal) => {
  await db.sql`update auth.sessions set aal = ${stored} where id = ${sessionId}`
  expect(await caller()).toEqual([id, sessionId, aal])
  const given = await requireCaller(auth, request(`Bearer ${token}`))
  const needed = () => requireSecondFactor(given, "AAL2 session is required")
  if (aal === "aal2") expect(needed).not.toThrow()
  else expect(needed).toThrow(new Refusal(403, "insufficient_aal", "AAL2 session is required"))
})

const legacy = (claims: object) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime(Math.floor(site.test.world.now().getTime() / 1000) + 60)
    .sign(new TextEncoder().encode(testKeys.legacySecret))

test.each([
  ["the secret key", async () => testKeys.secret, serviceActor],
  ["another key", async () => `${testKeys.secret}x`, [403, "bad_jwt"]],
  ["the publishable key", async () => testKeys.publishable, [403, "bad_jwt"]],
  ["a legacy service key", () => legacy({ role: "service_role" }), serviceActor],
  ["a legacy key of the project's administrator", () => legacy({ role: "supabase_admin" }), serviceActor],
  ["a legacy key for visitors", () => legacy({ role: "anon" }), [403, "not_admin"]],
  [
    "a legacy service key that names a member's session",
    () => legacy({ role: "service_role", sub: id, session_id: sessionId }),
    [403, "not_admin"],
  ],
  ["a member", async () => token, [403, "not_admin"]],
])("administration with %s: %o", async (_what, key, expected) =>
  expect(await admin(await key())).toEqual(expected),
)

test.each([
  ["owner", false, "aal1", true],
  ["owner", true, "aal1", "insufficient_aal"],
  ["owner", true, "aal2", true],
  ["helper", false, "aal2", "not_admin"],
] as const)(
  "administration by an %s (aal2 required: %s) at %s: %s",
  async (role, operatorsNeedAal2, aal, may) => {
    Object.assign(auth.config, { operatorsNeedAal2 })
    await grantOperator(db, id, { role, now: site.test.world.now() })
    await db.sql`update auth.sessions set aal = ${aal} where id = ${sessionId}`
    expect(await admin()).toEqual(may === true ? { id, email } : [403, may])
    await banned(1)
    expect(await admin()).toEqual([403, "user_banned"])
  },
)

test("a role that is only in the token makes nobody an administrator", async () => {
  await sign({ role: "service_role", app_metadata: { role: "owner" } })
  expect(await admin()).toEqual([403, "not_admin"])
})

const verified = { status: "verified", factor_type: "totp" }
test.each([
  ["signed in just now", 0, null, undefined],
  ["signed in an hour ago", 3_600_000, null, undefined],
  ["signed in more than an hour ago", 3_600_001, null, "reauthentication_needed"],
  ["has no recorded sign-in method", null, null, "reauthentication_needed"],
  ["has another factor and did not use it", 0, [verified], "insufficient_aal"],
  ["has an unfinished enrollment of another factor", 0, [{ ...verified, status: "unverified" }], undefined],
])("access that requires a recent sign-in, for a member who %s: %#", async (_who, agoMs, factors, code) => {
  const { user, session } = await requireCaller(auth, request(`Bearer ${token}`))
  if (agoMs === null) await db.sql`delete from auth.mfa_amr_claims where session_id = ${sessionId}`
  site.test.clock.advance(agoMs ?? 0)
  const recent = (changes = {}) =>
    requireRecentSignIn(auth, {
      user: { ...user, factors } as typeof user,
      session: { ...session, ...changes },
    })
      .then(() => undefined)
      .catch(refusalOf)
  expect(await recent()).toEqual(code && [403, code])
  const atSecond = code === "insufficient_aal" ? undefined : code
  expect(await recent({ aal: "aal2" })).toEqual(atSecond && [403, atSecond])
  await noteMethod(auth, db, sessionId, "totp")
  expect(await recent({ aal: "aal2" })).toBeUndefined()
})
