import { useState } from "react"
import { useSubmit } from "../../forms/use-submit.ts"
import { sayKeyError } from "../../session/say-key-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { ConfirmIdentity } from "./confirm-identity.tsx"

/** Adds a security key or this device as the second factor. */
export function AddSecurityKey({ count }: { count: number }) {
  const { client } = useAuth()
  const [proving, setProving] = useState(false)
  const submission = useSubmit(async () => {
    const { auth } = await client()
    const friendlyName = `Security key ${count + 1}`
    const { error } = await auth.mfa.webauthn.register({ friendlyName })
    if (error?.code === "reauthentication_needed") {
      setProving(true)
      return null
    }
    return error && sayKeyError(error)
  })
  if (proving) return <ConfirmIdentity onProven={() => setProving(false)} />
  return (
    <form method="post" onSubmit={submission.onSubmit} className="grid justify-items-start gap-4">
      {submission.error && <Notice kind="problem">{submission.error}</Notice>}
      <Button type="submit" look="plain" disabled={submission.busy}>
        {submission.busy ? "Please wait..." : count > 0 ? "Add another security key" : "Add a security key"}
      </Button>
    </form>
  )
}
