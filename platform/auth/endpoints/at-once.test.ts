/** Limits on how often something may happen also apply to concurrent requests. */
import { afterAll, beforeAll, expect, test } from "vitest"
import {
  type Answer,
  codeIn,
  createTestAuth,
  linkIn,
  type TestAuth,
  testKeys,
  testPassword,
} from "#test/support/auth.ts"
import { createAuthenticator } from "#test/support/authenticator.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth({ maxFactors: 2, manualLinking: true })
})
afterAll(() => site.close())

const atOnce = async (...asks: (() => Promise<Answer>)[]) => {
  const answers = await Promise.all(asks.map((ask) => ask()))
  return answers.map(({ status, json }) => [status, json?.error_code].join(" ").trim()).sort()
}
const four = (ask: () => Promise<Answer>) => atOnce(ask, ask, ask, ask)
const three = (refusal: string) => Array.from({ length: 3 }, () => refusal)
const post = (path: string, token: string, body: object = {}) => site.call("POST", path, { token, body })
const insertFactor = (userId: string) =>
  site.test.world.db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [userId],
  )

test("concurrent enrollments of factors respect the limit", async () => {
  const { session } = await site.member("factors@example.com")
  let n = 0
  const begin = () =>
    post("/factors", session.access_token, { factor_type: "totp", friendly_name: `App ${++n}` })
  const full = "422 too_many_enrolled_mfa_factors"
  expect(await four(begin)).toEqual(["200", "200", full, full])
})

test("a member gets one set of recovery codes, and each code works once", async () => {
  const { id, session } = await site.member("codes@example.com")
  const token = session.access_token
  await insertFactor(id)
  await site.test.world.db.query("update auth.sessions set aal = 'aal2' where user_id = $1", [id])
  expect(await four(() => post("/factors/recovery-codes", token))).toEqual([
    "200",
    ...three("422 mfa_verified_factor_exists"),
  ])
  const { json } = await post("/factors/recovery-codes/regenerate", token)
  const [code] = json.codes
  expect(await four(() => post("/factors/recovery-codes/verify", token, { code }))).toEqual([
    "200",
    ...three("422 mfa_verification_failed"),
  ])
})

test("the last identity remains, and so does the last passkey if it is the only sign-in method", async () => {
  const { id, session } = await site.member("last@example.com")
  const token = session.access_token
  const { db } = site.test.world
  await db.query(
    `insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
     values (gen_random_uuid(), 'there', $1, 'github', '{}', now(), now())`,
    [id],
  )
  const identities = await db.sql<{ id: string }>`select id from auth.identities where user_id = ${id}`
  const unlink = identities.map((one) => () => site.call("DELETE", `/user/identities/${one.id}`, { token }))
  expect(await atOnce(...unlink)).toEqual(["200", "422 single_identity_not_deletable"])

  const passkeys: string[] = []
  for (let n = 0; n < 2; n++) {
    const { json } = await post("/passkeys/registration/options", token)
    const credential = createAuthenticator("http://b4m.test").create(json.options)
    const made = await post("/passkeys/registration/verify", token, {
      challenge_id: json.challenge_id,
      credential,
    })
    passkeys.push(made.json.id)
  }
  await db.query("delete from auth.identities where user_id = $1", [id])
  await db.query("update auth.users set encrypted_password = '', email_confirmed_at = null where id = $1", [
    id,
  ])
  const remove = passkeys.map((one) => () => site.call("DELETE", `/passkeys/${one}`, { token }))
  expect(await atOnce(...remove)).toEqual(["204", "422 last_sign_in_method"])
})

test("a response to a passkey challenge opens one session", async () => {
  const { session } = await site.member("answer@example.com")
  const device = createAuthenticator("http://b4m.test")
  const begun = (await post("/passkeys/registration/options", session.access_token)).json
  const made = { challenge_id: begun.challenge_id, credential: device.create(begun.options) }
  expect(await four(() => post("/passkeys/registration/verify", session.access_token, made))).toEqual([
    "200",
    ...three("400 webauthn_challenge_not_found"),
  ])
  const asked = (await site.call("POST", "/passkeys/authentication/options")).json
  const body = { challenge_id: asked.challenge_id, credential: device.get(asked.options) }
  expect(await four(() => site.call("POST", "/passkeys/authentication/verify", { body }))).toEqual([
    "200",
    ...three("400 webauthn_challenge_not_found"),
  ])
})

test("a mailed code, a link and a flow's code open one session each", async () => {
  const email = "mailed@example.com"
  await site.member(email)
  await site.call("POST", "/otp", { body: { email } })
  const body = { type: "email", email, token: codeIn(site.mailTo(email)) }
  expect(await four(() => site.call("POST", "/verify", { body }))).toEqual([
    "200",
    ...three("403 otp_expired"),
  ])

  await site.call("POST", "/recover", { body: { email } })
  const token_hash = new URLSearchParams(linkIn(site.mailTo(email)).split("?")[1]).get("token")
  const byLink = { type: "recovery", token_hash }
  expect(await four(() => site.call("POST", "/verify", { body: byLink }))).toEqual([
    "200",
    ...three("403 otp_expired"),
  ])

  const code_verifier = "v".repeat(43)
  const flow = { email, code_challenge: code_verifier, code_challenge_method: "plain" }
  await site.call("POST", "/otp", { body: flow })
  const arrived = await site.call("GET", linkIn(site.mailTo(email)))
  const auth_code = new URL(arrived.headers.get("location") ?? "").searchParams.get("code")
  const exchange = () => site.call("POST", "/token?grant_type=pkce", { body: { auth_code, code_verifier } })
  expect(await four(exchange)).toEqual(["200", ...three("404 flow_state_not_found")])
})

test("an address gets one account, whichever way it is requested", async () => {
  const admin = (path: string, body: object) => () => post(path, testKeys.secret, body)
  const once = { email: "once@example.com" }
  expect(await four(admin("/admin/users", once))).toEqual(["200", ...three("422 email_exists")])
  const email = "everybody@example.com"
  const sign = { email, password: testPassword }
  await atOnce(
    admin("/invite", { email }),
    admin("/admin/generate_link", { type: "signup", ...sign }),
    () => site.call("POST", "/signup", { body: sign }),
    () => site.call("POST", "/otp", { body: { email } }),
  )
  expect(await site.test.world.db.query("select 1 from auth.users where email = $1", [email])).toHaveLength(1)
})
