import { startTransition, useEffect, useRef, useState } from "react"
import { grouped } from "#content/amounts.ts"
import { competition } from "#content/competitions.ts"
import { onOwnClock } from "#content/dates.ts"
import { dateFormat } from "#primitives/date-format.ts"
import type { LiveStatus, Viewers } from "../../live/use-live-boards.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"

const words = { connecting: "Standings", live: "Live", stale: "Reconnecting", offline: "Offline" }
const colors = { connecting: "bg-line", live: "bg-success", stale: "bg-danger", offline: "bg-danger" }

interface UpdatedProps {
  at: string | null
  status: LiveStatus
  /** Known only while the page is live, so it is never part of a page that all visitors share. */
  viewers: Viewers | null
}

/** When the board last changed, and how many people are viewing it; without a connection, when it was last updated. */
export function Updated({ at, status, viewers }: UpdatedProps) {
  const seen = useLastSeen(status)
  const cut = status === "stale" || status === "offline"
  const shown = cut ? (seen ?? at) : at
  return (
    // On a phone, the viewers and their faces take a second line, whose space is reserved.
    <p className="flex flex-wrap content-start items-center gap-x-3 gap-y-1 text-small text-muted max-sm:min-h-13">
      <span className="inline-flex items-center gap-2">
        <span aria-hidden className={`size-2.5 rounded-full ${colors[status]}`} />
        <span role="status" className="label text-text" data-live={status}>
          {words[status]}
        </span>
      </span>
      {shown && (
        <span className="figures">
          {cut ? (seen ? "last seen " : "as of ") : "last moved "}
          <LocalTime at={shown} />
        </span>
      )}
      {status === "live" && viewers !== null && viewers.count > 1 && <Looking {...viewers} />}
    </p>
  )
}

/** The number of viewers of the board, and the faces of those who want to be seen. */
function Looking({ count, faces }: Viewers) {
  return (
    <span className="inline-flex items-center gap-2" data-viewers={count}>
      {faces.length > 0 && (
        <ul aria-label="Among them" className="flex gap-1">
          {faces.map((face, place) => (
            // Two athletes may have the same name.
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <li key={`${place} ${face.name}`} title={face.name}>
              <AthleteFace of={face} side={24} />
              <span className="sr-only">{face.name}</span>
            </li>
          ))}
        </ul>
      )}
      <span className="figures">{`${count < 100 ? "" : "about "}${grouped(count)} are looking now`}</span>
    </span>
  )
}

/** The instant at which the connection was lost; null while there is one, or if there never was one. */
function useLastSeen(status: LiveStatus): string | null {
  const [seen, setSeen] = useState<string | null>(null)
  const before = useRef(status)
  useEffect(() => {
    if (status === "live") setSeen(null)
    else if (before.current === "live") setSeen(new Date().toISOString())
    before.current = status
  }, [status])
  return seen
}

/** An instant: rendered by the server in the competition's time zone, then in the visitor's. */
function LocalTime({ at }: { at: string }) {
  const [own, setOwn] = useState(false)
  useEffect(() => startTransition(() => setOwn(true)), [])
  const onServer = typeof document === "undefined"
  // Keeps the server's text until then: a browser would have to load that time zone's rules first.
  return (
    <time dateTime={at} suppressHydrationWarning>
      {onServer ? onClockOfCompetition(at) : own ? onOwnClock(new Date(at)) : ""}
    </time>
  )
}

const momentWithZone = dateFormat({
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
})

function onClockOfCompetition(at: string): string {
  return momentWithZone(new Date(at), competition.timeZone)
}
