import { eventForm } from "#content/event-form.ts"
import type { CommunityEvent } from "#content/schema.ts"
import { LeadForm } from "../../forms/lead-form.tsx"
import { Queries } from "../../queries.tsx"
import { useAuth } from "../../session.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { SelectField } from "../../ui/field.tsx"
import type { EventDay } from "./event-card.tsx"
import { MemberJoin } from "./member-join.tsx"

/** "Join This Event": opens without a script; members need no form. */
export function JoinPanel({
  event,
  stamp,
  days,
}: {
  event: CommunityEvent
  stamp: string
  days: readonly EventDay[]
}) {
  const { session } = useAuth()
  return (
    <details className="group mt-7">
      <summary className={buttonClass("main", "list-none [&::-webkit-details-marker]:hidden")}>
        Join This Event
      </summary>
      <div className="mt-5 border-t-4 border-text pt-6">
        {session ? (
          <Queries>
            <MemberJoin slug={event.slug} days={days} />
          </Queries>
        ) : (
          <LeadForm form={eventForm(event.slug)} stamp={stamp}>
            <DayField days={days} slug={event.slug} />
          </LeadForm>
        )}
        <p className="mt-5 text-label text-muted">
          {days.slice(0, 1).map(({ on, words }) => (
            <a
              key={on}
              href={`/calendar/${event.slug}/${on}.ics`}
              download
              className="underline underline-offset-4"
            >
              {words}: add to my calendar
            </a>
          ))}
        </p>
      </div>
    </details>
  )
}

/** The days that can be joined; nothing to choose when there is one. */
export function DayField(props: {
  slug: string
  days: readonly EventDay[]
  value?: string
  onChange?: (on: string) => void
}) {
  const { days, slug } = props
  if (days.length === 1 && days[0]) return <input type="hidden" name="on" value={days[0].on} />
  return (
    <SelectField
      id={`${slug}-on`}
      name="on"
      label="Day"
      required
      {...(props.onChange
        ? { value: props.value, onChange: (event) => props.onChange?.(event.currentTarget.value) }
        : { defaultValue: days[0]?.on })}
    >
      {days.map(({ on, words, left }) => (
        <option key={on} value={on}>
          {words} · {left > 0 ? `${left} left` : "waitlist"}
        </option>
      ))}
    </SelectField>
  )
}
