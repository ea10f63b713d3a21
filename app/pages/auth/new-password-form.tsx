import { useNavigate } from "react-router"
import { limits } from "#content/site.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PasswordField } from "../../ui/password-field.tsx"
import { useToast } from "../../ui/toast.tsx"
import { textOf, useSubmit } from "../../use-submit.ts"

/** After a recovery link or code: the new password. */
export function NewPasswordForm({ next }: { next: string }) {
  const { client, user } = useAuth()
  const { toast } = useToast()
  const navigate = useNavigate()
  const submission = useSubmit(async (fields) => {
    const { auth } = await client()
    const { error } = await auth.updateUser({ password: textOf(fields, "password") })
    if (error) return sayError(error)
    toast({
      title: "Password changed",
      description: "You are signed in. Every other device is signed out.",
    })
    navigate(next, { replace: true })
    return null
  })
  return (
    <>
      <h1 className="display text-title">Set a new password</h1>
      <form method="post" onSubmit={submission.onSubmit} className="mt-8 grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        {/* Tells password managers which entry is meant. */}
        <input hidden name="username" autoComplete="username" value={user?.email ?? ""} readOnly />
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          minLength={limits.passwordMinLength}
          hint={`At least ${limits.passwordMinLength} characters. Longer is better.`}
          required
        />
        <Button type="submit" disabled={submission.busy} className="w-full">
          {submission.busy ? "Please wait..." : "Save the password"}
        </Button>
      </form>
    </>
  )
}
