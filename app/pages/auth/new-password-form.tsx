import { useNavigate } from "react-router"
import { messages } from "#content/messages.ts"
import { nameProblem } from "#primitives/person-name.ts"
import { textOf, useSubmit } from "../../forms/use-submit.ts"
import { usePasswordMinLength } from "../../session/auth-settings.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { useToast } from "../../ui/toast.tsx"

/**
 * Sets a new password after a recovery link or code.
 * @param first the account has no password, because the sign-up password and name may not be its owner's
 */
export function NewPasswordForm({ next, first }: { next: string; first: boolean }) {
  const { client, user } = useAuth()
  const { toast } = useToast()
  const navigate = useNavigate()
  const minLength = usePasswordMinLength()
  const submission = useSubmit(async (fields) => {
    const { auth } = await client()
    const password = textOf(fields, "password")
    const fullName = textOf(fields, "fullName").trim()
    if (first && fullName === "") return messages.full_name_required
    const problem = first && nameProblem(fullName)
    if (problem) return `Full name ${problem}`
    const { error } = await auth.updateUser({ password, ...(first ? { data: { full_name: fullName } } : {}) })
    if (error) return sayError(error)
    toast({
      title: first ? "Your account is ready" : "Password changed",
      description: first
        ? "You are signed in."
        : "You are signed in here and signed out on every other device.",
    })
    navigate(next, { replace: true })
    return null
  })
  return (
    <>
      <h1 className="display text-title">{first ? "Choose your password" : "Set a new password"}</h1>
      {first && (
        <p className="mt-4 text-muted">
          Someone entered a password for this address before you confirmed it was yours. It may not have been
          you, so we did not keep it.
        </p>
      )}
      <form method="post" onSubmit={submission.onSubmit} className="mt-8 grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        {/* Identifies the account to password managers. */}
        <input hidden name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
        {first && (
          <TextField
            label="Full name"
            name="fullName"
            autoComplete="name"
            required
            maxLength={100}
            defaultValue={String(user?.user_metadata.full_name ?? "")}
          />
        )}
        <PasswordField
          label={first ? "Password" : "New password"}
          name="password"
          autoComplete="new-password"
          minLength={minLength}
          hint={`At least ${minLength} characters. Longer is better.`}
          required
        />
        <Button type="submit" disabled={submission.busy} className="w-full">
          {submission.busy ? "Please wait..." : "Save the password"}
        </Button>
      </form>
    </>
  )
}
