import type { Context } from "hono"
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { emailTaken } from "../codes/email-change.ts"
import { issueToken, type TokenType } from "../codes/issue.ts"
import { metadata, readBody, text } from "../http/body.ts"
import { requireAdmin } from "../http/caller.ts"
import { clientOf } from "../http/client.ts"
import { type VerificationType, verificationUrl } from "../mails/link.ts"
import { invalid, Refusal, refuseDuplicate } from "../refusal.ts"
import { type GivenPassword, hashGivenPassword, signUpAgain } from "../users/contested.ts"
import { createEmailUser } from "../users/create.ts"
import { parseEmail } from "../users/email.ts"
import { presentUser } from "../users/present.ts"
import { findUserByEmail, needUser, type UserRow } from "../users/row.ts"
import { userNotFound } from "./admin-users.ts"
import { inviteUser } from "./invite.ts"

const shape = z.object({
  type: z.enum(
    ["signup", "magiclink", "recovery", "invite", "email_change_current", "email_change_new"],
    "Invalid email action link type requested",
  ),
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
})

type LinkRequest = z.output<typeof shape>

interface Link {
  userId: string
  token: TokenType
  address: string
  verification: VerificationType
}

/** POST /admin/generate_link: what a mail would contain, for the caller to deliver. */
export const adminGenerateLink = (auth: Auth) => async (c: Context) => {
  const actor = await requireAdmin(auth, c)
  const body = await readBody(c, shape)
  const email = parseEmail(body.email)
  const password = body.type === "signup" ? await passwordFor(auth, email, body.password) : null
  const redirectTo = auth.redirects.choose(body.redirect_to || c.req.query("redirect_to"))
  const answer = await auth.db
    .transaction(async (db) => {
      const link = await prepare(auth, db, email, password, body)
      const { linkToken, code } = await issueToken(auth, db, {
        userId: link.userId,
        type: link.token,
        address: link.address,
        redirectTo,
      })
      await audit(auth, db, "user_recovery_requested", actor, clientOf(auth, c).ip, {
        user_id: link.userId,
        link: body.type,
      })
      return {
        ...presentUser(await needUser(db, link.userId)),
        action_link: verificationUrl(auth, linkToken, link.verification, redirectTo),
        email_otp: code,
        hashed_token: linkToken,
        redirect_to: redirectTo,
        verification_type: body.type,
      }
    })
    .catch(refuseDuplicate(emailTaken))
  return c.json(answer)
}

async function passwordFor(auth: Auth, email: string, password: string): Promise<GivenPassword> {
  if (!password) throw invalid("Signup requires a valid password")
  auth.passwordRules.checkLength(password)
  return hashGivenPassword(auth, email, password)
}

async function prepare(
  auth: Auth,
  db: Db,
  email: string,
  password: GivenPassword | null,
  body: LinkRequest,
): Promise<Link> {
  const user = await findUserByEmail(db, email)
  // Only a sign-up has one.
  if (password)
    return {
      userId: await signUpUser(auth, db, user, email, password, body.data ?? {}),
      token: "confirmation_token",
      address: email,
      verification: "signup",
    }
  switch (body.type) {
    case "invite":
      return {
        userId: await inviteUser(auth, db, email, body.data ?? {}),
        token: "confirmation_token",
        address: email,
        verification: "invite",
      }
    case "magiclink":
    case "recovery":
      if (!user) throw userNotFound()
      return { userId: user.id, token: "recovery_token", address: email, verification: body.type }
    default:
      if (!user) throw userNotFound()
      return changeLink(auth, db, user, body)
  }
}

async function signUpUser(
  auth: Auth,
  db: Db,
  user: UserRow | null,
  email: string,
  password: GivenPassword,
  userMetadata: Record<string, unknown>,
): Promise<string> {
  if (user?.email_confirmed_at) throw emailTaken()
  if (user) {
    await signUpAgain(auth, db, user, password)
    return user.id
  }
  return createEmailUser(auth, db, { email, passwordHash: password.passwordHash, userMetadata })
}

async function changeLink(auth: Auth, db: Db, user: UserRow, body: LinkRequest): Promise<Link> {
  const newEmail = parseEmail(body.new_email)
  if (newEmail === user.email) throw new Refusal(422, "validation_failed", "The new email is the current one")
  if (await findUserByEmail(db, newEmail)) throw emailTaken()
  // The links for both mailboxes belong to one change as long as the requested address is the same.
  if (user.email_change !== newEmail) {
    // A link for another address must not confirm this one.
    await db.sql`
      delete from auth.one_time_tokens
      where user_id = ${user.id} and token_type in ('email_change_token_current', 'email_change_token_new')`
    await db.sql`
      update auth.users set email_change = ${newEmail}, email_change_sent_at = ${auth.now()},
        email_change_confirm_status = 0
      where id = ${user.id}`
  }
  const forNew = body.type === "email_change_new"
  return {
    userId: user.id,
    token: forNew ? "email_change_token_new" : "email_change_token_current",
    address: forNew ? newEmail : (user.email ?? ""),
    verification: "email_change",
  }
}
