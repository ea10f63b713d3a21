import { useId } from "react"
import { renewalConsent } from "#content/renewal-terms.ts"
import { CheckField } from "../ui/choices.tsx"

/** The checkbox required before buying anything that renews automatically; the browser enforces it. */
export function AgreeBox({ amount }: { amount: string }) {
  const id = useId()
  return (
    <div className="mb-2 text-label">
      <CheckField id={id} name="agreed" value="yes" required label={renewalConsent(amount)} />
    </div>
  )
}
