import { useSubmit } from "../../forms/use-submit.ts"
import { sayKeyError } from "../../session/say-key-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { useReady } from "../../ui/use-ready.ts"

/** Signs in with a passkey, without address or password; the browser asks which one. */
export function PasskeyButton() {
  const { client } = useAuth()
  const ready = useReady()
  // On success, the session event makes the page navigate.
  const submission = useSubmit(async () => {
    const { auth } = await client()
    const { error } = await auth.signInWithPasskey()
    return error && sayKeyError(error)
  })
  return (
    <form method="post" onSubmit={submission.onSubmit} className="mt-5 grid gap-3">
      {submission.error && <Notice kind="problem">{submission.error}</Notice>}
      <Button type="submit" look="plain" className="w-full" disabled={!ready || submission.busy}>
        {submission.busy ? "Please wait..." : "Sign in with a passkey"}
      </Button>
    </form>
  )
}
