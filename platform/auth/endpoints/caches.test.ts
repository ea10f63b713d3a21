/** What caches may store: the public keys, but nothing that contains a token, and no refusals. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { type Answer, createTestAuth, type TestAuth, testPassword } from "#test/support/auth.ts"
import { createAuthenticator } from "#test/support/authenticator.ts"
import { authenticatorApps } from "#test/support/second-factor.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const { enroll, codeFor, answer } = authenticatorApps(() => site)
const policyOf = ({ status, headers }: Answer) => [status, headers.get("cache-control")]
const post = (path: string, token: string, body: object = {}) => site.call("POST", path, { token, body })

test("A session raised by a code, a recovery code or a passkey is not cached", async () => {
  const { session } = await site.member("raised@example.com")
  const { json: app } = await enroll(session.access_token)
  const byCode = await answer(session.access_token, app.id, codeFor(app.totp.secret))
  const token = byCode.json.access_token
  const { json: made } = await post("/factors/recovery-codes", token)
  const byRecovery = await post("/factors/recovery-codes/verify", token, { code: made.codes[0] })
  const raised = byRecovery.json.access_token
  const device = createAuthenticator("http://b4m.test")
  const { json: begun } = await post("/passkeys/registration/options", raised)
  const credential = device.create(begun.options)
  await post("/passkeys/registration/verify", raised, { challenge_id: begun.challenge_id, credential })
  const { json: asked } = await site.call("POST", "/passkeys/authentication/options", { body: {} })
  const byPasskey = await site.call("POST", "/passkeys/authentication/verify", {
    body: { challenge_id: asked.challenge_id, credential: device.get(asked.options) },
  })
  expect([byCode, byRecovery, byPasskey].map(policyOf)).toEqual(
    Array.from({ length: 3 }, () => [200, "no-store"]),
  )
})

test("A session opened by a password or a refresh, and the member's own data, are not cached", async () => {
  await site.member("plain@example.com")
  const body = { email: "plain@example.com", password: testPassword }
  const entered = await site.call("POST", "/token?grant_type=password", { body })
  const { refresh_token, access_token } = entered.json
  expect(await site.service.verifyToken(access_token)).toMatchObject({ email: "plain@example.com" })
  const refreshed = await site.call("POST", "/token?grant_type=refresh_token", { body: { refresh_token } })
  const user = await site.call("GET", "/user", { token: refreshed.json.access_token })
  expect([entered, refreshed, user].map(policyOf)).toEqual(Array.from({ length: 3 }, () => [200, "no-store"]))
  expect(policyOf(await site.call("GET", "/user"))).toEqual([401, "no-store"])
})

test("Public keys are cached for ten minutes", async () =>
  expect(policyOf(await site.call("GET", "/.well-known/jwks.json"))).toEqual([200, "public, max-age=600"]))
