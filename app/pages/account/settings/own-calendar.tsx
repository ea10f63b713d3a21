import { onOwnClock } from "#content/dates.ts"
import { Button } from "../../../ui/button.tsx"
import { Setting } from "../../../ui/setting.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"

/** The secret address of the member's own calendar, with buttons that make, replace and end it. */
export function OwnCalendar(props: {
  /** Null without one; `url` is null if it can only be replaced. `readAt` is ISO 8601. */
  address: { url: string | null; readAt: string | null } | null
  answered: Answered | undefined
}) {
  const { address, answered } = props
  const busy = useSending("calendar")
  return (
    <Setting
      id="calendar"
      title="My calendar"
      text="Beginnings and ends of seasons, the last hour to claim a prize, and your sessions, in your own calendar. Anyone who has the address can read them, so share it with nobody."
    >
      <MemberForm name="calendar" className="grid gap-5">
        <FormOutcome name="calendar" answered={answered} />
        {address?.url && (
          <div className="grid gap-2">
            <code className="select-all font-mono text-small [overflow-wrap:anywhere]">{address.url}</code>
            <p className="text-small text-muted">
              {address.readAt
                ? `Last read ${onOwnClock(new Date(address.readAt))}.`
                : "Add it to your calendar program as a subscription. Google looks for changes every few hours, others every hour."}
            </p>
          </div>
        )}
        {address && !address.url && (
          <p className="text-small text-muted">
            There is an address, which we can no longer show. Replace it to see one again.
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="do" value="renew" look="plain" disabled={busy}>
            {address ? "Replace the address" : "Make an address"}
          </Button>
          {address && (
            <Button type="submit" name="do" value="end" look="quiet" disabled={busy}>
              End it
            </Button>
          )}
        </div>
        {address && (
          <p className="text-small text-muted">
            Programs that have the address stop getting anything as soon as you replace or end it.
          </p>
        )}
      </MemberForm>
    </Setting>
  )
}
