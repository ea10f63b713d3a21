import { PressForm } from "./press-form.tsx"

interface ShownLine {
  id: number
  at: string
  operator: string
  says: string
  reason: string | null
  /** Whether a button undoes it, through the field "undo" of the page's action. */
  canUndo?: boolean
}

/** The operators' actions concerning one subject, latest first. */
export function JournalLines({ lines }: { lines: readonly ShownLine[] }) {
  if (lines.length === 0) return <p className="text-small text-muted">Nothing has happened yet.</p>
  return (
    <ul className="grid gap-1.5 text-small">
      {lines.map((line) => (
        <li key={line.id} className="wrap-anywhere">
          <span className="figures text-muted">{line.at}</span> {line.operator} {line.says}
          {line.reason && <q className="ml-1 italic">{line.reason}</q>}
          {line.canUndo && (
            <PressForm className="ml-2 inline">
              <button
                type="submit"
                name="undo"
                value={line.id}
                aria-label={`Undo: ${line.says}`}
                className="min-h-8 cursor-pointer underline"
              >
                Undo
              </button>
            </PressForm>
          )}
        </li>
      ))}
    </ul>
  )
}
