/** Authenticator apps of test members. */
import { Secret, TOTP } from "otpauth"
import type { Answer, Member, TestAuth } from "./auth.ts"

/** `site` is a function, because tests create the site in a hook. */
export function authenticatorApps(site: () => TestAuth) {
  const enroll = (token: string, body: object = { factor_type: "totp" }): Promise<Answer> =>
    site().call("POST", "/factors", { token, body })

  /** The code that the app shows now, or the given number of 30-second steps from now. */
  const codeFor = (secret: string, steps = 0): string =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: site().test.world.now().getTime() + steps * 30_000,
    })

  /** Verifies a new challenge with `code`. */
  async function answer(token: string, factorId: string, code: string): Promise<Answer> {
    const challenge = await site().call("POST", `/factors/${factorId}/challenge`, { token, body: {} })
    return site().call("POST", `/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: challenge.json.id, code },
    })
  }

  /** A member with a verified app and a session raised by it; the next code has not been used. */
  async function secured(
    email: string,
  ): Promise<{ member: Member; factorId: string; secret: string; token: string }> {
    const member = await site().member(email)
    const made = (await enroll(member.session.access_token)).json
    const raised = await answer(member.session.access_token, made.id, codeFor(made.totp.secret))
    if (raised.status !== 200) throw new Error(`The code was answered with ${raised.status} ${raised.text}`)
    site().test.clock.advance(30_000)
    return { member, factorId: made.id, secret: made.totp.secret, token: raised.json.access_token }
  }

  return { enroll, codeFor, answer, secured }
}
