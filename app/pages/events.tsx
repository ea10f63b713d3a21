import { artworkFor } from "#content/artwork/artwork.ts"
import { events } from "#content/events.ts"
import { pageMeta } from "../meta.ts"
import { Badge } from "../ui/badge.tsx"
import { PageHead } from "../ui/page-head.tsx"
import { Picture } from "../ui/picture.tsx"
import type { Route } from "./+types/events"

export const meta = () =>
  pageMeta({
    title: "Events",
    description:
      "Sunrise runs, a Saturday long run, a triathlon brick and a recovery session. Free, and open to every pace.",
  })

/** The pictures of the page; read while it is written. */
export function loader() {
  return { pictures: events.map((event) => artworkFor("events", event.slug)) }
}

export default function Events({ loaderData: { pictures } }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Events"
        lead="Four sessions, all free, all open to every pace. Pick one and tell someone you are coming; it makes the alarm easier."
        figure={{ value: String(events.length), label: "sessions" }}
      />
      <ul className="gutter">
        {events.map((event, index) => (
          <li
            key={event.id}
            className="grid gap-x-14 gap-y-6 border-b border-line py-[clamp(2.5rem,5vw,5rem)] last:border-b-0 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]"
          >
            {pictures[index] && <Picture picture={pictures[index]} first={index === 0} />}
            <div>
              <div className="flex flex-wrap items-center justify-between gap-3">
                <p className="label figures">
                  {event.date}, {event.time}
                </p>
                <Badge loud>{event.spots} spots left</Badge>
              </div>
              <h2 className="display mt-4 text-section">{event.title}</h2>
              <p className="mt-4 max-w-[58ch] text-lead">{event.description}</p>
              <dl className="mt-6 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-5 text-small">
                <dt className="text-muted">Location</dt>
                <dd className="font-semibold">{event.location}</dd>
                <dt className="text-muted">Distance</dt>
                <dd className="figures font-semibold">{event.distance}</dd>
                <dt className="text-muted">Bring</dt>
                <dd>{event.bring.join(", ")}</dd>
              </dl>
            </div>
          </li>
        ))}
      </ul>
    </>
  )
}
