import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { usePasswordMinLength } from "../../session/auth-settings.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { Setting } from "../../ui/setting.tsx"
import { ConfirmIdentity } from "./confirm-identity.tsx"
import { sessionsKey } from "./devices.tsx"

/** Sets a new password after, for an older sign-in, the user is verified again. */
export function ChangePassword() {
  const minLength = usePasswordMinLength()
  const { client, user } = useAuth()
  const queries = useQueryClient()
  const [stage, setStage] = useState<"asking" | "proving" | "done">("asking")
  const submission = useSubmit(async (fields) => {
    const { auth } = await client()
    const { error } = await auth.updateUser({ password: textOf(fields, "password") })
    if (error?.code === "reauthentication_needed") {
      setStage("proving")
      return null
    }
    if (error) return sayError(error)
    setStage("done")
    await queries.invalidateQueries({ queryKey: sessionsKey })
    return null
  })
  return (
    <Setting id="password" title="Password" text="A new password signs you out on every other device.">
      {stage === "done" && (
        <Notice kind="done">Your password is changed, and you are signed out on every other device.</Notice>
      )}
      {stage === "proving" && <ConfirmIdentity onProven={() => setStage("asking")} />}
      {/* Stays mounted during verification, to keep what was typed. */}
      {stage !== "done" && (
        <form
          method="post"
          onSubmit={submission.onSubmit}
          className={`gap-5 ${stage === "asking" ? "grid" : "hidden"}`}
        >
          {submission.error && <Notice kind="problem">{submission.error}</Notice>}
          <input hidden name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
          <PasswordField
            label="New password"
            name="password"
            autoComplete="new-password"
            minLength={minLength}
            required
          />
          <Button type="submit" look="plain" disabled={submission.busy} className="justify-self-start">
            {submission.busy ? "Please wait..." : "Change password"}
          </Button>
        </form>
      )}
    </Setting>
  )
}
