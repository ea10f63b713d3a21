import { useState } from "react"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { EmailField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Setting } from "../../ui/setting.tsx"
import { askingAddress } from "../auth/mails.ts"

/** Changes the email address, after both mailboxes have confirmed. */
export function ChangeAddress() {
  const { client, user } = useAuth()
  const [asked, setAsked] = useState<string | null>(null)
  const submission = useSubmit(async (fields) => {
    const email = textOf(fields, "email").trim().toLowerCase()
    if (email === user?.email) return "This is already your address."
    const { auth } = await client()
    const { error } = await auth.updateUser(
      { email },
      { emailRedirectTo: askingAddress("/account/security") },
    )
    if (error) return sayError(error)
    setAsked(email)
    return null
  })
  const pending = asked ?? user?.new_email
  return (
    <Setting
      id="address"
      title="Email address"
      text="To keep anyone else from taking over your account, you confirm a change from both addresses."
    >
      <p>
        <span className="label block text-muted">Now</span>
        <span className="break-all">{user?.email}</span>
      </p>
      {pending && pending !== user?.email && (
        <Notice kind="info">
          Waiting for both confirmations: open the link in the email to{" "}
          <b className="break-all">{user?.email}</b> and the one in the email to{" "}
          <b className="break-all">{pending}</b>.
        </Notice>
      )}
      <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        <EmailField label="New email address" />
        <Button type="submit" look="plain" disabled={submission.busy} className="justify-self-start">
          {submission.busy ? "Please wait..." : "Change address"}
        </Button>
      </form>
    </Setting>
  )
}
