import { useState } from "react"
import { Link } from "react-router"
import { consentText } from "#content/competition-consent.ts"
import { messages } from "#content/messages.ts"
import { nameProblem } from "#primitives/person-name.ts"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { usePasswordMinLength } from "../../session/auth-settings.ts"
import { expectLink } from "../../session/expected-link.ts"
import { joiningData, type WayIn } from "../../session/joining.ts"
import { signInAddress } from "../../session/return-path.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { EmailField, TextField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { useReady } from "../../ui/use-ready.ts"
import { askingAddress, firstDayPath } from "./mails.ts"

const ways: readonly { way: WayIn; label: string }[] = [
  { way: "link", label: "A link we email you; nothing to remember" },
  { way: "password", label: "A password" },
  { way: "passkey", label: "A passkey: fingerprint, face or PIN" },
]

/**
 * Account, consent and club in one step. A passkey needs an existing account, so it is created after the mail has
 * confirmed the address.
 */
export function JoinForm(props: {
  onSent(email: string, way: WayIn): void
  /** Where the mailed link leads: a path on this site, whose page has a heading of its own. */
  next?: string
}) {
  const { next = firstDayPath } = props
  const Heading = props.next === undefined ? "h1" : "h2"
  const { client } = useAuth()
  const ready = useReady()
  const [way, setWay] = useState<WayIn>("link")
  const minLength = usePasswordMinLength()
  const submission = useSubmit(async (fields) => {
    const email = textOf(fields, "email").trim()
    const fullName = textOf(fields, "fullName").trim()
    if (fullName === "") return messages.full_name_required
    const problem = nameProblem(fullName)
    if (problem) return `Full name ${problem}`
    const { auth } = await client()
    const data = joiningData(fullName, way)
    const emailRedirectTo = askingAddress(next)
    if (way === "password") {
      const password = textOf(fields, "password")
      const answer = await auth.signUp({ email, password, options: { emailRedirectTo, data } })
      if (answer.error) return sayError(answer.error)
      // For a taken address, the service returns a fake user without identities.
      if (answer.data.user?.identities?.length === 0) return messages.user_already_exists
      expectLink()
      if (!answer.data.session) props.onSent(email, way)
      return null
    }
    const { error } = await auth.signInWithOtp({
      email,
      options: { shouldCreateUser: true, emailRedirectTo, data },
    })
    if (error) return sayError(error)
    expectLink()
    props.onSent(email, way)
    return null
  })
  return (
    <>
      <Heading className="display text-section">Join the competition</Heading>
      <p className="mt-3 text-muted">Free. One screen, one email, and today’s workout counts.</p>
      <form method="post" onSubmit={submission.onSubmit} className="mt-7 grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        <TextField
          label="Full name"
          name="fullName"
          autoComplete="name"
          hint="Your name on the boards. You can change it later."
          autoFocus
          required
          maxLength={60}
        />
        <EmailField label="Email" />
        <Button type="submit" disabled={!ready || submission.busy} className="w-full">
          {submission.busy ? "Please wait..." : "Agree and Join"}
        </Button>
        <details className="text-small">
          <summary className="flex min-h-11 cursor-pointer items-center gap-2 [&::-webkit-details-marker]:hidden">
            <span>
              You agree to our <span className="underline underline-offset-4">competition terms</span>: your
              points are shown to the people you choose.
            </span>
          </summary>
          <p className="mt-2 border-l-4 border-line pl-4">{consentText}</p>
          <p className="mt-3 border-l-4 border-line pl-4">
            Joining also makes you a member of the activity club. Membership is free, and prizes go to
            members.
          </p>
        </details>
        <details className="text-small">
          <summary className="flex min-h-11 cursor-pointer items-center underline underline-offset-4 [&::-webkit-details-marker]:hidden">
            Sign in some other way than by email link
          </summary>
          <fieldset>
            <legend className="sr-only">Sign in with</legend>
            {ways.map((one) => (
              <label key={one.way} className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="radio"
                  name="way"
                  value={one.way}
                  checked={way === one.way}
                  onChange={() => setWay(one.way)}
                  className="size-5 accent-mark"
                />
                {one.label}
              </label>
            ))}
          </fieldset>
          {way === "password" && (
            <PasswordField
              label="Password"
              name="password"
              autoComplete="new-password"
              minLength={minLength}
              required
              hint={`At least ${minLength} characters. Longer is better.`}
            />
          )}
        </details>
        <noscript>
          <p>Joining needs JavaScript, which is turned off in this browser.</p>
        </noscript>
      </form>
      <p className="mt-6 border-t border-line pt-5 text-small text-muted">
        Have an account?{" "}
        <Link to={signInAddress(next)} className="text-text underline underline-offset-4">
          Sign in
        </Link>
        . Here for the chat and the sessions rather than the prizes?{" "}
        <Link to="/creator-application" className="text-text underline underline-offset-4">
          Join Community
        </Link>{" "}
        is a short application; a person reads it and replies.
      </p>
    </>
  )
}
