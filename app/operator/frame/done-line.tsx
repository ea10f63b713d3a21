import type { Done } from "../done.ts"
import { PressForm } from "./press-form.tsx"

/** The command just performed, with a button to undo it: the field "undo" contains its entry. */
export function DoneLine({ done, action }: { done: Done | null; action: string }) {
  if (!done) return null
  const says = done.says.charAt(0).toUpperCase() + done.says.slice(1)
  return (
    <PressForm
      action={action}
      className="mb-4 flex min-h-14 flex-wrap items-center gap-4 border-l-4 border-success bg-raised px-4 py-1.5 text-small"
    >
      <span role="status">{`${says}.`}</span>
      {done.undoable && (
        <button
          type="submit"
          name="undo"
          value={done.entry}
          data-key="u"
          data-says="Undo it"
          className="min-h-11 cursor-pointer font-semibold underline"
        >
          Undo
        </button>
      )}
    </PressForm>
  )
}
