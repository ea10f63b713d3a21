import { startTransition, useEffect, useState } from "react"
import { competition } from "#content/competitions.ts"
import { closingOnOwnClock } from "#content/dates.ts"
import { zoneCity } from "#content/site.ts"

const dayMs = 86_400_000

/**
 * A countdown to a season's close, with the time in the visitor's time zone. Without scripts, the whole days left, and
 * the day and hour in the competition's time zone, which are the same for everybody.
 */
export function ClosesIn(props: {
  /** ISO 8601. */
  at: string
  /** "Sunday, November 29" */
  lastDay: string
  daysLeft: number
  className?: string
}) {
  const left = useTimeLeft(props.at)
  return (
    <p className={`@container ${props.className ?? ""}`}>
      <span className={`display figures block leading-none ${sizeOf(left ?? (props.daysLeft - 1) * dayMs)}`}>
        {left === null ? (
          props.daysLeft > 1 ? (
            `${props.daysLeft} days left`
          ) : (
            "Last day"
          )
        ) : (
          <>
            <span role="timer">{inParts(left)}</span> <span className="label">left</span>
          </>
        )}
      </span>
      <time dateTime={props.at} className="figures mt-2 block text-small">
        {left === null
          ? `Closes ${props.lastDay}, at midnight in ${zoneCity}`
          : left === 0
            ? `Closed. Late uploads count for another ${competition.graceHours} hours.`
            : `Closes ${closingOnOwnClock(new Date(props.at))}, your time`}
      </time>
    </p>
  )
}

/**
 * The largest type size at which a countdown of the given milliseconds and the word after it (2.5rem) fit on one line:
 * 15, 14 or 11 characters of 0.67 em. Known before the first tick, so that the layout does not shift.
 */
function sizeOf(left: number): string {
  if (left >= 10 * dayMs) return "text-[min(2.75rem,calc((100cqi-2.5rem)/10.3))]"
  if (left >= dayMs) return "text-[min(2.75rem,calc((100cqi-2.5rem)/9.6))]"
  return "text-[min(2.75rem,calc((100cqi-2.5rem)/7.8))]"
}

/** Milliseconds until then; null until the first tick in the browser. */
function useTimeLeft(at: string): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) startTransition(() => setLeft(Math.max(0, Date.parse(at) - Date.now())))
    }
    tick()
    const timer = setInterval(tick, 1_000)
    document.addEventListener("visibilitychange", tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener("visibilitychange", tick)
    }
  }, [at])
  return left
}

/** "6d 04h 12m 09s", and without days on the last one. */
function inParts(ms: number): string {
  const days = Math.floor(ms / dayMs)
  const [hours, minutes, seconds] = [ms / 3_600_000, ms / 60_000, ms / 1_000].map((value, index) =>
    String(Math.floor(value) % (index === 0 ? 24 : 60)).padStart(2, "0"),
  )
  return `${days > 0 ? `${days}d ` : ""}${hours}h ${minutes}m ${seconds}s`
}
