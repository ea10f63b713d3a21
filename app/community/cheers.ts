import type { ComponentType } from "react"

export interface CheerDayProps {
  cheers: Cheers
  athlete: string
  /** Null: the athlete's latest day. */
  on: string | null
  /** For the names of the controls, where several athletes are on the page. */
  name?: string
  className?: string
}

/** The cheers that a page shows to its member. */
export interface Cheers {
  /** The button of one day; nothing for a day that the member may not cheer. */
  Day: ComponentType<CheerDayProps>
  /** Whether the member may not see the athlete, although visitors do. */
  isUnseen(athlete: string): boolean
}
