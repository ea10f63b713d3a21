import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { EmailField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextButton } from "../../ui/text-button.tsx"
import { sendMail } from "./mails.ts"

const words = {
  recovery: {
    title: "Set a new password",
    lead: "We will email you a link and a code to set a new one.",
    button: "Send the email",
  },
  link: {
    title: "Sign in by email",
    lead: "We will email you a link and a code. No password needed.",
    button: "Send the link",
  },
}

/** Asks for the address that receives a link and a code. */
export function MailForm(props: {
  purpose: "recovery" | "link"
  email: string
  next: string
  problem: string | null
  onSent(email: string): void
  onBack(): void
}) {
  const { client } = useAuth()
  const { title, lead, button } = words[props.purpose]
  const submission = useSubmit(async (fields) => {
    const email = textOf(fields, "email").trim()
    const { error } = await sendMail(await client(), props.purpose, email, props.next)
    if (error) return sayError(error)
    props.onSent(email)
    return null
  })
  const error = submission.error ?? props.problem
  return (
    <>
      <h1 className="display text-title">{title}</h1>
      <p className="mt-4 text-muted">{lead}</p>
      <form method="post" onSubmit={submission.onSubmit} className="mt-8 grid gap-5">
        {error && <Notice kind="problem">{error}</Notice>}
        <EmailField label="Email" autoComplete="username" defaultValue={props.email} />
        <Button type="submit" disabled={submission.busy} className="w-full">
          {submission.busy ? "Please wait..." : button}
        </Button>
      </form>
      <div className="mt-6 border-t border-line pt-5">
        <TextButton onClick={props.onBack}>Back to sign-in</TextButton>
      </div>
    </>
  )
}
