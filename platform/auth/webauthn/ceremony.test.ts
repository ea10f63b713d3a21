/** Requests to authenticators, and which of their responses are valid. */
import { expect, test } from "vitest"
import { createAuthenticator } from "#test/support/authenticator.ts"
import type { Auth } from "../auth.ts"
import { checkAuthentication, checkRegistration, creationOptions } from "./ceremony.ts"

const id = "0aa1bb2c-1111-4222-8333-944444444444"
const siteUrl = "https://b4m.example"
const warnings: unknown[] = []
const log = { warn: (...given: unknown[]) => warnings.push(given) }
const auth = { siteUrl, brand: { name: "Site" }, log } as unknown as Auth
const member = { id, email: "a@example.com", phone: "15550001111" }
const given = { existing: [], verification: "required", discoverable: true } as const

test.each([
  [member, "a@example.com"],
  [{ ...member, email: null }, "15550001111"],
  [{ ...member, phone: null }, "a@example.com"],
  [{ id, email: null, phone: null }, id],
])("the options for %j name the key %s, and allow Ed25519, ES256 or RS256", async (user, name) => {
  const options = await creationOptions(auth, user, given)
  expect(options.user).toMatchObject({ name, displayName: name })
  expect(options.pubKeyCredParams.map(({ alg }) => alg)).toEqual([-8, -7, -257])
})

test("a response signed by another key is refused, and an invalid one is logged as well", async () => {
  const [device, other] = [createAuthenticator(siteUrl), createAuthenticator(siteUrl)]
  const options = await creationOptions(auth, member, given)
  const made = device.create(options)
  const terms = { challenge: options.challenge, verification: "required" } as const
  const { credential } = await checkRegistration(auth, { ...made, type: "public-key" }, terms)
  const key = { credentialId: credential.id, publicKey: credential.publicKey, counter: 0 }
  other.create(options)
  const check = (by: typeof device, challenge = options.challenge) => {
    const [credential] = by.credentials
    if (!credential) throw new Error("No key")
    const answer = {
      ...by.get({ challenge, rpId: "b4m.example" }, { credential }),
      type: "public-key",
    } as const
    return checkAuthentication(
      auth,
      { ...answer, id: key.credentialId, rawId: key.credentialId },
      { ...terms, key, userId: id },
    )
  }
  expect((await check(device)).newCounter).toBe(1)
  await expect(check(other)).rejects.toMatchObject({ code: "webauthn_verification_failed" })
  expect(warnings).toEqual([])
  await expect(check(device, "another")).rejects.toMatchObject({ code: "webauthn_verification_failed" })
  expect(warnings).toEqual([[{ reason: expect.stringContaining("challenge") }, "WebAuthn answer refused"]])
})
