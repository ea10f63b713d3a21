/** Second factors at their edges: which are verified how, what a second verification leaves alone, and security keys. */
import { randomUUID } from "node:crypto"
import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth } from "#test/support/auth.ts"
import { createAuthenticator } from "#test/support/authenticator.ts"

let site: TestAuth
beforeAll(async () => {
  site = await createTestAuth()
})
afterAll(() => site.close())

const enroll = async (token: string, body: object) =>
  (await site.call("POST", "/factors", { token, body })).json
const challenge = async (token: string, id: string) =>
  (await site.call("POST", `/factors/${id}/challenge`, { token })).json
const verify = (token: string, id: string, body: object) =>
  site.call("POST", `/factors/${id}/verify`, { token, body })
const codeFor = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: site.test.world.now().getTime() })

async function withApp(email: string) {
  const { session, id: userId } = await site.member(email)
  const { id, totp } = await enroll(session.access_token, { factor_type: "totp", friendly_name: "App" })
  const enter = async (token: string) => {
    site.test.clock.advance(30_000)
    const { id: challengeId } = await challenge(token, id)
    return verify(token, id, { challenge_id: challengeId, code: codeFor(totp.secret) })
  }
  const raised = await enter(session.access_token)
  expect(raised.status).toBe(200)
  return { userId, id: id as string, token: raised.json.access_token as string, enter }
}

test("Only the first code completes an enrollment: later ones tell nobody and end no other that has begun", async () => {
  const { token, enter } = await withApp("again@example.com")
  const { id: begun } = await enroll(token, { factor_type: "totp", friendly_name: "Begun" })
  const again = await enter(token)
  expect(
    again.json.user.factors.map(({ id, status }: { id: string; status: string }) => [id === begun, status]),
  ).toEqual([
    [false, "verified"],
    [true, "unverified"],
  ])
  expect(site.test.mails.filter(({ to }) => to === "again@example.com")).toHaveLength(1)
})

test("The first code ends what else had begun", async () => {
  const { session } = await site.member("several@example.com")
  const token = session.access_token
  await enroll(token, { factor_type: "totp", friendly_name: "Given up" })
  const { id, totp } = await enroll(token, { factor_type: "totp", friendly_name: "Taken" })
  const { id: challengeId } = await challenge(token, id)
  const { json } = await verify(token, id, { challenge_id: challengeId, code: codeFor(totp.secret) })
  expect(json.user.factors).toMatchObject([{ id, status: "verified", friendly_name: "Taken" }])
})

test("A challenge belongs to one factor, and only the latest ten of a factor are kept", async () => {
  const { token, id } = await withApp("challenges@example.com")
  const other = await enroll(token, { factor_type: "totp", friendly_name: "Other" })
  const { id: foreign } = await challenge(token, id)
  site.test.clock.advance(30_000)
  const code = codeFor(other.totp.secret)
  const refused = await verify(token, other.id, { challenge_id: foreign, code })
  expect(refused.json.error_code).toBe("mfa_factor_not_found")
  for (let n = 0; n < 12; n++) await challenge(token, other.id)
  const { db } = site.test.world
  expect(await db.query("select 1 from auth.mfa_challenges where factor_id = $1", [other.id])).toHaveLength(
    10,
  )
})

test.each([
  ["phone", "a secret"],
  ["totp", null],
])("A factor of type %s with the secret %s is verified by no code", async (type, secret) => {
  const { session } = await site.member(`${type}.${randomUUID()}@example.com`)
  const [{ id }] = (await site.test.world.db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'verified', $3, now(), now()) returning id`,
    [session.user.id, type, secret],
  )) as [{ id: string }]
  const { json } = await verify(session.access_token, id, { challenge_id: randomUUID(), code: "123456" })
  expect([json.error_code, json.msg]).toEqual(["mfa_factor_not_found", "MFA factor not found"])
})

test("A member has one set of recovery codes, whatever its name", async () => {
  const { token } = await withApp("sets@example.com")
  const make = (friendly_name: string) =>
    site.call("POST", "/factors/recovery-codes", { token, body: { friendly_name } })
  expect((await make("First")).json.friendly_name).toBe("First")
  expect((await make("Second")).json.error_code).toBe("mfa_verified_factor_exists")
})

test("Answers to a security key's two kinds of challenge are not taken for each other, and touch is enough", async () => {
  const { session } = await site.member("key@example.com")
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
  // That challenge is spent.
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
