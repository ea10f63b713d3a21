import type { ReactNode } from "react"
import { shortDate } from "#content/dates.ts"
import type { Cheers } from "../../community/cheers.ts"
import { Credit } from "../../ui/credit.tsx"

interface DayRowProps {
  /** "2026-11-20" */
  on: string
  /** What the day adds. */
  value: ReactNode
  /** The day adds nothing, although it has a value. */
  dropped?: boolean
  credits?: readonly string[]
  /** With it, a member can cheer the day of this athlete. */
  cheer?: { cheers: Cheers; athlete: string } | null
  /** Where the value comes from. */
  children: ReactNode
}

/** One day in a list of what adds up to points. */
export function DayRow({ on, value, dropped = false, credits = [], cheer, children }: DayRowProps) {
  return (
    <li className="grid grid-cols-[5.75rem_minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-2.5 text-small sm:grid-cols-[7rem_minmax(0,1fr)_auto]">
      <span className="label figures whitespace-nowrap text-muted">{shortDate(on)}</span>
      {children}
      <span className={`display figures text-right text-base ${dropped ? "text-muted line-through" : ""}`}>
        {value}
      </span>
      <Credit names={credits} className="col-start-2" />
      {cheer && (
        <cheer.cheers.Day
          cheers={cheer.cheers}
          athlete={cheer.athlete}
          on={on}
          className="col-start-2 -mb-2 has-[select]:mb-0"
        />
      )}
    </li>
  )
}
