import { type ApiScope, apiScopes, tokenMail } from "#content/api.ts"
import { renderMail } from "#domain/mail-layout.ts"
import type { MailMessage } from "#ports/mail.ts"

/** Tells the owner of an account that a token was made, so that nobody else can make one unnoticed. */
export function tokenMadeMail(
  to: string,
  { name, scopes, expiresAt }: { name: string; scopes: readonly ApiScope[]; expiresAt: Date },
): MailMessage {
  const facts = [
    ["Name", name],
    ...scopes.map((scope) => ["It may", apiScopes[scope]] as const),
    ["Until", expiresAt.toISOString().slice(0, 10)],
  ] as const
  return { to, kind: "account.token", ...renderMail({ ...tokenMail, facts }) }
}
