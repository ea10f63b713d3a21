import type { SupabaseClient } from "@supabase/supabase-js"
import { useState } from "react"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { tokenClaims } from "../../session/assurance.ts"
import { sayError } from "../../session/say-error.ts"
import { sayKeyError } from "../../session/say-key-error.ts"
import { useAuth } from "../../session/session.tsx"
import { useFunctions } from "../../session/use-functions.ts"
import { Button } from "../../ui/button.tsx"
import { CodeField, digitsOf } from "../../ui/code-field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { TextButton } from "../../ui/text-button.tsx"

type Proof = "password" | "mail" | "app" | "key"

/**
 * Verifies the user again: by security key or authenticator app if there is one, otherwise by password or a mailed code.
 */
export function ConfirmIdentity({ onProven }: { onProven(): void }) {
  const { client, user, session } = useAuth()
  const callFunction = useFunctions()
  const verified = (wanted: string) =>
    user?.factors?.find(({ status, factor_type: type }) => status === "verified" && type === wanted)
  const [app, key] = [verified("totp"), verified("webauthn")]
  const [proof, setProof] = useState<Proof>(key ? "key" : app ? "app" : "password")
  const factor = proof === "key" ? key : app
  const email = user?.email ?? ""

  const submission = useSubmit(async (fields) => {
    const opened = await client()
    const before = await openSessionId(opened)
    const error = await prove(opened, proof, { email, factorId: factor?.id ?? "", fields })
    if (error) return proof === "key" ? sayKeyError(error) : sayError(error)
    // Verifying by password or mail is a new sign-in; the previous one is obsolete.
    const after = await openSessionId(opened)
    if (before && before !== after) await callFunction("end-session", { id: before })
    onProven()
    return null
  })
  const byMail = useSubmit(async () => {
    const { auth } = await client()
    const { error } = await auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    if (error && error.code !== "over_email_send_rate_limit") return sayError(error)
    setProof("mail")
    return null
  })
  const error = submission.error ?? byMail.error
  return (
    <div className="grid gap-3">
      <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
        {error ? (
          <Notice kind="problem">{error}</Notice>
        ) : (
          <Notice kind="info">
            {proof === "mail"
              ? `Enter the code we emailed to ${email}.`
              : proof === "key"
                ? "It has been a while since you signed in. Use your security key to confirm it is you."
                : "It has been a while since you signed in. Please confirm it is you."}
          </Notice>
        )}
        {proof === "password" ? (
          <>
            <input
              hidden
              name="username"
              autoComplete="username"
              value={session?.user.email ?? ""}
              readOnly
            />
            <PasswordField label="Your password" name="password" autoComplete="current-password" required />
          </>
        ) : (
          proof !== "key" && (
            <CodeField label={proof === "app" ? "Code from the app" : "Code from the email"} />
          )
        )}
        <Button type="submit" look="plain" disabled={submission.busy} className="justify-self-start">
          {submission.busy ? "Please wait..." : "Confirm"}
        </Button>
      </form>
      {proof === "key" && app && (
        <TextButton onClick={() => setProof("app")}>Use the authenticator app instead</TextButton>
      )}
      {proof === "password" && (
        <form onSubmit={byMail.onSubmit}>
          <TextButton type="submit" disabled={byMail.busy}>
            Email me a code instead
          </TextButton>
        </form>
      )}
    </div>
  )
}

async function prove(
  { auth }: SupabaseClient,
  proof: Proof,
  given: { email: string; factorId: string; fields: FormData },
) {
  const { email, factorId, fields } = given
  const code = digitsOf(textOf(fields, "code"))
  if (proof === "key") return (await auth.mfa.webauthn.authenticate({ factorId })).error
  if (proof === "app") return (await auth.mfa.challengeAndVerify({ factorId, code })).error
  if (proof === "mail") return (await auth.verifyOtp({ email, token: code, type: "email" })).error
  return (await auth.signInWithPassword({ email, password: textOf(fields, "password") })).error
}

async function openSessionId({ auth }: SupabaseClient): Promise<unknown> {
  const { data } = await auth.getSession()
  return data.session && tokenClaims(data.session.access_token).session_id
}
