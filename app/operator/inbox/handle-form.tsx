import { Button } from "../../ui/button.tsx"
import { Choice, Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface Props {
  action: string
  readers: readonly { id: string; email: string }[]
  assignedTo: string | null
  /** In words; null: it is not snoozed. */
  snoozedUntil: string | null
  closed: boolean
}

/** Who takes care of a message, and when it comes back. */
export function HandleForm({ action, readers, assignedTo, snoozedUntil, closed }: Props) {
  return (
    <Panel title="Handle">
      <PressForm key={assignedTo} action={action} className="flex items-end gap-2 text-small">
        <Choice label="Taken care of by" name="to" defaultValue={assignedTo ?? ""} wrap="grow">
          <option value="">Nobody yet</option>
          {readers.map(({ id, email }) => (
            <option key={id} value={id}>
              {email}
            </option>
          ))}
        </Choice>
        <Button type="submit" name="do" value="assign" look="quiet" className="min-h-12">
          Assign
        </Button>
      </PressForm>
      <PressForm key={snoozedUntil} action={action} className="mt-3 flex items-end gap-2 text-small">
        <Line
          label={
            snoozedUntil ? `Snoozed until ${snoozedUntil}` : "Comes back on; a reply brings it back earlier"
          }
          type="date"
          name="until"
          className="figures"
          wrap="grow"
        />
        <Button type="submit" name="do" value="snooze" look="quiet" className="min-h-12">
          Snooze
        </Button>
      </PressForm>
      <PressForm key={String(closed)} action={action} className="mt-3">
        <Button type="submit" name="do" value={closed ? "open" : "close"} look="quiet" data-key="x">
          {closed ? "Open it again" : "Close it"}
        </Button>
      </PressForm>
    </Panel>
  )
}
