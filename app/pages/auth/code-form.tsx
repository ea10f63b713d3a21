import { useEffect, useState } from "react"
import { messages } from "#content/messages.ts"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { CodeField, digitsOf } from "../../ui/code-field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { codeTypes, type MailPurpose, sendMail } from "./mails.ts"

/** Seconds before the service mails the same address again. */
const waitS = 60

/** After a mail is sent: its link works in any browser, or its six digits are entered here. */
export function CodeForm(props: { purpose: MailPurpose; email: string; next: string; onBack(): void }) {
  const { purpose, email } = props
  const { client } = useAuth()
  const [waiting, setWaiting] = useState(waitS)
  const [sentAgain, setSentAgain] = useState(false)

  useEffect(() => {
    if (waiting === 0) return
    const timer = setTimeout(() => setWaiting(waiting - 1), 1000)
    return () => clearTimeout(timer)
  }, [waiting])

  // On success, the session event makes the page navigate.
  const entering = useSubmit(async (fields) => {
    const { auth } = await client()
    const token = digitsOf(textOf(fields, "code"))
    const { error } = await auth.verifyOtp({ email, token, type: codeTypes[purpose] })
    return error && sayError(error)
  })
  const sending = useSubmit(async () => {
    setSentAgain(false)
    const { error } = await sendMail(await client(), purpose, email, props.next)
    if (error) return sayError(error)
    setSentAgain(true)
    setWaiting(waitS)
    return null
  })
  const error = entering.error ?? sending.error

  return (
    <>
      <h1 className="display text-title">Check your email</h1>
      <div className="mt-6">
        <Notice kind="done">
          {purpose === "signup" || purpose === "join"
            ? messages.signup_check_email
            : `If ${email} has an account, an email with a link is on its way.`}
        </Notice>
      </div>
      <p className="mt-5 text-muted">
        The email to <span className="break-all text-text">{email}</span> also has a six-digit code. Enter it
        here if that is easier than the link.
      </p>
      <form
        method="post"
        onSubmit={entering.onSubmit}
        onInput={({ currentTarget }) => {
          // The sixth digit completes the input.
          const code = digitsOf(textOf(new FormData(currentTarget), "code"))
          if (/^\d{6}$/.test(code) && !entering.busy) currentTarget.requestSubmit()
        }}
        className="mt-6 grid gap-5"
      >
        {error && <Notice kind="problem">{error}</Notice>}
        <CodeField label="Code from the email" />
        <Button type="submit" disabled={entering.busy} className="w-full">
          {entering.busy ? "Please wait..." : "Continue"}
        </Button>
      </form>
      <form
        onSubmit={sending.onSubmit}
        className="mt-6 grid justify-items-start gap-1 border-t border-line pt-5"
      >
        <TextButton type="submit" disabled={waiting > 0 || sending.busy} className="figures">
          {waiting > 0 ? `Send it again in ${waiting} s` : "Send it again"}
        </TextButton>
        <span role="status" className="text-small text-muted">
          {sentAgain ? "Sent. Check your spam folder, too." : ""}
        </span>
        <TextButton onClick={props.onBack}>Back to sign-in</TextButton>
      </form>
    </>
  )
}
