import { useState } from "react"
import { useSubmit } from "../../forms/use-submit.ts"
import { useRead } from "../../live/use-read.ts"
import { sayError } from "../../session/say-error.ts"
import { sayKeyError } from "../../session/say-key-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"

/** For a member who chose passkey sign-in when joining: the button that creates one, until there is one. */
export function AddPasskey() {
  const { client, user } = useAuth()
  const [isMade, setIsMade] = useState(false)
  const passkeys = useRead(user && `passkeys ${user.id}`, async () => {
    const { data, error } = await (await client()).auth.passkey.list()
    if (error) throw new Error(sayError(error))
    return data
  })
  const adding = useSubmit(async () => {
    const { error } = await (await client()).auth.registerPasskey()
    if (error) return sayKeyError(error)
    setIsMade(true)
    return null
  })
  if (isMade || !passkeys.value || passkeys.value.length > 0) return null
  return (
    <form
      method="post"
      onSubmit={adding.onSubmit}
      className="mt-5 flex flex-wrap items-center gap-x-5 gap-y-3"
    >
      {adding.error && <Notice kind="problem">{adding.error}</Notice>}
      <p className="text-small">
        You chose to sign in with a passkey. Until you create one, you can sign in with a link we email you.
      </p>
      <Button type="submit" look="plain" disabled={adding.busy}>
        {adding.busy ? "Please wait..." : "Create my passkey"}
      </Button>
    </form>
  )
}
