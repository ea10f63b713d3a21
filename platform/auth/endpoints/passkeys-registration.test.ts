/** What is stored and shown of a passkey, and which sessions end when it is removed. */
import { generateKeyPairSync, sign } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"
import { createAuthenticator } from "#test/support/authenticator.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const origin = "http://b4m.test"
type Device = ReturnType<typeof createAuthenticator>
type Key = ReturnType<Device["create"]>

const begin = async (token: string) =>
  (await site.call("POST", "/passkeys/registration/options", { token, body: {} })).json
const finish = (token: string, challenge_id: string, credential: object) =>
  site.call("POST", "/passkeys/registration/verify", { token, body: { challenge_id, credential } })
async function register(token: string, device: Device, given: { synced?: boolean } = {}) {
  const { challenge_id: id, options } = await begin(token)
  return finish(token, id, device.create(options, given))
}
async function enter(device: Device, given: { synced?: boolean } = {}) {
  const { challenge_id, options } = (await site.call("POST", "/passkeys/authentication/options")).json
  return site.call("POST", "/passkeys/authentication/verify", {
    body: { challenge_id, credential: device.get(options, given) },
  })
}
const stored = async (id: string) => {
  const [row] = await site.test.world.db.query(
    `select backup_eligible as eligible, backed_up as "backedUp", transports from auth.webauthn_credentials where id = $1`,
    [id],
  )
  return row
}

test("A passkey initially has no name, and the mail about it does not invent one", async () => {
  const { email, session } = await site.member("unnamed@example.com")
  const { json } = await register(session.access_token, createAuthenticator(origin))
  const created_at = site.test.world.now().toISOString()
  expect(json).toEqual({ id: json.id, created_at })
  const shown = [{ id: json.id, created_at }]
  expect((await site.call("GET", "/passkeys", { token: session.access_token })).json).toEqual(shown)
  const path = `/admin/users/${session.user.id}/passkeys`
  expect((await site.call("GET", path, { token: testKeys.secret })).json).toEqual(shown)
  expect(site.mailTo(email).text).toContain("A passkey can now sign in")
  const rename = (friendly_name: string) =>
    site.call("PATCH", `/passkeys/${json.id}`, { token: session.access_token, body: { friendly_name } })
  expect([(await rename("x".repeat(120))).status, (await rename("x".repeat(121))).status]).toEqual([200, 400])
})

test("A key's backup state and transports are stored as the browser reports them", async () => {
  const { session } = await site.member("synced@example.com")
  const [bound, synced] = [createAuthenticator(origin), createAuthenticator(origin)]
  const one = await register(session.access_token, bound)
  const two = await register(session.access_token, synced, { synced: true })
  expect(await stored(one.json.id)).toEqual({ eligible: false, backedUp: false, transports: ["internal"] })
  expect(await stored(two.json.id)).toMatchObject({ eligible: true, backedUp: true })
  const { challenge_id, options } = await begin(session.access_token)
  const made = createAuthenticator(origin).create(options)
  const third = await finish(session.access_token, challenge_id, {
    ...made,
    response: { ...made.response, transports: null },
  })
  expect(await stored(third.json.id)).toMatchObject({ transports: [] })
})

test("An attestation with another key's signature is refused and not stored", async () => {
  const { session } = await site.member("forged@example.com")
  const { challenge_id, options } = await begin(session.access_token)
  const answer = await finish(
    session.access_token,
    challenge_id,
    attestedByStranger(createAuthenticator(origin).create(options)),
  )
  expect([answer.status, answer.json.error_code]).toEqual([400, "webauthn_verification_failed"])
  expect((await site.call("GET", "/passkeys", { token: session.access_token })).json).toEqual([])
})

/** The same key with a "packed" attestation of its own (WebAuthn, 8.2), signed by another key. */
function attestedByStranger(made: Key): Key {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const signature = sign("sha256", Buffer.from("something else"), privateKey)
  const none = Buffer.from("a363666d74646e6f6e656761747453746d74a0", "hex")
  const rest = Buffer.from(made.response.attestationObject, "base64url").subarray(none.length)
  // {"fmt": "packed", "attStmt": {"alg": -7, "sig": signature}, ...}
  const packed = Buffer.concat([
    Buffer.from("a363666d74667061636b65646761747453746d74a263616c67266373696758", "hex"),
    Buffer.from([signature.length]),
    signature,
    rest,
  ])
  return { ...made, response: { ...made.response, attestationObject: packed.toString("base64url") } }
}

test("The session that removes its own passkey stays, the others that the passkey opened end", async () => {
  const { session } = await site.member("own.session@example.com")
  const device = createAuthenticator(origin)
  const { json } = await register(session.access_token, device)
  const [one, two] = [(await enter(device)).json.access_token, (await enter(device)).json.access_token]
  expect((await site.call("DELETE", `/passkeys/${json.id}`, { token: one })).status).toBe(204)
  const alive = async (token: string) => (await site.call("GET", "/user", { token })).status
  expect([await alive(one), await alive(two), await alive(session.access_token)]).toEqual([200, 403, 200])
})

test("An administrator's removal of a passkey ends all of its sessions and is recorded", async () => {
  const { id, session } = await site.member("administered@example.com")
  const device = createAuthenticator(origin)
  const { json } = await register(session.access_token, device)
  const opened = (await enter(device)).json.access_token
  const path = `/admin/users/${id}/passkeys/${json.id}`
  expect((await site.call("DELETE", path, { token: testKeys.secret })).status).toBe(204)
  expect((await site.call("GET", "/user", { token: opened })).status).toBe(403)
  const noted = await site.test.world.db.query(
    `select payload ->> 'action' as action, payload ->> 'actor_username' as by from auth.audit_log_entries
     where payload -> 'traits' ->> 'passkey_id' = $1 order by action`,
    [json.id],
  )
  expect(noted).toEqual([
    { action: "passkey_created", by: "administered@example.com" },
    { action: "passkey_deleted", by: "service_role" },
  ])
})

test("A passkey's removal still ends its sessions after the last second factor was removed", async () => {
  const { id, session } = await site.member("factor.first@example.com")
  const device = createAuthenticator(origin)
  const { json } = await register(session.access_token, device)
  const opened = (await enter(device)).json.access_token
  const [{ factor }] = (await site.test.world.db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now()) returning id as factor`,
    [id],
  )) as [{ factor: string }]
  const admin = { token: testKeys.secret }
  expect((await site.call("DELETE", `/admin/users/${id}/factors/${factor}`, admin)).status).toBe(200)
  expect((await site.call("GET", "/user", { token: opened })).status).toBe(200)
  await site.call("DELETE", `/passkeys/${json.id}`, { token: session.access_token })
  expect((await site.call("GET", "/user", { token: opened })).status).toBe(403)
})
