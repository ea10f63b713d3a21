import { useRef, useState } from "react"
import { Link } from "react-router"
import { messages } from "#content/messages.ts"
import { nameProblem } from "#primitives/person-name.ts"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { usePasswordMinLength } from "../../session/auth-settings.ts"
import { sayError, unreachable } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { usePasskeyAutofill } from "../../session/use-passkey-autofill.ts"
import { Button } from "../../ui/button.tsx"
import { EmailField, TextField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { useReady } from "../../ui/use-ready.ts"
import { askingAddress, sendMail } from "./mails.ts"
import { PasskeyButton } from "./passkey-button.tsx"
import { Providers } from "./providers.tsx"

type CredentialsMode = "sign-in" | "create"

/**
 * The two modes of the sign-in screen. Text typed before hydration is kept; until then the buttons are disabled,
 * because only a script can sign in and the browser must not submit a password itself.
 */
export function CredentialsForm(props: {
  email: string
  /** Local path to go to next. */
  next: string
  /** A confirmation link was mailed to the address of a new account. */
  onSignedUp(email: string): void
  onForgot(): void
  onLink(): void
  onEmail(email: string): void
  /** A message to show initially. */
  problem: string | null
}) {
  const { client } = useAuth()
  const ready = useReady()
  const [mode, setMode] = useState<CredentialsMode>("sign-in")
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const [given, setGiven] = useState(props.problem)
  const minLength = usePasswordMinLength()
  const offerPasskeys = usePasskeyAutofill(() =>
    setGiven("That passkey did not work. Use your password or another passkey."),
  )
  const form = useRef<HTMLFormElement>(null)
  const creating = mode === "create"

  const submission = useSubmit(async (fields) => {
    setGiven(null)
    setUnconfirmed(null)
    const email = textOf(fields, "email").trim()
    const password = textOf(fields, "password")
    const fullName = textOf(fields, "fullName").trim()
    if (creating && fullName === "") return messages.full_name_required
    const problem = creating && nameProblem(fullName)
    if (problem) return `Full name ${problem}`
    const { auth } = await client()
    if (!creating) {
      const { error } = await auth.signInWithPassword({ email, password })
      if (error?.code === "email_not_confirmed") setUnconfirmed(email)
      return error && sayError(error)
    }
    const { data, error } = await auth.signUp({
      email,
      password,
      options: { emailRedirectTo: askingAddress(props.next), data: { full_name: fullName } },
    })
    if (error) return sayError(error)
    // For a taken address, the service returns a fake user without identities.
    if (data.user?.identities?.length === 0) return messages.user_already_exists
    if (!data.session) props.onSignedUp(email)
    return null
  })

  const confirmAgain = async (email: string) => {
    const { error } = await sendMail(await client(), "signup", email, props.next)
    // Rate limited: a mail was just sent.
    if (!error || error.code === "over_email_send_rate_limit") props.onSignedUp(email)
    else setGiven(sayError(error))
  }
  const toggle = () => {
    setMode(creating ? "sign-in" : "create")
    setGiven(null)
    setUnconfirmed(null)
    submission.clearError()
  }
  const error = submission.error ?? given

  return (
    <>
      <h1 className="display text-title">{creating ? "Create your account" : "Sign in"}</h1>
      <form
        ref={form}
        method="post"
        onSubmit={submission.onSubmit}
        onChange={() => props.onEmail(textOf(new FormData(form.current ?? undefined), "email"))}
        className="mt-8 grid gap-5"
      >
        {error && (
          <Notice kind="problem">
            {error}
            {unconfirmed && (
              <div className="mt-1">
                <TextButton onClick={() => void confirmAgain(unconfirmed).catch(() => setGiven(unreachable))}>
                  Send the confirmation email again
                </TextButton>
              </div>
            )}
          </Notice>
        )}
        {creating && (
          <TextField label="Full name" name="fullName" autoComplete="name" required maxLength={100} />
        )}
        <EmailField
          label="Email"
          autoComplete="username webauthn"
          onFocus={offerPasskeys}
          {...(props.email ? { defaultValue: props.email } : {})}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete={creating ? "new-password" : "current-password"}
          minLength={creating ? minLength : 1}
          required
          {...(creating ? { hint: `At least ${minLength} characters. Longer is better.` } : {})}
        />
        <Button type="submit" disabled={!ready || submission.busy} className="w-full">
          {submission.busy ? "Please wait..." : creating ? "Create account" : "Sign in"}
        </Button>
        <noscript>
          <p>Signing in needs JavaScript, which is turned off in this browser.</p>
        </noscript>
      </form>
      {!creating && <PasskeyButton />}
      <Providers next={props.next} />
      <div className="mt-6 grid justify-items-start gap-1 border-t border-line pt-5">
        {creating && (
          <Link
            to="/join"
            className="inline-flex min-h-11 items-center text-small underline underline-offset-4"
          >
            Here to compete? Create an account and join in one step
          </Link>
        )}
        <TextButton disabled={!ready} onClick={toggle}>
          {creating ? "Already have an account? Sign in" : "New here? Create an account"}
        </TextButton>
        {!creating && (
          <>
            <TextButton disabled={!ready} onClick={props.onForgot}>
              Forgot your password?
            </TextButton>
            <TextButton disabled={!ready} onClick={props.onLink}>
              Email me a link instead
            </TextButton>
          </>
        )}
      </div>
    </>
  )
}
