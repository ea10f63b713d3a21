import { events } from "#content/events.ts"
import { pageMeta } from "../meta.ts"
import { Badge } from "../ui/badge.tsx"
import { PageHead } from "../ui/page-head.tsx"

export const meta = () =>
  pageMeta({
    title: "Events",
    description:
      "Sunrise runs, a Saturday long run, a triathlon brick and a recovery session. Free, and open to every pace.",
  })

export default function Events() {
  return (
    <>
      <PageHead
        title="Events"
        lead="Four sessions, all free, all open to every pace. Pick one and tell someone you are coming; it makes the alarm easier."
        figure={{ value: String(events.length), label: "sessions" }}
      />
      <ul className="gutter py-section">
        {events.map((event) => (
          <li
            key={event.id}
            className="grid gap-x-10 gap-y-4 border-t border-line py-8 last:border-b lg:grid-cols-[minmax(0,3fr)_minmax(0,5fr)_auto]"
          >
            <div>
              <p className="display figures text-section">{event.time}</p>
              <p className="label mt-1">{event.date}</p>
            </div>
            <div className="max-w-[60ch]">
              <h2 className="display text-card">{event.title}</h2>
              <p className="mt-1 text-small text-muted">
                {event.location} · {event.distance}
              </p>
              <p className="mt-3">{event.description}</p>
            </div>
            <div>
              <Badge loud>{event.spots} spots left</Badge>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
