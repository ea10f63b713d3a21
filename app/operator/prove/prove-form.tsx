import { useEffect, useRef } from "react"
import { SecondFactorForm } from "../../pages/auth/second-factor-form.tsx"
import { sayError } from "../../session/say-error.ts"
import { AuthProvider, useAuth } from "../../session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { textOf, useSubmit } from "../../use-submit.ts"

/** Asks the account service for the second factor (without one, for the password) and exchanges the fresh token. */
export default function ProveForm(props: { email: string; next: string }) {
  return (
    <AuthProvider>
      <Proof {...props} />
    </AuthProvider>
  )
}

function Proof({ email, next }: { email: string; next: string }) {
  const { session, loading, user } = useAuth()
  const first = useRef<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const token = session?.access_token ?? null
  useEffect(() => {
    if (!token) return
    first.current ??= token
    if (first.current !== token) form.current?.submit()
  }, [token])
  if (loading) return <p role="status">Loading…</p>
  const secured = (user?.factors ?? []).some(({ status }) => status === "verified")
  return (
    <>
      <form ref={form} method="post" action={`/operator/session?next=${encodeURIComponent(next)}`} hidden>
        <input type="hidden" name="token" value={token ?? ""} readOnly />
      </form>
      {secured ? <SecondFactorForm headed={false} /> : <Password email={email} />}
    </>
  )
}

function Password({ email }: { email: string }) {
  const { client } = useAuth()
  const submission = useSubmit(async (fields) => {
    const { auth } = await client()
    const { error } = await auth.signInWithPassword({ email, password: textOf(fields, "password") })
    return error && sayError(error)
  })
  return (
    <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
      {submission.error && <Notice kind="problem">{submission.error}</Notice>}
      <PasswordField label="Password" name="password" autoComplete="current-password" required />
      <Button type="submit" disabled={submission.busy}>
        Continue
      </Button>
    </form>
  )
}
