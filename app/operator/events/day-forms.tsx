import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Area, Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

/** Forms by which an owner changes the whole day. `open`: it is in the future and not canceled. */
export function DayForms(props: {
  action: string
  title: string
  spots: number
  /** "07:30" */
  startTime: string
  open: boolean
}) {
  const { action, title, spots, startTime, open } = props
  return (
    <>
      {open && (
        <Panel title="Capacity">
          <PressForm action={action} className="flex items-end gap-2 text-small" key={spots}>
            <label className="grow">
              <span className="sr-only">Spots</span>
              <input
                type="number"
                name="spots"
                min={1}
                max={10_000}
                defaultValue={spots}
                className={`${controlClass} figures mt-0`}
              />
            </label>
            <Button type="submit" name="do" value="spots" look="quiet" className="min-h-12">
              Keep
            </Button>
          </PressForm>
        </Panel>
      )}
      <Panel title="Copy it">
        <PressForm action={action} className="flex flex-wrap items-end gap-2 text-small">
          <Line label="To the day" type="date" name="day" required className="figures" />
          <Line label="Start" type="time" name="time" required defaultValue={startTime} className="figures" />
          <Button type="submit" name="do" value="copy" look="quiet" className="min-h-12">
            Copy
          </Button>
        </PressForm>
      </Panel>
      <Panel title="Email everyone">
        <PressForm action={action} className="grid gap-3 text-small">
          <Area
            label="To everyone with a spot or in line"
            name="text"
            rows={4}
            required
            maxLength={4000}
            data-key="m"
            data-says="Write to everyone"
          />
          <div>
            <Button type="submit" name="do" value="message" look="quiet">
              Send
            </Button>
          </div>
          {open && (
            <details>
              <summary className="min-h-11 cursor-pointer py-2 font-semibold">Move or cancel it</summary>
              <p className="text-muted">
                Everyone gets the text above by email, and the calendar is updated.
              </p>
              <div className="mt-3 flex flex-wrap items-end gap-2">
                <Line label="New day" type="date" name="day" className="figures" />
                <Line label="Start" type="time" name="time" className="figures" />
                <Button type="submit" name="do" value="move" look="quiet" className="min-h-12">
                  Move
                </Button>
              </div>
              <div className="mt-3 flex flex-wrap items-end gap-2">
                <Line label={`To cancel it, type: ${title}`} name="typed" autoComplete="off" wrap="grow" />
                <Button type="submit" name="do" value="call-off" look="plain">
                  Cancel it
                </Button>
              </div>
            </details>
          )}
        </PressForm>
      </Panel>
    </>
  )
}
