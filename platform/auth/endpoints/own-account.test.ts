/** The signed-in member: reading the account, signing out, and unlinking a provider. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ manualLinking: true })
})
afterAll(() => site.close())

test("Unlinking a provider keeps the password", async () => {
  const { id, session } = await site.member("unlinking@example.com")
  const [{ identity }] = (await site.test.world.db.query(
    `insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
     values (gen_random_uuid(), 'there', $1, 'github', '{}', now(), now()) returning id as identity`,
    [id],
  )) as [{ identity: string }]
  const token = session.access_token
  expect((await site.call("DELETE", `/user/identities/${identity}`, { token })).status).toBe(200)
  await site.signIn("unlinking@example.com")
  expect((await site.call("GET", "/user", { token })).json.app_metadata.providers).toEqual(["email"])
})

test("With a second factor, only a session that has used it may link or unlink", async () => {
  const { id, session } = await site.member("linking@example.com")
  const token = session.access_token
  const { db } = site.test.world
  await db.query(
    `insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
     values (gen_random_uuid(), 'linked', $1, 'github', '{}', now(), now())`,
    [id],
  )
  const [{ identity }] = (await db.query(
    "select id as identity from auth.identities where user_id = $1 and provider = 'email'",
    [id],
  )) as [{ identity: string }]
  const google = { clientId: "id", secret: "secret" }
  const body = { provider: "google", id_token: "none", link_identity: true }
  const asks = [
    () => site.call("GET", "/user/identities/authorize?provider=google&skip_http_redirect=true", { token }),
    () => site.call("POST", "/token?grant_type=id_token", { token, body }),
    () => site.call("DELETE", `/user/identities/${identity}`, { token }),
  ]
  const answers = async () => {
    const all = []
    for (const ask of asks) {
      const { status, json } = await site.under({ providers: { google } }, ask)
      all.push([status, json.error_code])
    }
    return all
  }
  await db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [id],
  )
  expect(await answers()).toEqual(Array.from({ length: 3 }, () => [403, "insufficient_aal"]))
  await site.signIn("linking@example.com")
  await db.query("update auth.sessions set aal = 'aal2' where user_id = $1", [id])
  expect(await answers()).toEqual([
    [200, undefined],
    [400, "bad_jwt"],
    [200, undefined],
  ])
})

test("Without a token, with an invalid one or with a key there is no user", async () => {
  expect((await site.call("GET", "/user")).json).toEqual({
    code: 401,
    error_code: "no_authorization",
    msg: "This endpoint requires a valid Bearer token",
  })
  const bad = await site.call("GET", "/user", { token: "sb_publishable_x" })
  expect(bad.status).toBe(403)
  expect(bad.json.msg).toMatch(/^invalid JWT: unable to parse or verify signature/)
})

test.each([
  ["local", [false, true, true]],
  ["others", [true, false, false]],
  ["global", [false, false, false]],
])("Signing out %s", async (scope, expected) => {
  const { session } = await site.member(`${scope}@example.com`)
  const others = [await site.signIn(`${scope}@example.com`), await site.signIn(`${scope}@example.com`)]
  const out = await site.call("POST", `/logout?scope=${scope}`, { token: session.access_token })
  expect([out.status, out.text]).toEqual([204, ""])
  const alive = await Promise.all(
    [session, ...others].map(
      async ({ access_token: token }) => (await site.call("GET", "/user", { token })).status === 200,
    ),
  )
  expect(alive).toEqual(expected)
})

test("Signing out with an unknown scope or an invalid token is refused", async () => {
  const { session } = await site.member("scope@example.com")
  const scope = "x".repeat(41)
  const answer = await site.call("POST", `/logout?scope=${scope}`, { token: session.access_token })
  expect(answer.json.msg).toBe(`Unsupported logout scope "${scope.slice(1)}"`)
  expect((await site.call("POST", "/logout", { token: "bad" })).status).toBe(403)
})
