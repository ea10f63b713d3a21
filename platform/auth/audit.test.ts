/** Every change to an account is recorded with its actor, as often as it happens. */
import { Secret, TOTP } from "otpauth"
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
const service = "00000000-0000-0000-0000-000000000000"
const admin = { token: testKeys.secret }
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const seen = new Set<string>()
/** The entries since the last call: each action, with its actor if that is not `by`. */
async function noted(by = ""): Promise<string[]> {
  const rows = await site.test.world.db.query(
    "select id, payload ->> 'action' as action, payload ->> 'actor_id' as actor from auth.audit_log_entries",
  )
  const fresh = rows.filter(({ id }) => !seen.has(String(id)))
  for (const { id } of fresh) seen.add(String(id))
  const actor = (id: unknown) => (id === by ? "" : id === service ? " by the service" : " by another")
  return fresh.map((row) => `${row.action}${actor(row.actor)}`).sort()
}
async function ok(answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  expect([given.status < 400, given.text.includes("error_code") && given.text]).toEqual([true, false])
  return given
}

test("a member's actions from the first mail to the last sign-out are recorded", async () => {
  const email = "member@example.com"
  const made = await ok(site.call("POST", "/signup", { body: { email, password: testPassword } }))
  const { id } = made.json
  expect(await noted(id)).toEqual(["user_confirmation_requested"])
  const opened = await ok(site.call("GET", linkIn(site.mailTo(email))))
  expect(await noted(id)).toEqual(["login", "user_signedup"])
  await ok(site.call("POST", "/signup", { body: { email, password: "another one 22" } }))
  expect(await noted(id)).toEqual(["user_repeated_signup"])
  await ok(site.call("POST", "/recover", { body: { email } }))
  await ok(site.call("POST", "/otp", { body: { email } }))
  expect(await noted(id)).toEqual(["user_recovery_requested", "user_recovery_requested"])
  const token = new URLSearchParams(opened.headers.get("location")?.split("#")[1]).get("access_token") ?? ""
  await ok(site.call("GET", "/reauthenticate", { token }))
  expect(await noted(id)).toEqual(["user_reauthenticate_requested"])
  await ok(site.call("PUT", "/user", { token, body: { password: "another one 22" } }))
  expect(await noted(id)).toEqual(["user_modified", "user_updated_password"])
  await ok(site.call("PUT", "/user", { token, body: { email: "member.new@example.com" } }))
  expect(await noted(id)).toEqual(["user_modified"])
  for (const address of ["member.new@example.com", email]) {
    const body = { type: "email_change", email: address, token: codeIn(site.mailTo(address)) }
    await ok(site.call("POST", "/verify", { body }))
  }
  expect(await noted(id)).toEqual(["login", "user_modified"])
  await ok(site.call("POST", "/logout", { token }))
  expect(await noted(id)).toEqual(["logout"])
})

