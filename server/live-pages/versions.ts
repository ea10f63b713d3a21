import type { Boards } from "#domain/competition/boards/board.ts"
import { competitionDay, nextMidnight } from "#domain/competition/boards/period.ts"
import { type LivePage, type ShownPart, shownParts } from "#domain/shown.ts"
import type { World } from "#domain/world.ts"

/** What a rendering showed: the number of changes of each part that this process had heard of, and the day or minute. */
export interface Version {
  counts: readonly number[]
  time: number
}

export interface Versions {
  /** The version that a rendering started now will show. */
  current(page: LivePage): Version
  /**
   * When something shown by a rendering of `version` first changed, in milliseconds of performance.now();
   * `-Infinity` when that is long ago or a new day (or minute) has begun, undefined when nothing has changed.
   */
  outdatedSince(page: LivePage, version: Version): number | undefined
  close(): void
}

interface VersionsOptions {
  world: Pick<World, "live" | "now">
  boards: Pick<Boards, "onChange">
  /** Registers a callback for when messages may have been missed; returns its unsubscribe function. */
  onGap(reread: () => void): () => void
}

/** Changes of one part, with the instants of the last ones. */
interface Changes {
  count: number
  times: Float64Array
}

/** More than can arrive within the second that an outdated page may be served for. */
const timesKept = 256

/** Counts what changes in the database, as this process hears of it: from itself and from every other. */
export function createVersions({ world, boards, onGap }: VersionsOptions): Versions {
  const changes = new Map<ShownPart, Changes>(
    shownParts.map((part) => [part, { count: 0, times: new Float64Array(timesKept) }]),
  )
  const of = (part: ShownPart) => changes.get(part) as Changes
  const changed = (part: ShownPart) => {
    const known = of(part)
    known.count++
    known.times[known.count % timesKept] = performance.now()
  }
  const ends = [
    boards.onChange(() => changed("boards")),
    ...shownParts
      .filter((part) => part !== "boards")
      .map((part) => world.live.subscribe(part, () => changed(part))),
    onGap(() => shownParts.forEach(changed)),
  ]
  const day = dayClock(() => world.now())
  const timeOf = ({ everyMinute }: LivePage) =>
    everyMinute ? Math.floor(world.now().getTime() / 60_000) : day()
  return {
    current: (page) => ({ counts: page.shows.map((part) => of(part).count), time: timeOf(page) }),
    outdatedSince(page, version) {
      if (version.time !== timeOf(page)) return Number.NEGATIVE_INFINITY
      let since: number | undefined
      for (let index = 0; index < page.shows.length; index++) {
        const { count, times } = of(page.shows[index] as ShownPart)
        const shown = version.counts[index] as number
        if (count === shown) continue
        const at = count - shown >= timesKept ? Number.NEGATIVE_INFINITY : times[(shown + 1) % timesKept]
        since = Math.min(since ?? Number.POSITIVE_INFINITY, at as number)
      }
      return since
    },
    close() {
      for (const end of ends) end()
    },
  }
}

/** The start of the current day on the competition's calendar; the calendar is asked once a day. */
function dayClock(now: () => Date): () => number {
  let begins = 0
  let ends = 0
  let day = 0
  return () => {
    const at = now().getTime()
    if (at >= begins && at < ends) return day
    const date = new Date(at)
    begins = at
    ends = nextMidnight(date).getTime()
    day = Date.parse(competitionDay(date))
    return day
  }
}
