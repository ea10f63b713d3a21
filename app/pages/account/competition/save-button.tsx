import { Button } from "../../../ui/button.tsx"

/** Stays in the tab order while it sends. */
export function SaveButton({ busy }: { busy: boolean }) {
  return (
    <Button type="submit" look="plain" aria-disabled={busy || undefined} className="justify-self-start">
      {busy ? "One moment…" : "Save"}
    </Button>
  )
}
