import { eventForm } from "#content/event-form.ts"
import type { CommunityEvent } from "#content/schema.ts"
import { LeadForm } from "../../forms/lead-form.tsx"
import { Queries } from "../../live/queries.tsx"
import { useAuth } from "../../session/session.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { DayField } from "./day-field.tsx"
import type { EventDay } from "./event-day.ts"
import { MemberJoin } from "./member-join.tsx"

/** "Join This Event": opens without scripts; members need no form. */
export function JoinPanel({ event, days }: { event: CommunityEvent; days: readonly EventDay[] }) {
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
          <LeadForm form={eventForm(event.slug)}>
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
