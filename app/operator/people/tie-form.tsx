import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface TieFormProps {
  tie: { kind: "sponsor" | "household" | null; householdOf: string | null }
  /** The member has declared it as well. */
  declared: boolean
  operators: readonly { id: string; email: string | null }[]
}

/** Marks an athlete who cannot win, because of the sponsor or the household of an operator. */
export function TieForm({ tie, declared, operators }: TieFormProps) {
  return (
    <PressForm className="grid gap-2 text-small">
      {declared && <p>The member has declared that they cannot win.</p>}
      <div className="grid gap-2">
        <label className="min-w-0 grow">
          <span className="sr-only">Can win</span>
          <select
            name="tie"
            defaultValue={[tie.kind, tie.householdOf].filter(Boolean).join(" ")}
            className={`${controlClass} mt-0 min-h-11`}
          >
            <option value="">Yes, as far as we know</option>
            <option value="sponsor">No: works for the sponsor, or lives with someone who does</option>
            {operators.map(({ id, email }) => (
              <option key={id} value={`household ${id}`}>
                {`No: lives with ${email}`}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit" name="do" value="tie" look="quiet">
          Save who can win
        </Button>
      </div>
    </PressForm>
  )
}
