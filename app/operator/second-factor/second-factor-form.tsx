import { useEffect, useRef, useState } from "react"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { SecondFactorForm } from "../../pages/auth/second-factor-form.tsx"
import { sayError } from "../../session/say-error.ts"
import { AuthProvider, useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"

interface ProveFormProps {
  /** Called once the session of the console counts as proven. */
  onProven(): void
}

/** Asks the account service for the second factor (without one, for the password) and exchanges the fresh token. */
export default function ProveForm(props: ProveFormProps) {
  return (
    <AuthProvider>
      <Proof {...props} />
    </AuthProvider>
  )
}

function Proof({ onProven }: ProveFormProps) {
  const { session, loading, user } = useAuth()
  const first = useRef<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const token = session?.access_token ?? null
  useEffect(() => {
    if (!token) return
    first.current ??= token
    if (first.current === token) return
    first.current = token
    void confirmSecondFactor(token).then((proven) => {
      if (proven) onProven()
      else setProblem("The console did not accept it. Try again.")
    })
  }, [token, onProven])
  if (loading) return <p role="status">Loading…</p>
  const secured = (user?.factors ?? []).some(({ status }) => status === "verified")
  return (
    <>
      {problem && <Notice kind="problem">{problem}</Notice>}
      {secured ? <SecondFactorForm headed={false} /> : <Password email={user?.email ?? ""} />}
    </>
  )
}

/** Exchanges the token for a session of the console; false if it was refused or nothing answered. */
async function confirmSecondFactor(token: string): Promise<boolean> {
  try {
    const body = new URLSearchParams({ token })
    // A redirect means that the session is open; where it leads is of no interest here.
    const answer = await fetch("/operator/session", { method: "POST", body, redirect: "manual" })
    return answer.type === "opaqueredirect"
  } catch {
    return false
  }
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
