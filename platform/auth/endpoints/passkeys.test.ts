import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"
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
const register = async (
  token: string,
  device: Authenticator,
  ceremony: Parameters<Authenticator["create"]>[1] = {},
) => {
  const { json } = await registration(token)
  const body = { challenge_id: json.challenge_id, credential: device.create(json.options, ceremony) }
  return site.call("POST", "/passkeys/registration/verify", { token, body })
}
const challenge = async () => (await site.call("POST", "/passkeys/authentication/options", { body: {} })).json
const answer = (challengeId: string, credential: object) =>
  site.call("POST", "/passkeys/authentication/verify", { body: { challenge_id: challengeId, credential } })
const enter = async (device: Authenticator, ceremony: Parameters<Authenticator["get"]>[1] = {}) => {
  const { challenge_id: id, options } = await challenge()
  return answer(id, device.get(options, ceremony))
}
async function member(name: string) {
  const made = await site.member(`${name}@example.com`)
  const device = createAuthenticator(origin)
  const registered = await register(made.session.access_token, device)
  expect(registered.status).toBe(200)
  return { ...made, token: made.session.access_token, device, passkeyId: registered.json.id as string }
}

test("A passkey is created, signs in at aal2, is listed, renamed and removed, and the owner is notified", async () => {
  const { token, device, passkeyId, email, id } = await member("whole")
  expect(site.mailTo(email).kind).toBe("auth.passkey_added")
  const entered = await enter(device)
  expect(entered.json.user.email).toBe(email)
  expect(await site.service.verifyToken(entered.json.access_token)).toMatchObject({
    sub: id,
    aal: "aal2",
    amr: [{ method: "mfa/webauthn" }],
  })
  const renamed = await site.call("PATCH", `/passkeys/${passkeyId}`, {
    token,
    body: { friendly_name: "Phone" },
  })
  expect(renamed.json).toMatchObject({ id: passkeyId, friendly_name: "Phone" })
  const listed = await site.call("GET", "/passkeys", { token })
  expect(listed.json).toEqual([{ ...renamed.json, last_used_at: site.test.world.now().toISOString() }])
  expect((await site.call("DELETE", `/passkeys/${passkeyId}`, { token })).status).toBe(204)
  expect(site.mailTo(email)).toMatchObject({ kind: "auth.passkey_removed" })
  expect(site.mailTo(email).text).toContain("The passkey “Phone”")
  expect((await enter(device)).json.error_code).toBe("webauthn_verification_failed")
  // Sessions that the removed passkey opened end with it.
  expect((await site.call("GET", "/user", { token: entered.json.access_token })).status).toBe(403)
  expect((await site.call("GET", "/user", { token })).status).toBe(200)
})

