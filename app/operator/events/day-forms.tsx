import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
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
          <label>
            <span className="text-muted">To the day</span>
            <input type="date" name="day" required className={`${controlClass} figures mt-1`} />
          </label>
          <label>
            <span className="text-muted">Start</span>
            <input
              type="time"
              name="time"
              required
              defaultValue={startTime}
              className={`${controlClass} figures mt-1`}
            />
          </label>
          <Button type="submit" name="do" value="copy" look="quiet" className="min-h-12">
            Copy
          </Button>
        </PressForm>
      </Panel>
      <Panel title="Email everyone">
        <PressForm action={action} className="grid gap-3 text-small">
          <label>
            <span className="text-muted">To everyone with a spot or in line</span>
            <textarea
              name="text"
              rows={4}
              required
              maxLength={4000}
              data-key="m"
              data-says="Write to everyone"
              className={`${controlClass} mt-1`}
            />
          </label>
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
                <label>
                  <span className="text-muted">New day</span>
                  <input type="date" name="day" className={`${controlClass} figures mt-1`} />
                </label>
                <label>
                  <span className="text-muted">Start</span>
                  <input type="time" name="time" className={`${controlClass} figures mt-1`} />
                </label>
                <Button type="submit" name="do" value="move" look="quiet" className="min-h-12">
                  Move
                </Button>
              </div>
              <div className="mt-3 flex flex-wrap items-end gap-2">
                <label className="grow">
                  <span className="text-muted">{`To cancel it, type: ${title}`}</span>
                  <input name="typed" autoComplete="off" className={`${controlClass} mt-1`} />
                </label>
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
