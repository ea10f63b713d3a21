import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  VerifiedAuthenticationResponse,
  VerifiedRegistrationResponse,
} from "@simplewebauthn/server"
import { z } from "zod"
import type { Auth } from "../auth.ts"
import { Refusal } from "../refusal.ts"
import type { UserRow } from "../users/row.ts"

/** Lifetime of a challenge, the same as for authenticator apps. */
export const ceremonyLifetimeMs = 300_000

/** Loaded with the first ceremony, not at every server start. */
const library = () => import("@simplewebauthn/server")

/**
 * The relying party of keys: the host and origin of the configured site, never those of a request, so that a page on
 * another host can neither create nor use them.
 */
const relyingParty = ({ siteUrl }: Auth) => ({
  id: new URL(siteUrl).hostname,
  origin: new URL(siteUrl).origin,
})

/** COSE algorithms, preferred first: Ed25519, ES256, RS256 (RFC 9053, RFC 8812). */
const algorithms = [-8, -7, -257]

const base64url = z
  .string()
  .regex(/^[\w-]*$/)
  .max(32_768)
const transports = z
  .array(z.string().max(32))
  .max(16)
  .nullish()
  .transform((given) => given ?? [])

const credentialFields = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["cross-platform", "platform"]).nullish(),
  clientExtensionResults: z.record(z.string(), z.unknown()).nullish(),
}

/** The result of `navigator.credentials.create()`, as JSON. */
export const registrationResponse = z.object({
  ...credentialFields,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64url, transports }),
})

/** The result of `navigator.credentials.get()`, as JSON. */
export const authenticationResponse = z.object({
  ...credentialFields,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
})

type RegistrationAnswer = z.output<typeof registrationResponse>
type AuthenticationAnswer = z.output<typeof authenticationResponse>

/** A key as stored, whether it is a passkey or a second factor. */
export interface StoredKey {
  /** The credential id assigned by the authenticator, base64url. */
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
}

type Verification = "required" | "preferred"

/** The account's id as stored in its keys (`user.id` and `userHandle`): the 16 bytes of the UUID. */
const handleOf = (userId: string) => new Uint8Array(Buffer.from(userId.replaceAll("-", ""), "hex"))

/** Options for `navigator.credentials.create()`, with a new challenge. */
export async function creationOptions(
  auth: Auth,
  user: Pick<UserRow, "id" | "email" | "phone">,
  given: { existing: readonly string[]; verification: Verification; discoverable: boolean },
) {
  const { generateRegistrationOptions } = await library()
  const name = user.email || user.phone || user.id
  return generateRegistrationOptions({
    rpName: auth.brand.name,
    rpID: relyingParty(auth).id,
    userName: name,
    userDisplayName: name,
    userID: handleOf(user.id),
    timeout: ceremonyLifetimeMs,
    attestationType: "none",
    excludeCredentials: given.existing.map((id) => ({ id })),
    authenticatorSelection: {
      residentKey: given.discoverable ? "required" : "discouraged",
      userVerification: given.verification,
    },
    supportedAlgorithmIDs: algorithms,
  })
}

/** Options for `navigator.credentials.get()`, with a new challenge; no `allowed` keys means any discoverable one. */
export async function requestOptions(
  auth: Auth,
  given: { allowed: readonly string[]; verification: Verification },
) {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID: relyingParty(auth).id,
    timeout: ceremonyLifetimeMs,
    allowCredentials: given.allowed.map((id) => ({ id })),
    userVerification: given.verification,
  })
}

/** Returns the new key. Throws webauthn_verification_failed when any part of the response is invalid. */
export async function checkRegistration(
  auth: Auth,
  answer: RegistrationAnswer,
  { challenge, verification }: { challenge: string; verification: Verification },
): Promise<NonNullable<VerifiedRegistrationResponse["registrationInfo"]>> {
  const { verifyRegistrationResponse } = await library()
  const { id, origin } = relyingParty(auth)
  const result = await refusing(auth, () =>
    verifyRegistrationResponse({
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: verification === "required",
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!result.verified) throw verificationFailed()
  return result.registrationInfo
}

/**
 * Returns the counter and the other data of the authenticator. Throws webauthn_verification_failed when any part of the
 * response is invalid, or when the counter has not gone up although one of the two is not 0: the key may be a copy.
 */
export async function checkAuthentication(
  auth: Auth,
  answer: AuthenticationAnswer,
  given: { challenge: string; verification: Verification; key: StoredKey; userId: string },
): Promise<VerifiedAuthenticationResponse["authenticationInfo"]> {
  const { verifyAuthenticationResponse } = await library()
  const { id, origin } = relyingParty(auth)
  const { userHandle } = answer.response
  if (userHandle && !Buffer.from(userHandle, "base64url").equals(handleOf(given.userId)))
    throw verificationFailed()
  const result = await refusing(auth, () =>
    verifyAuthenticationResponse({
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: given.challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: { id: given.key.credentialId, publicKey: given.key.publicKey, counter: given.key.counter },
      requireUserVerification: given.verification === "required",
    }),
  )
  if (!result.verified) throw verificationFailed()
  return result.authenticationInfo
}

export const verificationFailed = () =>
  new Refusal(400, "webauthn_verification_failed", "The passkey could not be verified")

/** The library throws plain errors for whatever a client may have sent; they are logged and become one refusal. */
async function refusing<Result>(auth: Auth, check: () => Promise<Result>): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    auth.log.warn({ reason: String(error) }, "WebAuthn answer refused")
    throw verificationFailed()
  }
}
