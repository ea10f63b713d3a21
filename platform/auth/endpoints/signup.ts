import { randomUUID } from "node:crypto"
import type { Context } from "hono"
import { z } from "zod"
import type { Db } from "#ports/db.ts"
import { audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { mailToken } from "../codes/mail-token.ts"
import { type CodeChallenge, parseChallenge } from "../flow-state.ts"
import { metadata, pkceFields, readBody, text } from "../http/body.ts"
import { type Client, clientOf } from "../http/client.ts"
import { limitRequests } from "../limits/requests.ts"
import { invalid, onDuplicate, Refusal } from "../refusal.ts"
import { openSession } from "../sessions/open.ts"
import { confirmEmail } from "../users/confirm.ts"
import { type GivenPassword, hashGivenPassword, isSamePassword, signUpAgain } from "../users/contested.ts"
import { createEmailUser } from "../users/create.ts"
import { parseEmail } from "../users/email.ts"
import { emailIdentityData } from "../users/identities.ts"
import { presentIdentity, presentUser } from "../users/present.ts"
import { findUserByEmail, needUser, type UserRow } from "../users/row.ts"
import { signUpAnonymously } from "./signup-anonymous.ts"
import { signUpByPhone } from "./signup-phone.ts"

const shape = z.object({ email: text, phone: text, password: text, data: metadata, ...pkceFields })

interface SignUp {
  email: string
  password: GivenPassword
  userMetadata: Record<string, unknown>
  challenge: CodeChallenge | null
  redirectTo: string
  client: Client
}

/** POST /signup. Responds with a session where confirmation is off, otherwise with the unconfirmed user. */
export const signup = (auth: Auth) => async (c: Context) => {
  const body = await readBody(c, shape)
  const client = clientOf(auth, c)
  if (!auth.config.signUps) throw new Refusal(422, "signup_disabled", "Signups not allowed for this instance")
  if (!body.email && !body.phone) return signUpAnonymously(auth, c, body.data ?? {}, client)
  if (!body.password) throw invalid("Signup requires a valid password")
  auth.passwordRules.checkLength(body.password)
  if (body.email && body.phone)
    throw invalid("Only an email address or phone number should be provided on signup.")
  if (body.phone)
    return signUpByPhone(auth, c, { phone: body.phone, password: body.password, data: body.data }, client)
  if (!auth.config.emailSignIn)
    throw new Refusal(422, "email_provider_disabled", "Email signups are disabled")
  const email = parseEmail(body.email)
  auth.passwordRules.check(body.password)
  const challenge = parseChallenge(body)
  await limitRequests(auth, "sign-up", client)

  const request: SignUp = {
    email,
    password: await hashGivenPassword(auth, email, body.password),
    userMetadata: body.data ?? {},
    challenge,
    redirectTo: auth.redirects.choose(c.req.query("redirect_to")),
    client,
  }
  const answer = await auth.db
    .transaction((db) => signUpByEmail(auth, db, request))
    // A concurrent sign-up took the address.
    .catch(onDuplicate(() => auth.db.transaction((db) => signUpByEmail(auth, db, request))))
  if (answer instanceof Refusal) throw answer
  return c.json(answer)
}

async function signUpByEmail(auth: Auth, db: Db, request: SignUp): Promise<object> {
  const { email, client } = request
  const existing = await findUserByEmail(db, email)
  if (existing?.email_confirmed_at) {
    await audit(auth, db, "user_repeated_signup", existing, client.ip)
    // Returned, not thrown, so that the audit row is committed.
    if (auth.config.autoconfirm) return new Refusal(422, "user_already_exists", "User already registered")
    // No mail is sent, so none is counted, and a retry within a minute gets the same response.
    return inventedUser(auth, request)
  }
  // Without proof of the mailbox, only the password can show that it is the same person.
  if (existing && auth.config.autoconfirm && !isSamePassword(existing, request.password))
    return new Refusal(422, "user_already_exists", "User already registered")
  if (existing) await signUpAgain(auth, db, existing, request.password)
  const id = existing?.id ?? (await addUser(auth, db, request))
  if (auth.config.autoconfirm) {
    await audit(auth, db, "user_signedup", { id, email }, client.ip, { provider: "email" })
    await confirmEmail(auth, db, { id, email }, { proven: false })
    return openSession(auth, db, { id, email, phone: null }, "password", client)
  }
  await mailToken(auth, db, "confirmation", { id, email }, request)
  return { ...presentUser(await needUser(db, id)), ...(existing ? asGiven(existing, request) : {}) }
}

/**
 * The values in the response to a repeated sign-up, in place of those set by the first one, which must not be revealed
 * to the second.
 */
function asGiven({ id, identities }: UserRow, { email, userMetadata }: SignUp): object {
  const own = (identities ?? []).filter(({ provider }) => provider === "email")
  return {
    user_metadata: userMetadata,
    identities: own.map((identity) =>
      presentIdentity({ ...identity, identity_data: emailIdentityData(id, email, userMetadata, false) }),
    ),
  }
}

function addUser(auth: Auth, db: Db, { email, password, userMetadata }: SignUp): Promise<string> {
  const { passwordHash } = password
  return createEmailUser(auth, db, { email, passwordHash, userMetadata }, userMetadata)
}

/**
 * The response for a taken address, so that addresses cannot be probed; clients recognize it by its empty
 * `identities`.
 */
function inventedUser(auth: Auth, { email, userMetadata }: SignUp): object {
  const now = auth.now().toISOString()
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: userMetadata,
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  }
}
