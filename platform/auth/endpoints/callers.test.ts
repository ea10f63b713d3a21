/** Who may ask for what: every route is a visitor's, a member's with a session, or an administrator's. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"
import { routeTable } from "../routes.ts"

let site: TestAuth
let member: string
beforeAll(async () => {
  site = await createTestAuth({ manualLinking: true })
  member = (await site.member("caller@example.com")).session.access_token
})
afterAll(() => site.close())

const forVisitors = `
  GET /health, GET /settings, GET /.well-known/jwks.json, POST /signup, POST /token, POST /otp, POST /recover,
  POST /resend, POST /verify, GET /verify, GET /authorize, GET /callback, POST /sso,
  POST /passkeys/authentication/options, POST /passkeys/authentication/verify`
const visitors = new Set(forVisitors.split(",").map((route) => route.trim()))
const isForAdmins = (path: string) => path.startsWith("/admin/") || path === "/invite"
const others = routeTable.filter(({ method, path }) => !visitors.has(`${method} ${path}`))
const id = "83fd9e20-7a80-46e4-bf29-a86e3d6bbf66"
const ask = async ({ method, path }: { method: string; path: string }, token?: string) => {
  // Signing out would end the session that the other routes are asked with.
  const where = `${path.replace(/:\w+/g, id)}?scope=others`
  const { status, json } = await site.call(method, where, token ? { token } : {})
  return [status, json?.error_code]
}

test("the routes for visitors all exist", () => expect(routeTable.length - others.length).toBe(visitors.size))

test.each(others)("$method $path is closed without a token", async (route) =>
  expect(await ask(route)).toEqual([401, "no_authorization"]),
)

test.each(others.filter(({ path }) => isForAdmins(path)))(
  "$method $path is an administrator's alone",
  async (route) => {
    expect(await ask(route, member)).toEqual([403, "not_admin"])
    expect(await ask(route, testKeys.publishable)).toEqual([403, "bad_jwt"])
    expect([401, 403]).not.toContain((await ask(route, testKeys.secret))[0])
  },
)

test.each(others.filter(({ path }) => !isForAdmins(path)))(
  "$method $path is a member's own, which no key opens",
  async (route) => {
    for (const key of [testKeys.publishable, testKeys.secret])
      expect(await ask(route, key)).toEqual([403, "bad_jwt"])
    expect((await ask(route, member))[0]).not.toBe(401)
  },
)

test("A browser that arrives from a provider without having left says so at home, in the query and the fragment", async () => {
  const arrived = await site.call("GET", "/callback?state=unknown&code=any")
  expect(arrived.status).toBe(303)
  const { origin, searchParams, hash } = new URL(arrived.headers.get("location") ?? "")
  const said = { error: "access_denied", error_code: "bad_oauth_state" }
  expect(origin).toBe("http://b4m.test")
  for (const given of [searchParams, new URLSearchParams(hash.slice(1))])
    expect(Object.fromEntries(given)).toMatchObject(said)
})
