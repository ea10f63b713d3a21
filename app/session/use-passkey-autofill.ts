import { useRef } from "react"
import { useAuth } from "./session.tsx"

/**
 * Lets the browser offer passkeys in the address field, beside its other suggestions. Starts when the field is first
 * entered, so that other visitors load no client and use up no challenge. Another passkey request ends it.
 * @param onProblem called when a passkey was chosen and did not work
 */
export function usePasskeyAutofill(onProblem: () => void): () => void {
  const { client } = useAuth()
  const begun = useRef(false)
  return () => {
    if (begun.current) return
    begun.current = true
    void offer().catch(() => {
      // Nothing was chosen: the form is as it was.
    })
  }

  async function offer(): Promise<void> {
    if (!(await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.())) return
    const { auth } = await client()
    // On success, the session event makes the page navigate.
    const { error } = await auth.signInWithPasskey({ options: { mediation: "conditional" } })
    if (error?.code === "webauthn_verification_failed" || error?.code === "webauthn_challenge_not_found")
      onProblem()
  }
}
