import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"

/** Names the content that could not be loaded, and offers to retry. */
export function Failed({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Notice kind="problem">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p>{what} did not load. Check your connection.</p>
        <Button look="quiet" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </Notice>
  )
}
