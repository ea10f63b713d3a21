import { useState } from "react"
import { Button } from "./button.tsx"
import { useReady } from "./use-ready.ts"

/**
 * Shares an address: through the device's share sheet if there is one, and through the clipboard. Both need a script,
 * so the buttons appear once it runs.
 */
export function ShareLink({ address, title }: { address: string; title: string }) {
  const ready = useReady()
  const [said, setSaid] = useState("")
  if (!ready) return null
  const share = async () => {
    try {
      await navigator.share({ title, url: address })
    } catch (error) {
      // Closing the sheet is a choice, not an error.
      if (!(error instanceof DOMException && error.name === "AbortError"))
        setSaid("Your device did not share it. Copy the address instead.")
    }
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      setSaid("Copied.")
    } catch {
      setSaid("Your browser did not allow it. Select the address and copy it.")
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      {typeof navigator.share === "function" && (
        <Button look="quiet" onClick={() => void share()}>
          Share
        </Button>
      )}
      <Button look="quiet" onClick={() => void copy()}>
        Copy the Address
      </Button>
      <p role="status" className="text-small text-muted">
        {said}
      </p>
    </div>
  )
}
