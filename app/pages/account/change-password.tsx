import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { usePasswordMinLength } from "../../session/auth-settings.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session.tsx"
import { Button } from "../../ui/button.tsx"
import { CodeField, digitsOf } from "../../ui/code-field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { Setting } from "../../ui/setting.tsx"
import { textOf, useSubmit } from "../../use-submit.ts"
import { sessionsKey } from "./devices.tsx"

/** Sets a new password; an older sign-in also requires a mailed code. */
export function ChangePassword() {
  const minLength = usePasswordMinLength()
  const { client, user } = useAuth()
  const queries = useQueryClient()
  const [stage, setStage] = useState<"asking" | "code" | "done">("asking")
  const submission = useSubmit(async (fields) => {
    const { auth } = await client()
    const password = textOf(fields, "password")
    const nonce = digitsOf(textOf(fields, "code"))
    const { error } = await auth.updateUser({ password, ...(nonce ? { nonce } : {}) })
    if (error?.code === "reauthentication_needed") {
      const asked = await auth.reauthenticate()
      if (asked.error && asked.error.code !== "over_email_send_rate_limit") return sayError(asked.error)
      setStage("code")
      return null
    }
    if (error) return sayError(error)
    setStage("done")
    await queries.invalidateQueries({ queryKey: sessionsKey })
    return null
  })
  return (
    <Setting id="password" title="Password" text="A new password signs you out on every other device.">
      {stage === "done" ? (
        <Notice kind="done">Your password is changed, and you are signed out on every other device.</Notice>
      ) : (
        <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
          {submission.error && <Notice kind="problem">{submission.error}</Notice>}
          {stage === "code" && !submission.error && (
            <Notice kind="info">
              It has been a while since you signed in. Enter the code we emailed to {user?.email}.
            </Notice>
          )}
          <input hidden name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            minLength={minLength}
            required
          />
          {stage === "code" && <CodeField label="Code from the email" />}
          <Button type="submit" look="plain" disabled={submission.busy} className="justify-self-start">
            {submission.busy ? "Please wait..." : "Change password"}
          </Button>
        </form>
      )}
    </Setting>
  )
}