test("every step with second factors, recovery codes and passkeys is recorded", async () => {
  const { id, session } = await site.member("factors@example.com")
  expect(await noted(id)).toEqual(["login", "user_signedup by the service"])
  const post = (path: string, token: string, body: object = {}) =>
    ok(site.call("POST", path, { token, body }))
  const begun = (await post("/factors", session.access_token, { factor_type: "totp" })).json
  expect(await noted(id)).toEqual(["factor_in_progress"])
  const challenge = (await post(`/factors/${begun.id}/challenge`, session.access_token)).json
  expect(await noted(id)).toEqual(["challenge_created"])
  const totp = new TOTP({ secret: Secret.fromBase32(begun.totp.secret) })
  const code = totp.generate({ timestamp: site.test.world.now().getTime() })
  const verified = await post(`/factors/${begun.id}/verify`, session.access_token, {
    challenge_id: challenge.id,
    code,
  })
  const token = verified.json.access_token
  expect(verified.headers.get("cache-control")).toBe("no-store")
  expect(await noted(id)).toEqual(["verification_attempted"])
  const { codes } = (await post("/factors/recovery-codes", token)).json
  expect(await noted(id)).toEqual(["generate_recovery_codes"])
  const spent = await post("/factors/recovery-codes/verify", token, { code: codes[0] })
  expect(spent.headers.get("cache-control")).toBe("no-store")
  expect(await noted(id)).toEqual(["verification_attempted"])
  await post("/factors/recovery-codes/regenerate", token)
  expect(await noted(id)).toEqual(["generate_recovery_codes"])
  await ok(site.call("DELETE", "/factors/recovery-codes", { token }))
  expect(await noted(id)).toEqual(["recovery_codes_deleted"])

  const device = createAuthenticator("http://b4m.test")
  await ok(site.call("DELETE", `/admin/users/${id}/factors/${begun.id}`, admin))
  expect(await noted(id)).toEqual(["factor_deleted by the service"])
  const other = (await post("/factors", token, { factor_type: "totp" })).json
  await ok(site.call("DELETE", `/factors/${other.id}`, { token }))
  expect(await noted(id)).toEqual(["factor_in_progress", "factor_unenrolled"])
  for (const by of [{ token }, admin]) {
    const { challenge_id, options } = (await post("/passkeys/registration/options", token)).json
    const body = { challenge_id, credential: device.create(options) }
    const key = (await post("/passkeys/registration/verify", token, body)).json.id
    expect(await noted(id)).toEqual(["passkey_created"])
    const path = by === admin ? `/admin/users/${id}/passkeys/${key}` : `/passkeys/${key}`
    await ok(site.call("DELETE", path, by))
    expect(await noted(id)).toEqual([by === admin ? "passkey_deleted by the service" : "passkey_deleted"])
  }
})

test("administrators' actions are recorded under their own name", async () => {
  const email = "administered@example.com"
  const { id } = (await ok(site.call("POST", "/admin/users", { ...admin, body: { email } }))).json
  expect(await noted()).toEqual(["user_signedup by the service"])
  await ok(site.call("PUT", `/admin/users/${id}`, { ...admin, body: { role: "trainer" } }))
  expect(await noted()).toEqual(["user_modified by the service"])
  await ok(site.call("POST", "/invite", { ...admin, body: { email } }))
  expect(await noted(id)).toEqual(["user_invited"])
  await ok(site.call("POST", "/admin/generate_link", { ...admin, body: { type: "recovery", email } }))
  expect(await noted()).toEqual(["user_recovery_requested by the service"])
  await ok(site.call("DELETE", `/admin/users/${id}`, { ...admin, body: { should_soft_delete: true } }))
  expect(await noted()).toEqual(["user_deleted by the service"])
  await ok(site.call("DELETE", `/admin/users/${id}`, { ...admin, body: {} }))
  expect(await noted()).toEqual(["user_deleted by the service"])
})

test("sign-ups without confirmation are recorded under whichever name is known", async () => {
  Object.assign(site.service.auth.config, { autoconfirm: true, phoneSignIn: true, phoneAutoconfirm: true })
  for (const body of [{ email: "at.once@example.com" }, { phone: "+15554440001" }]) {
    const { json } = await ok(site.call("POST", "/signup", { body: { ...body, password: testPassword } }))
    expect(await noted(json.user.id)).toEqual(["login", "user_signedup"])
  }
  const names = await site.test.world.db.query(
    `select distinct payload ->> 'actor_username' as name from auth.audit_log_entries
     where payload ->> 'actor_username' in ('at.once@example.com', '15554440001') order by 1`,
  )
  expect(names.map(({ name }) => name)).toEqual(["15554440001", "at.once@example.com"])
})

test("an entry has GoTrue's format, with traits only if there are some", async () => {
  const { id, email, session } = await site.member("entry@example.com")
  await ok(site.call("PUT", "/user", { token: session.access_token, body: {} }))
  const rows = await site.test.world.db.query(
    `select payload from auth.audit_log_entries
     where payload ->> 'actor_id' = $1 and payload ->> 'action' in ('login', 'user_modified')`,
    [id],
  )
  const by = { actor_id: id, actor_username: email, actor_via_sso: false }
  const entries = rows.map(({ payload }) => payload)
  expect(entries).toContainEqual({
    ...by,
    action: "login",
    log_type: "account",
    traits: { provider: "password" },
  })
  expect(entries).toContainEqual({ ...by, action: "user_modified", log_type: "user" })
})
