import { bringInWords } from "#content/bring-in-words.ts"
import type { CommunityEvent } from "#content/schema.ts"
import { Badge } from "../../ui/badge.tsx"
import { Picture, type PictureSource } from "../../ui/picture.tsx"
import type { EventDay } from "./event-day.ts"
import { JoinPanel } from "./join-panel.tsx"

interface EventCardProps {
  event: CommunityEvent
  picture: PictureSource
  /** Upcoming days, nearest first; empty when the event is over. */
  days: readonly EventDay[]
  /** Upcoming days that were canceled, in words. */
  canceled: readonly string[]
  first: boolean
}

/** One event: its details, the spots left on its next day, and how to join. */
export function EventCard({ event, picture, days, canceled, first }: EventCardProps) {
  const [next] = days
  return (
    <li className="grid gap-x-14 gap-y-6 border-b border-line py-[clamp(2.5rem,5vw,5rem)] last:border-b-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <Picture picture={picture} first={first} />
      <div>
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="label figures">
            {event.date}, {event.time}
          </p>
          {next ? (
            <Badge loud>{next.left > 0 ? spots(next.left) : "Full, waitlist open"}</Badge>
          ) : (
            <Badge>Past event</Badge>
          )}
        </div>
        <h2 className="display mt-4 text-section">{event.title}</h2>
        <p className="mt-4 max-w-[58ch] text-lead">{event.description}</p>
        <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-5 text-small">
          {next && event.recurrence.kind === "weekly" && (
            <>
              <dt className="text-muted">Next</dt>
              <dd className="figures font-semibold">{next.words}</dd>
            </>
          )}
          {canceled.length > 0 && (
            <>
              <dt className="text-muted">Canceled</dt>
              <dd className="figures font-semibold">
                {canceled.map((day) => (
                  <s key={day} className="block">
                    {day}
                  </s>
                ))}
              </dd>
            </>
          )}
          <dt className="text-muted">Location</dt>
          <dd className="font-semibold">{event.location}</dd>
          <dt className="text-muted">Distance</dt>
          <dd className="figures font-semibold">{event.distance}</dd>
          <dt className="text-muted">Bring</dt>
          <dd className="first-letter:uppercase">{bringInWords(event.bring)}</dd>
        </dl>
        {next ? (
          <JoinPanel event={event} days={days} />
        ) : (
          <p className="mt-6 border-l-4 border-line pl-4 text-muted">
            This event is over; it had {event.spots} spots. The weekly sessions continue, so there is always
            another one.
          </p>
        )}
      </div>
    </li>
  )
}

/** "25 spots left", "1 spot left". */
function spots(left: number): string {
  return `${left} ${left === 1 ? "spot" : "spots"} left`
}
