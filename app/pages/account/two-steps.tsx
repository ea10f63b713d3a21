import { useState } from "react"
import { useSubmit } from "../../forms/use-submit.ts"
import { sayError } from "../../session/say-error.ts"
import { useAuth } from "../../session/session.tsx"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Setting } from "../../ui/setting.tsx"
import { AddAuthenticator } from "./add-authenticator.tsx"
import { AddSecurityKey } from "./add-security-key.tsx"
import { RecoveryCodes } from "./recovery-codes.tsx"

/** The second factor: an authenticator app or a security key, and recovery codes. */
export function TwoSteps() {
  const { client, user } = useAuth()
  const [adding, setAdding] = useState(false)
  const factors = (user?.factors ?? []).filter(
    ({ status, factor_type: type }) => status === "verified" && (type === "totp" || type === "webauthn"),
  )
  const keys = factors.filter(({ factor_type: type }) => type === "webauthn").length
  const removal = useSubmit(async (fields) => {
    const { auth } = await client()
    const { error } = await auth.mfa.unenroll({ factorId: String(fields.get("factor")) })
    if (error) return sayError(error)
    // Removing the factor downgraded the session; reload it.
    const refreshed = await auth.refreshSession()
    return refreshed.error && sayError(refreshed.error)
  })
  return (
    <Setting
      id="two-steps"
      title="Two-step sign-in"
      text="After your password, a code from an app or a tap of a security key. Your password alone lets nobody in."
    >
      {removal.error && <Notice kind="problem">{removal.error}</Notice>}
      {factors.length > 0 && (
        <ul className="border-b border-line">
          {factors.map((factor, index) => {
            const kind = factor.factor_type === "webauthn" ? "Security key" : "Authenticator app"
            const name = factor.friendly_name || `${kind} ${factors.length > 1 ? index + 1 : ""}`.trim()
            return (
              <li key={factor.id} className="border-t border-line py-3">
                <form
                  onSubmit={removal.onSubmit}
                  className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
                >
                  <input type="hidden" name="factor" value={factor.id} />
                  <p>
                    <span className="font-semibold">{name}</span>
                    <span className="block text-small text-muted">On</span>
                  </p>
                  <Button type="submit" look="quiet" disabled={removal.busy}>
                    Remove<span className="sr-only">{` ${name}`}</span>
                  </Button>
                </form>
              </li>
            )
          })}
        </ul>
      )}
      {adding ? (
        <AddAuthenticator onEnd={() => setAdding(false)} />
      ) : (
        <Button look="plain" className="justify-self-start" onClick={() => setAdding(true)}>
          {factors.length > keys ? "Add another app" : "Set up an authenticator app"}
        </Button>
      )}
      {!adding && <AddSecurityKey count={keys} />}
      {factors.length > 0 && !adding && <RecoveryCodes />}
    </Setting>
  )
}
