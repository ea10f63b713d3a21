import { Link } from "react-router"
import { grouped } from "#content/amounts.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Line } from "../frame/fields.tsx"
import { Facts, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { deliveryWords } from "./words.ts"

interface Sendable {
  id: number
  subject: string
  state: string
  readers: string
  tested: string | null
  /** The reason why it cannot be scheduled yet, in words. */
  unready: string | null
  deliveries: Record<string, number>
}

/** The test mail, the schedule, and the progress. Readers are counted before scheduling. */
export function SendForms({ issue, self, zone }: { issue: Sendable; self: string; zone: string }) {
  const { state, readers, tested, unready, deliveries } = issue
  const doubtful = (deliveries.failed ?? 0) + (deliveries.unknown ?? 0)
  return (
    <>
      {(state === "draft" || state === "scheduled") && (
        <Panel title="Test, then send">
          <PressForm className="flex flex-wrap items-end gap-2 text-small">
            <Line
              label={tested ? `Tested ${tested}` : "Not tested since its last change"}
              type="email"
              name="to"
              required
              defaultValue={self}
              wrap="grow"
            />
            <Button type="submit" name="do" value="test" look="quiet" className="min-h-12" data-key="t">
              Send a test
            </Button>
          </PressForm>
          <PressForm className="mt-4 flex flex-wrap items-end gap-2 text-small">
            <Line
              label={`To ${readers}; time of ${zone}`}
              type="datetime-local"
              name="at"
              className="figures"
              wrap="grow"
            />
            <input type="hidden" name="do" value="schedule" />
            {unready && <p className="basis-full border-l-4 border-line bg-surface px-4 py-2.5">{unready}</p>}
            <Button type="submit" name="when" value="later" className="min-h-12">
              Schedule
            </Button>
          </PressForm>
          <PressForm className="mt-4 flex flex-wrap items-end gap-2 text-small">
            <input type="hidden" name="do" value="schedule" />
            <label className="min-w-0 grow">
              <span className="text-muted wrap-anywhere">{`To send it at once, type its subject: ${issue.subject}`}</span>
              <input name="typed" required autoComplete="off" className={`${controlClass} mt-1`} />
            </label>
            <Button type="submit" name="when" value="now" look="quiet" className="min-h-12">
              Send now
            </Button>
          </PressForm>
        </Panel>
      )}
      {state !== "draft" && (
        <Panel title="Sending">
          {Object.keys(deliveries).length > 0 && (
            <Facts
              facts={Object.entries(deliveries).map(([name, count]) => [
                deliveryWords[name] ?? name,
                <Link
                  key={name}
                  to={`/newsletters/${issue.id}/readers?state=${name}`}
                  className="figures -my-1 inline-block min-w-11 py-1"
                >
                  {grouped(count)}
                </Link>,
              ])}
            />
          )}
          <PressForm className="mt-3 flex flex-wrap gap-2">
            {state === "sending" && (
              <Button type="submit" name="do" value="pause" data-key="p">
                Pause
              </Button>
            )}
            {state === "paused" && (
              <Button type="submit" name="do" value="resume" data-key="p">
                Resume
              </Button>
            )}
            {(state === "scheduled" || state === "sending" || state === "paused") && (
              <Button type="submit" name="do" value="cancel" look="quiet">
                {state === "scheduled" ? "Back to draft" : "Stop for good"}
              </Button>
            )}
            {state === "sent" && doubtful > 0 && (
              <Button type="submit" name="do" value="retry" look="quiet">
                {`Send again to ${doubtful} it failed to reach or may have missed`}
              </Button>
            )}
          </PressForm>
        </Panel>
      )}
    </>
  )
}
