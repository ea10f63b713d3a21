/** Who is signed in, signing out, and unlinking a provider. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ manualLinking: true })
})
afterAll(() => site.close())

test("Unlinking a provider leaves the password as it is", async () => {
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

test("Without a token, with a bad one or with a key there is no user", async () => {
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

test("Signing out in an unknown scope, or with a bad token, is refused", async () => {
  const { session } = await site.member("scope@example.com")
  const scope = "x".repeat(41)
  const answer = await site.call("POST", `/logout?scope=${scope}`, { token: session.access_token })
  expect(answer.json.msg).toBe(`Unsupported logout scope "${scope.slice(1)}"`)
  expect((await site.call("POST", "/logout", { token: "bad" })).status).toBe(403)
})
