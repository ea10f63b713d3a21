import { useState } from "react"
import { privateRaceRule } from "#content/private-race-rule.ts"
import { useDocument } from "../../../document.tsx"
import { Button } from "../../../ui/button.tsx"
import { useReady } from "../../../ui/use-ready.ts"
import { Part } from "../part.tsx"

/** The link of a private race, to be sent to friends. It can be selected where no script runs. */
export function Invite({ secret }: { secret: string }) {
  const ready = useReady()
  const address = `${useDocument().origin}/race/${secret}`
  const [said, setSaid] = useState("")
  const attempt = async (doing: () => Promise<unknown>, done: string) => {
    try {
      await doing()
      setSaid(done)
    } catch (error) {
      // Closing the sheet is a choice, not an error.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        setSaid("Your browser did not allow it. Select the address and copy it.")
    }
  }
  return (
    <Part
      title="Invite friends"
      text={`Send this link to those you want to race. Anyone who has it can join until the race is over, up to ${privateRaceRule.entrants.most} athletes.`}
    >
      <p className="max-w-[62ch] border-l-4 border-line pl-4 wrap-anywhere select-all">{address}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          look="plain"
          disabled={!ready}
          onClick={() => void attempt(() => navigator.clipboard.writeText(address), "Copied the link.")}
        >
          Copy the Link
        </Button>
        {ready && typeof navigator.share === "function" && (
          <Button
            look="quiet"
            onClick={() => void attempt(() => navigator.share({ url: address }), "Shared.")}
          >
            Share
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 text-small text-muted">
        {said}
      </p>
    </Part>
  )
}
