import { Button } from "../../ui/button.tsx"
import { Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

/**
 * Adds somebody: a walk-in, or a person who wrote or called before the session, who gets a spot or a place in line. `count` gives
 * empty forms after each addition.
 */
export function ListForms({ action, open, count }: { action: string; open: boolean; count: number }) {
  return (
    <>
      <Panel title="Walk-ins">
        <PressForm action={action} className="grid gap-2 text-small" key={count}>
          <Line label="Name" name="name" required maxLength={100} data-key="w" data-says="Add a walk-in" />
          <Line label="Email (optional)" type="email" name="email" maxLength={254} />
          <div>
            <Button type="submit" name="do" value="walk-in" look="quiet">
              Check in
            </Button>
          </div>
        </PressForm>
      </Panel>
      {open && (
        <Panel title="Put on the list">
          <PressForm action={action} className="grid gap-2 text-small" key={`put ${count}`}>
            <p>Whoever wrote or called gets a spot, or a place in line if it is full, and an email.</p>
            <Line label="Name" name="name" required maxLength={100} />
            <Line label="Email" type="email" name="email" required maxLength={254} />
            <div>
              <Button type="submit" name="do" value="put" look="quiet">
                Put on the list
              </Button>
            </div>
          </PressForm>
        </Panel>
      )}
    </>
  )
}
