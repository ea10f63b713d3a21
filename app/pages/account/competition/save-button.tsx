import { Button } from "../../../ui/button.tsx"

/** Keeps its place in the order of Tab while it sends. */
export function SaveButton({ busy }: { busy: boolean }) {
  return (
    <Button type="submit" look="plain" aria-disabled={busy || undefined} className="justify-self-start">
      {busy ? "One moment…" : "Save"}
    </Button>
  )
}
