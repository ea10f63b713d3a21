import type { Db } from "#ports/db.ts"
import { type AuditAction, audit } from "../audit.ts"
import type { Auth } from "../auth.ts"
import { type CodeChallenge, keepChallenge } from "../flow-state.ts"
import type { Client } from "../http/client.ts"
import { countMail } from "../limits/mails.ts"
import type { MailKind } from "../mails/contents.ts"
import { type VerificationType, verificationUrl } from "../mails/link.ts"
import { sendMail } from "../mails/send.ts"
import type { UserRow } from "../users/row.ts"
import { issueToken, type TokenType } from "./issue.ts"

interface TokenMail {
  token: TokenType
  verification: VerificationType
  /** The amr value of the session that a PKCE flow opens. */
  authenticationMethod: string
  sentColumn: "confirmation_sent_at" | "recovery_sent_at"
  action: AuditAction
}

const tokenMails: Record<"confirmation" | "magic_link" | "recovery" | "invite", TokenMail> = {
  confirmation: {
    token: "confirmation_token",
    verification: "signup",
    authenticationMethod: "email/signup",
    sentColumn: "confirmation_sent_at",
    action: "user_confirmation_requested",
  },
  magic_link: {
    token: "recovery_token",
    verification: "magiclink",
    authenticationMethod: "magiclink",
    sentColumn: "recovery_sent_at",
    action: "user_recovery_requested",
  },
  recovery: {
    token: "recovery_token",
    verification: "recovery",
    authenticationMethod: "recovery",
    sentColumn: "recovery_sent_at",
    action: "user_recovery_requested",
  },
  invite: {
    token: "confirmation_token",
    verification: "invite",
    authenticationMethod: "invite",
    sentColumn: "confirmation_sent_at",
    action: "user_invited",
  },
}

/**
 * Mails a link and a code to the account's own address, subject to the limits, in the transaction of `db`.
 */
export async function mailToken(
  auth: Auth,
  db: Db,
  kind: keyof typeof tokenMails & MailKind,
  user: Pick<UserRow, "id" | "email">,
  request: { client: Client; redirectTo: string; challenge: CodeChallenge | null },
): Promise<void> {
  if (!user.email) throw new Error("A mailed token needs an address")
  const { token, verification, authenticationMethod, sentColumn, action } = tokenMails[kind]
  await countMail(auth, db, user.email)
  const flowStateId = request.challenge
    ? await keepChallenge(auth, db, request.challenge, {
        userId: user.id,
        provider: "email",
        authenticationMethod,
      })
    : null
  const { linkToken, code } = await issueToken(auth, db, {
    userId: user.id,
    type: token,
    address: user.email,
    flowStateId,
    redirectTo: request.redirectTo,
  })
  await db.sql`
    update auth.users set ${db.sql(sentColumn)} = ${auth.now()}, updated_at = ${auth.now()} where id = ${user.id}`
  await audit(auth, db, action, { id: user.id, email: user.email }, request.client.ip)
  await sendMail(auth, db, kind, user.email, {
    url: verificationUrl(auth, linkToken, verification, request.redirectTo),
    code,
  })
}
