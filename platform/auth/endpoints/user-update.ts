import type { Context } from "hono"
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { changeEmail, requestEmailChange } from "../codes/email-change.ts"
import { redeemCode } from "../codes/redeem.ts"
import { type CodeChallenge, parseChallenge } from "../flow-state.ts"
import { metadata, pkceFields, readBody, text } from "../http/body.ts"
import { type Caller, requireCaller } from "../http/caller.ts"
import { type Client, clientOf } from "../http/client.ts"
import { isRecentlyProven } from "../http/recent.ts"
import { limitRequests } from "../limits/requests.ts"
import { isKnownNetwork, reserveSignIn } from "../limits/sign-in.ts"
import { sendNotice } from "../mails/notices.ts"
import { Refusal } from "../refusal.ts"
import { endSessions } from "../sessions/end.ts"
import { confirmEmail } from "../users/confirm.ts"
import { setPassword } from "../users/contested.ts"
import { parseEmail } from "../users/email.ts"
import { mergeMetadata } from "../users/metadata.ts"
import { presentUser } from "../users/present.ts"
import { hasVerifiedFactor, needUser } from "../users/row.ts"

const shape = z.object({
  email: text,
  phone: text,
  password: z.string().max(4_096).nullish(),
  nonce: text,
  current_password: z.string().max(4_096).nullish(),
  data: metadata,
  ...pkceFields,
})

/** PUT /user: changes the member's own metadata, password or address. Responds with the user. */
export const userUpdate = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape)
  const caller = await requireCaller(auth, c)
  const client = clientOf(auth, c)
  const challenge = parseChallenge(body)
  const email = body.email ? parseEmail(body.email) : ""
  const newEmail = email === caller.user.email ? "" : email
  const password = body.password ?? ""
  if (body.phone) throw new Refusal(422, "phone_provider_disabled", "Phone numbers cannot be changed")
  if ((newEmail || password) && hasVerifiedFactor(caller.user) && caller.session.aal !== "aal2")
    throw new Refusal(
      401,
      "insufficient_aal",
      "AAL2 session is required to update email or password when MFA is enabled.",
    )
  if (newEmail) await limitRequests(auth, "mail", client)
  const passwordHash = password ? await prepareNewPassword(auth, caller, client, body) : ""

  await auth.db.transaction(async (db) => {
    const { user, session } = caller
    if (passwordHash) {
      await setPassword(auth, db, user.id, passwordHash)
      // A password is often changed because somebody else may know the old one, so all other sessions end.
      await endSessions(db, user.id, session.id)
      await audit(auth, db, "user_updated_password", user, client.ip)
      await sendNotice(auth, db, "password_changed", user)
    }
    if (body.data) await mergeMetadata(auth, db, user.id, "raw_user_meta_data", body.data)
    if (newEmail)
      await startEmailChange(auth, db, caller, newEmail, {
        challenge,
        redirectTo: auth.redirects.choose(c.req.query("redirect_to")),
      })
    await audit(auth, db, "user_modified", user, client.ip)
  })
  return c.json(presentUser(await needUser(auth.db, caller.user.id)))
}

/** Checks that the password may be changed now and to this value, and returns its hash. */
async function prepareNewPassword(
  auth: Auth,
  caller: Caller,
  client: Client,
  given: z.output<typeof shape>,
): Promise<string> {
  const { user } = caller
  const password = given.password ?? ""
  auth.passwordRules.check(password)
  await requireProof(auth, caller, client, given)
  if (user.encrypted_password && (await auth.hasher.verify(password, user.encrypted_password)))
    throw new Refusal(422, "same_password", "New password should be different from the old password.")
  return auth.hasher.hash(password)
}

/**
 * The old password, a mailed code, or a recent sign-in: a stolen session alone must not be enough to take over the
 * account.
 */
async function requireProof(
  auth: Auth,
  caller: Caller,
  client: Client,
  { nonce, current_password: old }: Pick<z.output<typeof shape>, "nonce" | "current_password">,
): Promise<void> {
  if (nonce) return spendNonce(auth, caller, nonce)
  if (old) return checkOldPassword(auth, caller, client, old)
  if (!(await isRecentlyProven(auth, caller)))
    throw new Refusal(400, "reauthentication_needed", "Password update requires reauthentication")
}

/** Counted like sign-in attempts. */
async function checkOldPassword(
  auth: Auth,
  { user }: Caller,
  client: Client,
  password: string,
): Promise<void> {
  const account = user.email ?? `+${user.phone}`
  const attempt = await reserveSignIn(auth, account, client, await isKnownNetwork(auth, user.id, client))
  if (!(await auth.hasher.verify(password, user.encrypted_password)))
    throw new Refusal(
      400,
      "current_password_mismatch",
      "Current password required when setting new password.",
    )
  await auth.db.transaction((db) => attempt.succeeded(db))
}

async function spendNonce(auth: Auth, { user }: Caller, nonce: string): Promise<void> {
  // A separate transaction, so that a wrong attempt stays counted.
  const redeemed = await auth.db.transaction((db) =>
    redeemCode(auth, db, {
      userId: user.id,
      address: user.email ?? "",
      code: nonce,
      types: ["reauthentication_token"],
    }),
  )
  if (!redeemed) throw new Refusal(422, "reauthentication_not_valid", "Nonce has expired or is invalid")
}

async function startEmailChange(
  auth: Auth,
  db: Db,
  { user }: Caller,
  newEmail: string,
  request: { challenge: CodeChallenge | null; redirectTo: string },
): Promise<void> {
  if (!auth.config.autoconfirm) return requestEmailChange(auth, db, user, { ...request, newEmail })
  await changeEmail(auth, db, user, newEmail)
  await sendNotice(auth, db, "address_changed", user, newEmail)
  await confirmEmail(auth, db, { id: user.id, email: newEmail }, { proven: false })
}