test("The options contain the configured host, require verification, and exclude existing keys", async () => {
  const { token, device } = await member("options")
  const { options, expires_at: expiresAt } = (await registration(token)).json
  expect(options).toMatchObject({
    rp: { id: "b4m.test" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: [{ id: device.credentials[0]?.id.toString("base64url") }],
  })
  expect(options.pubKeyCredParams).toContainEqual({ type: "public-key", alg: -7 })
  expect(expiresAt).toBe(Math.floor(site.test.world.now().getTime() / 1000) + 300)
  const asked = await challenge()
  expect(asked.options).toMatchObject({ rpId: "b4m.test", userVerification: "required" })
  expect(asked.options.allowCredentials ?? []).toEqual([])
})

test("A challenge works once, whether the response was valid or not", async () => {
  const { device } = await member("replay")
  const { challenge_id: id, options } = await challenge()
  const credential = device.get(options)
  expect((await answer(id, credential)).status).toBe(200)
  expect((await answer(id, credential)).json.error_code).toBe("webauthn_challenge_not_found")
  const second = await challenge()
  const wrong = device.get(second.options, { verified: false })
  expect((await answer(second.challenge_id, wrong)).json.error_code).toBe("webauthn_verification_failed")
  const right = device.get(second.options)
  expect((await answer(second.challenge_id, right)).json.error_code).toBe("webauthn_challenge_not_found")
  expect((await answer("no id at all", right)).json.error_code).toBe("webauthn_challenge_not_found")
})

test("A response to one challenge is refused for another", async () => {
  const { device } = await member("another.challenge")
  const [one, two] = [await challenge(), await challenge()]
  expect((await answer(two.challenge_id, device.get(one.options))).json.error_code).toBe(
    "webauthn_verification_failed",
  )
})

test("An expired challenge is refused", async () => {
  const { device, token } = await member("expired")
  const { challenge_id: id, options } = await challenge()
  const made = (await registration(token)).json
  site.test.clock.advance(300_000)
  expect((await answer(id, device.get(options))).json.error_code).toBe("webauthn_challenge_expired")
  const body = { challenge_id: made.challenge_id, credential: device.create(made.options) }
  const late = await site.call("POST", "/passkeys/registration/verify", { token, body })
  expect(late.json.error_code).toBe("webauthn_challenge_expired")
})

test.each([
  ["another origin", { origin: "http://b4m.test.evil.example" }],
  ["another host's key", { rpId: "evil.example" }],
  ["no verification of the user", { verified: false }],
])("%s can neither create nor use a passkey", async (name, ceremony) => {
  const { device, token } = await member(`other.${name.replaceAll(/\W/g, "")}`)
  expect((await enter(device, ceremony)).json).toMatchObject({
    code: 400,
    error_code: "webauthn_verification_failed",
  })
  expect((await register(token, createAuthenticator(origin), ceremony)).json.error_code).toBe(
    "webauthn_verification_failed",
  )
  expect((await enter(device)).status).toBe(200)
})

test("Another account's key opens only its own account", async () => {
  const [owner, thief] = [await member("owner"), await member("thief")]
  // The thief's key claims the owner's account, and then the owner's credential id.
  const [key] = thief.device.credentials
  const [owners] = owner.device.credentials
  if (!key || !owners) throw new Error("No keys")
  const asOwner = { ...key, userHandle: owners.userHandle }
  expect((await enter(thief.device, { credential: asOwner })).json.error_code).toBe(
    "webauthn_verification_failed",
  )
  expect((await enter(thief.device, { credential: { ...key, id: owners.id } })).json.error_code).toBe(
    "webauthn_verification_failed",
  )
  // Nor can a member finish, rename or remove another member's passkey.
  const begun = (await registration(owner.token)).json
  const body = { challenge_id: begun.challenge_id, credential: thief.device.create(begun.options) }
  const stolen = await site.call("POST", "/passkeys/registration/verify", { token: thief.token, body })
  expect(stolen.json.error_code).toBe("webauthn_challenge_not_found")
  for (const method of ["PATCH", "DELETE"])
    expect(
      (
        await site.call(method, `/passkeys/${owner.passkeyId}`, {
          token: thief.token,
          body: { friendly_name: "x" },
        })
      ).status,
    ).toBe(404)
})

test("An existing key is refused, and an internal error is not reported as a wrong key", async () => {
  const [{ token }, other] = [await member("twice"), await member("twice.other")]
  const { db } = site.test.world
  const finish = async (before: (credential: Buffer) => PromiseLike<unknown>) => {
    const { challenge_id, options } = (await registration(token)).json
    const credential = createAuthenticator(origin).create(options)
    await before(Buffer.from(credential.id, "base64url"))
    const answer = await site.call("POST", "/passkeys/registration/verify", {
      token,
      body: { challenge_id, credential },
    })
    return [answer.status, answer.json.error_code]
  }
  const taken = (id: Buffer) =>
    db.sql`update auth.webauthn_credentials set credential_id = ${id} where user_id = ${other.id}`
  expect(await finish(taken)).toEqual([400, "webauthn_verification_failed"])
  const broken = () =>
    db.query("alter table auth.webauthn_credentials add constraint ours check (false) not valid")
  expect(await finish(broken)).toEqual([500, "unexpected_failure"])
  await db.query("alter table auth.webauthn_credentials drop constraint ours")
  expect(site.test.log.entries.at(-1)).toMatchObject({ message: "An auth request failed" })
})

test("The number of passkeys per account is limited by the settings", async () => {
  const { token } = await member("many")
  const { config } = site.service.auth
  const allowed = async (maxFactors: number) => {
    const before = config.maxFactors
    config.maxFactors = maxFactors
    const { status, json } = await registration(token)
    config.maxFactors = before
    return status === 200 ? true : json.error_code
  }
  expect([await allowed(2), await allowed(1)]).toEqual([true, "too_many_passkeys"])
})

test("A decreasing counter is refused, one that stays 0 is not", async () => {
  const { device } = await member("counter")
  expect((await enter(device, { counter: 7 })).status).toBe(200)
  for (const counter of [7, 6, 0])
    expect((await enter(device, { counter })).json.error_code).toBe("webauthn_verification_failed")
  expect((await enter(device, { counter: 8 })).status).toBe(200)
  const synced = await member("synced")
  for (let i = 0; i < 2; i++) expect((await enter(synced.device, { counter: 0 })).status).toBe(200)
})

test("Adding or removing a passkey requires a recent sign-in, and the second factor if there is one", async () => {
  const { session, passkeyId, email } = await member("stale")
  site.test.clock.advance(3_600_001)
  const { json: kept } = await site.call("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  })
  const token = kept.access_token as string
  const needed = [
    await registration(token),
    await site.call("DELETE", `/passkeys/${passkeyId}`, { token }),
    await site.call("POST", "/factors", { token, body: { factor_type: "webauthn" } }),
  ]
  expect(needed.map(({ status, json }) => [status, json.error_code])).toEqual(
    Array.from({ length: 3 }, () => [403, "reauthentication_needed"]),
  )
  const fresh = await site.signIn(email)
  // A challenge of the fresh session does not let the stale one finish.
  const begun = (await registration(fresh.access_token)).json
  const body = {
    challenge_id: begun.challenge_id,
    credential: createAuthenticator(origin).create(begun.options),
  }
  const late = await site.call("POST", "/passkeys/registration/verify", { token, body })
  expect(late.json.error_code).toBe("reauthentication_needed")
  await site.test.world.db.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
    [fresh.user.id],
  )
  expect((await registration(fresh.access_token)).json.error_code).toBe("insufficient_aal")
})

test("The last sign-in method cannot be removed", async () => {
  const { id, token, passkeyId } = await member("only")
  await site.test.world.db.query(
    "update auth.users set encrypted_password = '', email_confirmed_at = null where id = $1",
    [id],
  )
  const kept = await site.call("DELETE", `/passkeys/${passkeyId}`, { token })
  expect([kept.status, kept.json.error_code]).toEqual([422, "last_sign_in_method"])
})

test("A banned member's passkey does not sign in, and an administrator can remove it", async () => {
  const { id, device, passkeyId } = await member("banned")
  const admin = { token: testKeys.secret }
  await site.call("PUT", `/admin/users/${id}`, { ...admin, body: { ban_duration: "24h" } })
  expect((await enter(device)).json.error_code).toBe("user_banned")
  expect((await site.call("GET", `/admin/users/${id}/passkeys`, admin)).json).toMatchObject([
    { id: passkeyId },
  ])
  expect((await site.call("DELETE", `/admin/users/${id}/passkeys/${passkeyId}`, admin)).status).toBe(204)
  expect((await site.call("DELETE", `/admin/users/${id}/passkeys/${passkeyId}`, admin)).status).toBe(404)
})

test("A passkey can be removed if any other sign-in method is left", async () => {
  const { db } = site.test.world
  const left = async (name: string, change: string, second = false) => {
    const { id, token, passkeyId } = await member(name)
    if (second) await register(token, createAuthenticator(origin))
    await db.query(`update auth.users set encrypted_password = '', email_confirmed_at = null where id = $1`, [
      id,
    ])
    if (change) await db.query(change, [id])
    return (await site.call("DELETE", `/passkeys/${passkeyId}`, { token })).status
  }
  const identity = (provider: string) => `
    insert into auth.identities (id, provider_id, user_id, provider, identity_data, created_at, updated_at)
    values (gen_random_uuid(), gen_random_uuid(), $1, '${provider}', '{}', now(), now())`
  expect(await left("none.left", identity("phone"))).toBe(422)
  expect(await left("google.left", identity("google"))).toBe(204)
  expect(await left("key.left", "", true)).toBe(204)
  expect(await left("password.left", "update auth.users set encrypted_password = 'x' where id = $1")).toBe(
    204,
  )
  expect(await left("mail.left", "update auth.users set email_confirmed_at = now() where id = $1")).toBe(204)
})

test("A key without a user handle is accepted, and one whose owner is deleted is not", async () => {
  const { id, device } = await member("handle")
  const ask = async () => {
    const { challenge_id, options } = await challenge()
    const credential = device.get(options)
    return answer(challenge_id, { ...credential, response: { ...credential.response, userHandle: null } })
  }
  expect((await ask()).status).toBe(200)
  await site.test.world.db.query("update auth.users set deleted_at = now() where id = $1", [id])
  expect((await ask()).json.error_code).toBe("webauthn_verification_failed")
  expect(
    site.test.log.entries.filter(({ message }) => message === "WebAuthn answer refused").length,
  ).toBeGreaterThan(0)
})

test("The options of a passkey name an account without an address by its phone number or id", async () => {
  const { id, session } = await site.member("nameless@example.com")
  const { db } = site.test.world
  const name = async () => (await registration(session.access_token)).json.options.user.name
  expect(await name()).toBe("nameless@example.com")
  await db.query("update auth.users set email = null, phone = '15559990001' where id = $1", [id])
  expect(await name()).toBe("15559990001")
  await db.query("update auth.users set phone = null where id = $1", [id])
  expect(await name()).toBe(id)
})

test("A challenge is valid for just under five minutes", async () => {
  const { device } = await member("edge")
  const { challenge_id: id, options } = await challenge()
  site.test.clock.advance(299_999)
  expect((await answer(id, device.get(options))).status).toBe(200)
})
