/** Security keys as second factor. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { createAuthenticator } from "#test/support/authenticator.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const origin = "http://b4m.test"
type Authenticator = ReturnType<typeof createAuthenticator>
const registration = (token: string) =>
  site.call("POST", "/passkeys/registration/options", { token, body: {} })
const enroll = async (token: string, body: object) =>
  (await site.call("POST", "/factors", { token, body })).json
const challenge = async (token: string, id: string) =>
  (await site.call("POST", `/factors/${id}/challenge`, { token })).json
const verify = (token: string, id: string, body: object) =>
  site.call("POST", `/factors/${id}/verify`, { token, body })

test("A security key as second factor: enrolled, required, and no challenge works twice", async () => {
  const { email, session } = await site.member("key@example.com")
  const device = createAuthenticator(origin)
  const begin = async (token: string, id: string) =>
    (
      await site.call("POST", `/factors/${id}/challenge`, {
        token,
        body: { webauthn: { rpId: "evil.example" } },
      })
    ).json
  const finish = (token: string, id: string, challengeId: string, type: string, credential: object) =>
    site.call("POST", `/factors/${id}/verify`, {
      token,
      body: {
        challenge_id: challengeId,
        webauthn: { type, rpId: "b4m.test", credential_response: credential },
      },
    })
  const enrolled = await site.call("POST", "/factors", {
    token: session.access_token,
    body: { factor_type: "webauthn", friendly_name: "Blue key" },
  })
  const id = enrolled.json.id as string
  expect(enrolled.json).toEqual({ id, type: "webauthn", friendly_name: "Blue key" })
  site.test.clock.advance(1_000)
  const first = await begin(session.access_token, id)
  expect(first).toMatchObject({
    type: "webauthn",
    webauthn: { type: "create", credential_options: { publicKey: { rp: { id: "b4m.test" } } } },
  })
  const made = device.create(first.webauthn.credential_options.publicKey)
  const raised = await finish(session.access_token, id, first.id, "create", made)
  expect(await site.service.verifyToken(raised.json.access_token)).toMatchObject({
    aal: "aal2",
    amr: [{ method: "mfa/webauthn" }, { method: "password" }],
  })
  expect(site.mailTo(email).kind).toBe("auth.factor_added")

  const { access_token: token } = await site.signIn(email)
  const asked = await begin(token, id)
  expect(asked.webauthn.type).toBe("request")
  const { publicKey } = asked.webauthn.credential_options
  const wrong = await finish(
    token,
    id,
    asked.id,
    "request",
    device.get(publicKey, { origin: "http://evil.example" }),
  )
  expect(wrong.json.error_code).toBe("webauthn_verification_failed")
  const again = await finish(token, id, asked.id, "request", device.get(publicKey))
  expect(again.json.error_code).toBe("mfa_factor_not_found")
  const renewed = await begin(token, id)
  const options = renewed.webauthn.credential_options.publicKey
  // A new key cannot replace the one that was requested.
  const replaced = createAuthenticator(origin).create({
    ...options,
    rp: { id: "b4m.test" },
    user: { id: "AA" },
  })
  expect((await finish(token, id, renewed.id, "create", replaced)).json.error_code).toBe("validation_failed")
  const last = await begin(token, id)
  const right = device.get(last.webauthn.credential_options.publicKey)
  const second = await finish(token, id, last.id, "request", right)
  expect(second.status).toBe(200)

  // An hour later the same key reauthenticates the member, in the same session.
  site.test.clock.advance(3_600_001)
  const { json: kept } = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: second.json.refresh_token },
  })
  expect((await registration(kept.access_token)).json.error_code).toBe("reauthentication_needed")
  const proving = await begin(kept.access_token, id)
  const proof = device.get(proving.webauthn.credential_options.publicKey)
  const proven = await finish(kept.access_token, id, proving.id, "request", proof)
  expect((await registration(proven.json.access_token)).status).toBe(200)
})

test("Another key is refused for the factor", async () => {
  const { session } = await site.member("foreign.key@example.com")
  const token = session.access_token
  const enrolled = await site.call("POST", "/factors", { token, body: { factor_type: "webauthn" } })
  const path = `/factors/${enrolled.json.id}`
  const begin = async (given: string) => (await site.call("POST", `${path}/challenge`, { token: given })).json
  const finish = (given: string, id: string, type: string, credential: object) =>
    site.call("POST", `${path}/verify`, {
      token: given,
      body: { challenge_id: id, webauthn: { type, credential_response: credential } },
    })
  const [device, foreign] = [createAuthenticator(origin), createAuthenticator(origin)]
  const first = await begin(token)
  const options = first.webauthn.credential_options.publicKey
  expect(
    (await finish(token, first.id, "request", device.get(options, { credential: keyOf(foreign, options) })))
      .status,
  ).toBe(400)
  const second = await begin(token)
  const made = device.create(second.webauthn.credential_options.publicKey)
  const raised = (await finish(token, second.id, "create", made)).json.access_token
  const third = await begin(raised)
  foreign.create(options)
  const wrong = await finish(
    raised,
    third.id,
    "request",
    foreign.get(third.webauthn.credential_options.publicKey),
  )
  expect(wrong.json.msg).toBe("Another security key belongs to this factor")
  const [{ aaguid }] = (await site.test.world.db.query(
    "select web_authn_aaguid as aaguid from auth.mfa_factors where id = $1",
    [enrolled.json.id],
  )) as [{ aaguid: string }]
  expect(aaguid).toBe("00000000-0000-0000-0000-000000000000")
})

/** A key that another device created for the same request. */
function keyOf(device: Authenticator, options: Parameters<Authenticator["create"]>[0]) {
  device.create(options)
  const credential = device.credentials.at(-1)
  if (!credential) throw new Error("No key")
  return credential
}

