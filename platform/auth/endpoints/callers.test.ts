/** Who may call which route: each is for visitors, for members with a session, or for administrators. */
import { SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { codeIn, createTestAuth, type TestAuth, testKeys, testPassword } from "#test/support/auth.ts"
import { routeTable } from "../route-table.ts"

const routes = routeTable.map(([method, path]) => ({ method, path }))

let site: TestAuth
let member: string
beforeAll(async () => {
  site = await createTestAuth({
    manualLinking: true,
    operatorEmails: ["Chief@example.com"],
    operatorsNeedAal2: false,
  })
  member = (await site.member("caller@example.com")).session.access_token
})
afterAll(() => site.close())

const forVisitors = `
  GET /health, GET /settings, GET /.well-known/jwks.json, POST /signup, POST /token, POST /otp, POST /recover,
  POST /resend, POST /verify, GET /verify, GET /authorize, GET /callback, POST /callback,
  POST /sso,
  POST /passkeys/authentication/options, POST /passkeys/authentication/verify`
const visitors = new Set(forVisitors.split(",").map((route) => route.trim()))
const isForAdmins = (path: string) => path.startsWith("/admin/") || path === "/invite"
const others = routes.filter(({ method, path }) => !visitors.has(`${method} ${path}`))
const id = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66"
const ask = async ({ method, path }: { method: string; path: string }, token?: string) => {
  // Signing out would end the session used for the other routes.
  const where = `${path.replace(/:\w+/g, id)}?scope=others`
  const { status, json } = await site.call(method, where, token ? { token } : {})
  return [status, json?.error_code]
}

const legacy = (role: string, secret = testKeys.legacySecret, claims: object = {}) =>
  new SignJWT({ role, ...claims })
    .setProtectedHeader({ alg: "HS256" })
    .setIssuedAt(site.test.world.now())
    .sign(new TextEncoder().encode(secret))

test("the routes for visitors all exist", () => expect(routes.length - others.length).toBe(visitors.size))

test.each(others)("$method $path is closed without a token", async (route) =>
  expect(await ask(route)).toEqual([401, "no_authorization"]),
)

test.each(others.filter(({ path }) => isForAdmins(path)))(
  "$method $path is only for administrators",
  async (route) => {
    expect(await ask(route, member)).toEqual([403, "not_admin"])
    expect(await ask(route, testKeys.publishable)).toEqual([403, "bad_jwt"])
    expect([401, 403]).not.toContain((await ask(route, testKeys.secret))[0])
  },
)

test.each(others.filter(({ path }) => !isForAdmins(path)))(
  "$method $path is only for members, not for API keys",
  async (route) => {
    for (const key of [testKeys.publishable, testKeys.secret])
      expect(await ask(route, key)).toEqual([403, "bad_jwt"])
    expect((await ask(route, member))[0]).not.toBe(401)
  },
)

test("A callback without a visit redirects to the site with an error in the query and the fragment", async () => {
  const arrived = await site.call("GET", "/callback?state=unknown&code=any")
  expect(arrived.status).toBe(303)
  const { origin, searchParams, hash } = new URL(arrived.headers.get("location") ?? "")
  const said = { error: "access_denied", error_code: "bad_oauth_state" }
  expect(origin).toBe("http://b4m.test")
  for (const given of [searchParams, new URLSearchParams(hash.slice(1))])
    expect(Object.fromEntries(given)).toMatchObject(said)
})

test("Only the secret key, a service key or an operator is admitted", async () => {
  const { session } = await site.member("plain@example.com")
  const status = async (given?: string) =>
    (await site.call("GET", "/admin/users", given ? { token: given } : {})).status
  expect(await status()).toBe(401)
  expect(await status(testKeys.publishable)).toBe(403)
  expect(await status(session.access_token)).toBe(403)
  expect(await status(`${testKeys.secret}x`)).toBe(403)
  expect(await status(await legacy("service_role"))).toBe(200)
  expect(await status(await legacy("supabase_admin"))).toBe(200)
  expect(await status(await legacy("anon"))).toBe(403)
  expect(await status(await legacy("authenticated"))).toBe(403)
  expect(await status(await legacy("service_role", "another secret of at least 32 letters"))).toBe(403)
})

test("Confirming an operator's mailbox grants the role immediately, and not before", async () => {
  await site.call("POST", "/signup", { body: { email: "chief@example.com", password: testPassword } })
  const opened = await site.call("POST", "/verify", {
    body: { type: "signup", email: "chief@example.com", token: codeIn(site.mailTo("chief@example.com")) },
  })
  expect(opened.json.user.app_metadata.role).toBe("owner")
  expect((await site.call("GET", "/admin/users", { token: opened.json.access_token })).status).toBe(200)

  const open = await createTestAuth({ autoconfirm: true, operatorEmails: ["chief@example.com"] })
  const claimed = await open.call("POST", "/signup", {
    body: { email: "chief@example.com", password: testPassword },
  })
  expect(claimed.json.user.app_metadata.role).toBeUndefined()
  await open.close()

  const strict = await createTestAuth({ operatorEmails: ["chief@example.com"], operatorsNeedAal2: true })
  const chief = await strict.member("chief@example.com")
  const refused = await strict.call("GET", "/admin/users", { token: chief.session.access_token })
  expect(refused.json.error_code).toBe("insufficient_aal")
  await strict.close()
})

test("An owner's session is accepted and recorded as the actor, a helper's is refused", async () => {
  const { id, session } = await site.member("acting@example.com")
  const own = { token: session.access_token }
  const { db } = site.test.world
  const role = (name: string) =>
    db.query("update auth.users set raw_app_meta_data = jsonb_build_object('role', $2::text) where id = $1", [
      id,
      name,
    ])
  const act = async () => (await site.call("PUT", `/admin/users/${id}`, { ...own, body: {} })).json.error_code
  await role("helper")
  expect(await act()).toBe("not_admin")
  await role("owner")
  const { config } = site.service.auth
  config.operatorsNeedAal2 = true
  expect(await act()).toBe("insufficient_aal")
  await db.query("update auth.sessions set aal = 'aal2' where user_id = $1", [id])
  expect(await act()).toBe(undefined)
  config.operatorsNeedAal2 = false
  const [noted] = await db.query(
    `select payload ->> 'actor_id' as actor, payload ->> 'actor_username' as name from auth.audit_log_entries
     where payload ->> 'action' = 'user_modified' and payload -> 'traits' ->> 'user_id' = $1`,
    [id],
  )
  expect(noted).toEqual({ actor: id, name: "acting@example.com" })
})

test("A token signed with the shared secret that names a session counts as that member's", async () => {
  const { id, session } = await site.member("named@example.com")
  const { session_id } = (await site.service.verifyToken(session.access_token)) ?? {}
  const signed = (claims: object) => legacy("service_role", testKeys.legacySecret, claims)
  const asked = async (path: string, claims: object) =>
    (await site.call("GET", path, { token: await signed(claims) })).json.error_code
  expect(await asked("/admin/users", { sub: id, session_id })).toBe("not_admin")
  expect(await asked("/admin/users", { sub: id, session_id: "any" })).toBe("bad_jwt")
  expect(await asked("/user", {})).toBe("bad_jwt")
})
