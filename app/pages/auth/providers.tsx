import { useSubmit } from "../../forms/use-submit.ts"
import { useAuthSettings } from "../../session/auth-settings.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"

const names = { google: "Google", apple: "Apple", github: "GitHub" } as const
type Provider = keyof typeof names | "custom:oidc"

/** Third-party sign-in providers that the operator has configured; usually none. */
export function Providers({ next }: { next: string }) {
  const { client } = useAuth()
  const settings = useAuthSettings()
  const labels = Object.entries<string>({ ...names, ...settings?.custom_names })
  const open = labels.filter(([name]) => settings?.external?.[name] === true)
  const submission = useSubmit(async (fields) => {
    const { auth } = await client()
    // The browser goes to the provider and returns with a session in the URL.
    const { error } = await auth.signInWithOAuth({
      provider: fields.get("provider") as Provider,
      options: { redirectTo: location.origin + next },
    })
    return error && sayError(error)
  })
  if (open.length === 0) return null
  return (
    <div className="mt-5 grid gap-3">
      {submission.error && <Notice kind="problem">{submission.error}</Notice>}
      {open.map(([provider, label]) => (
        <form key={provider} onSubmit={submission.onSubmit}>
          <input type="hidden" name="provider" value={provider} />
          <Button type="submit" look="plain" className="w-full" disabled={submission.busy}>
            Continue with {label}
          </Button>
        </form>
      ))}
    </div>
  )
}