test("Responses to the two kinds of challenge are not interchangeable, and touch is enough", async () => {
  const { session } = await site.member("touched@example.com")
  const token = session.access_token
  const device = createAuthenticator("http://b4m.test")
  const { id } = await enroll(token, { factor_type: "webauthn" })
  const first = await challenge(token, id)
  const { publicKey } = first.webauthn.credential_options
  expect(publicKey.authenticatorSelection).toMatchObject({
    residentKey: "discouraged",
    userVerification: "preferred",
  })
  const answered = async (
    given: string,
    { id: challenge_id }: { id: string },
    type: string,
    credential: object,
  ) => verify(given, id, { challenge_id, webauthn: { type, credential_response: credential } })
  const made = device.create(publicKey, { verified: false })
  const early = await answered(
    token,
    first,
    "request",
    device.get({ challenge: publicKey.challenge, rpId: "b4m.test" }),
  )
  expect([early.json.error_code, early.json.msg]).toEqual([
    "validation_failed",
    'webauthn.type must be "create"',
  ])
  // That challenge has been consumed.
  expect((await answered(token, first, "create", made)).json.error_code).toBe("mfa_factor_not_found")
  const second = await challenge(token, id)
  const again = device.create(second.webauthn.credential_options.publicKey, { verified: false })
  const raised = (await answered(token, second, "create", again)).json.access_token
  const third = await challenge(raised, id)
  const options = third.webauthn.credential_options.publicKey
  expect(options).toMatchObject({
    userVerification: "preferred",
    allowCredentials: [{ id: again.id }],
  })
  const late = await answered(
    raised,
    third,
    "create",
    device.create({ ...publicKey, challenge: options.challenge }),
  )
  expect(late.json.msg).toBe('webauthn.type must be "request"')
  const fourth = await challenge(raised, id)
  const [, key] = device.credentials
  if (!key) throw new Error("No key")
  const touched = device.get(fourth.webauthn.credential_options.publicKey, {
    verified: false,
    credential: key,
  })
  expect((await answered(raised, fourth, "request", touched)).status).toBe(200)
})
