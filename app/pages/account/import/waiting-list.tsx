import { countOf } from "#content/amounts.ts"
import type { WaitingFiles } from "../../../phone/waiting-files.ts"
import { Button } from "../../../ui/button.tsx"

interface WaitingListProps {
  waiting: readonly WaitingFiles[]
  busy: boolean
  onTake(batch: WaitingFiles): void
  onDrop(batch: WaitingFiles): void
}

/** The files that wait on this device: those kept for lack of a connection, and those from the phone's share menu. */
export function WaitingList({ waiting, busy, onTake, onDrop }: WaitingListProps) {
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Waiting on this device" className="grid gap-5">
      {waiting.map((batch) => (
        <li key={batch.id} className="rounded-card border border-line bg-raised px-4 py-3">
          <p className="flex flex-wrap gap-x-5">
            <span className="label">{countOf(batch.files.length, "file")}</span>
            <span role="status" className={`text-small ${batch.problem ? "text-danger" : ""}`}>
              {stateOf(batch, busy)}
            </span>
          </p>
          <p className="mt-1.5 text-small break-all text-muted">
            {batch.files.map(({ name }) => name).join(", ")}
          </p>
          <p className="mt-3 flex flex-wrap gap-3">
            {(batch.owner === null || batch.problem) && (
              <Button look="quiet" onClick={() => onTake(batch)}>
                {batch.problem ? "Try again" : "Import"}
              </Button>
            )}
            <Button look="quiet" onClick={() => onDrop(batch)}>
              Remove
            </Button>
          </p>
        </li>
      ))}
    </ul>
  )
}

function stateOf({ owner, problem }: WaitingFiles, busy: boolean): string {
  if (problem) return `Refused: ${problem}`
  if (owner === null) return "These came from another page. Import them into this account?"
  return busy ? "Sending" : "Waiting on this device; we send it as soon as you are online"
}
