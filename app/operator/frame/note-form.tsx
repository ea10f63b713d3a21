import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { PressForm } from "./press-form.tsx"

/** A note for the other operators. */
export function NoteForm({ action }: { action?: string }) {
  return (
    <PressForm {...(action && { action })} className="flex items-end gap-2">
      <label className="grow text-small">
        <span className="sr-only">Note for operators</span>
        <input
          type="text"
          name="text"
          maxLength={1000}
          placeholder="A note for operators"
          data-key="n"
          data-says="Write a note"
          className={`${controlClass} mt-0 min-h-11`}
        />
      </label>
      <Button type="submit" name="do" value="note" look="quiet">
        Keep
      </Button>
    </PressForm>
  )
}
