/** The session for a member's own pages: how it is opened, what it permits, and what ends it. */
import { Hono } from "hono"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import type { AppEnv } from "../context.ts"
import { sameOriginOnly } from "../guard/same-origin.ts"
import { accountSession, signedIn } from "./account.ts"

let site: TestAuth
let app: Hono<AppEnv>
beforeAll(async () => {
  site = await createTestAuth()
  const { world } = site.test
  app = new Hono<AppEnv>()
  app.use(async (c, next) => {
    c.set("https", c.req.header("x-test-https") !== undefined)
    await next()
  })
  app.use(sameOriginOnly(world.settings.siteUrl))
  app.route(
    "/",
    accountSession(world, (token) => site.service.verifyToken(token)),
  )
  app.get("/who", async (c) => c.text((await signedIn(world, c))?.email ?? "nobody"))
  app.post("/who", async (c) => c.text((await signedIn(world, c))?.email ?? "nobody"))
})
afterAll(() => site.close())

const ours = { "sec-fetch-site": "same-origin" }
let made = 0

async function member() {
  const email = `member-${++made}@example.com`
  const { session, id } = await site.member(email)
  return { email, token: session.access_token, userId: id }
}

function exchange(token: string, headers: Record<string, string> = ours) {
  return app.request("/account/session", { method: "POST", headers, body: new URLSearchParams({ token }) })
}

/** The cookie as the browser sends it back. */
async function open(token: string): Promise<string> {
  return ((await exchange(token)).headers.get("set-cookie") ?? "").split(";")[0] ?? ""
}

const who = async (cookie: string) => (await app.request("/who", { headers: { cookie } })).text()

test("A verified token opens a session in a cookie that scripts and other sites' forms cannot use", async () => {
  const { token, email } = await member()
  const answer = await exchange(token)
  expect([answer.status, answer.headers.get("cache-control")]).toEqual([204, "no-store"])
  const cookie = answer.headers.get("set-cookie") ?? ""
  for (const part of ["HttpOnly", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(part)
  const value = cookie.split(";")[0] ?? ""
  expect(await who(value)).toBe(email)
  expect(cookie).not.toContain("Secure")
  const encrypted = await exchange(token, { ...ours, "x-test-https": "yes" })
  expect(encrypted.headers.get("set-cookie")).toContain("Secure")
  // Only its hash is stored, and it contains no part of the access token.
  const [row] = await site.test.world.db.sql<{ all: string }>`
    select string_agg(s::text, ' ') as all from private.cookie_sessions s`
  expect(row?.all).not.toContain(value.split("=")[1])
  expect(cookie).not.toContain(token)
})

test.each([
  ["no token", ""],
  ["a made-up token", "a.b.c"],
  ["an oversized token", "x".repeat(20_000)],
])("%s does not open a session", async (_what, token) => {
  const answer = await exchange(token)
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null])
})

test("An invented cookie opens nothing, and a console's cookie opens no account", async () => {
  const { token } = await member()
  const [name, secret] = (await open(token)).split("=") as [string, string]
  expect(await who(`${name}=made-up`)).toBe("nobody")
  await site.test.world.db.sql`update private.cookie_sessions set scope = 'console'`
  expect(await who(`${name}=${secret}`)).toBe("nobody")
})

test("The session ends at the next request after a sign-out, a ban, its expiry or thirty days", async () => {
  const { sql } = site.test.world.db
  const ended = async (how: (who: { token: string; userId: string }) => PromiseLike<unknown>) => {
    const person = await member()
    const cookie = await open(person.token)
    expect(await who(cookie)).toBe(person.email)
    await how(person)
    return who(cookie)
  }
  expect(await ended(({ userId }) => sql`delete from auth.sessions where user_id = ${userId}`)).toBe("nobody")
  const until = new Date(site.test.world.now().getTime() + 60_000)
  const ban = ({ userId }: { userId: string }) =>
    sql`update auth.users set banned_until = ${until} where id = ${userId}`
  expect(await ended(ban)).toBe("nobody")
  const over = ({ userId }: { userId: string }) =>
    sql`update auth.sessions set not_after = ${site.test.world.now()} where user_id = ${userId}`
  expect(await ended(over)).toBe("nobody")
  const factor = ({ userId }: { userId: string }) =>
    sql`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
      values (gen_random_uuid(), ${userId}, 'totp', 'verified', now(), now())`
  expect(await ended(factor)).toBe("nobody")
  // Refreshed every day as a browser does, so that only the cookie is this old.
  const days = ({ userId }: { userId: string }) => {
    site.test.clock.advance(30 * 86_400_000)
    return sql`update auth.sessions set refreshed_at = ${site.test.world.now()}::timestamptz at time zone 'utc' where user_id = ${userId}`
  }
  expect(await ended(days)).toBe("nobody")
})

test("A session unused for thirty days has expired, even if its row still exists", async () => {
  const { token } = await member()
  const cookie = await open(token)
  const { sql } = site.test.world.db
  const longAgo = new Date(site.test.world.now().getTime() - 30 * 86_400_000)
  await sql`update auth.sessions set created_at = ${longAgo}, refreshed_at = null`
  expect(await who(cookie)).toBe("nobody")
})

test("An account with a second factor opens a session only after entering it", async () => {
  const { token, userId } = await member()
  await site.test.world.db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, 'totp', 'verified', now(), now())`
  const answer = await exchange(token)
  expect([answer.status, answer.headers.get("set-cookie")]).toEqual([403, null])
})

test("Ending the session removes the cookie, which opens nothing afterward", async () => {
  const { token } = await member()
  const cookie = await open(token)
  const answer = await app.request("/account/session/end", { method: "POST", headers: { cookie, ...ours } })
  expect(answer.status).toBe(204)
  expect(answer.headers.get("set-cookie")).toMatch(/^b4m_account=;.*Expires=Thu, 01 Jan 1970/)
  expect(await who(cookie)).toBe("nobody")
})

test.each([
  ["neither origin nor fetch metadata", {}],
  ["the origin of another site", { origin: "https://evil.example" }],
  ["an invalid origin", { origin: "null" }],
  ["another site's form", { "sec-fetch-site": "cross-site" }],
  ["a sibling subdomain's form", { "sec-fetch-site": "same-site" }],
])("A post with the cookie and %s is refused", async (_what, headers) => {
  const { token } = await member()
  const cookie = await open(token)
  const sent = await app.request("/who", { method: "POST", headers: { cookie, ...headers } })
  expect(sent.status).toBe(403)
  // Nor can such a page give the browser another member's session.
  if ("origin" in headers || "sec-fetch-site" in headers)
    expect((await exchange(token, headers)).status).toBe(403)
})

test("A post from an older browser that sends only Origin is accepted", async () => {
  const { token, email } = await member()
  const cookie = await open(token)
  const headers = { cookie, origin: site.test.world.settings.siteUrl }
  expect(await (await app.request("/who", { method: "POST", headers })).text()).toBe(email)
})
