import type { Boards } from "#domain/competition/boards/board.ts"
import { nextTurn } from "#domain/competition/boards/period.ts"
import { type LivePage, type ShownPart, shownParts } from "#domain/shown.ts"
import type { World } from "#domain/world.ts"

/** What a rendering showed: the number of changes of each part that this process had heard of, and when the next day or state of a season begins, or the minute. */
export interface Version {
  counts: readonly number[]
  time: number
}

export interface Versions {
  /** The version that a rendering started now will show. */
  current(page: LivePage): Version
  /**
   * Resolves once everything committed before the call has been heard of that is read into memory, so that a rendering
   * started then shows it.
   */
  catchUp(page: LivePage): Promise<void>
  /**
   * When something shown by a rendering of `version` first changed, at the latest, in milliseconds of performance.now();
   * `-Infinity` when that is long ago or a new day (or minute) has begun, undefined when nothing has changed.
   */
  outdatedSince(page: LivePage, version: Version): number | undefined
  close(): void
}

interface VersionsOptions {
  world: Pick<World, "live" | "now">
  boards: Pick<Boards, "onChange" | "catchUp">
  /** Registers a callback for when messages may have been missed; returns its unsubscribe function. */
  onGap(reread: () => void): () => void
}

/** Changes of one part. For each of the last ones the earliest instant of it and all that were heard of later. */
interface Changes {
  count: number
  times: Float64Array
}

/** From a commit to its message, in ms, where the message does not say when that was. */
const toldAfterMs = 100

/** More than can arrive within the second that an outdated page may be served for. */
const timesKept = 256

/** Counts what changes in the database, as this process hears of it: from itself and from every other. */
export function createVersions({ world, boards, onGap }: VersionsOptions): Versions {
  const changes = new Map<ShownPart, Changes>(
    shownParts.map((part) => [part, { count: 0, times: new Float64Array(timesKept) }]),
  )
  const of = (part: ShownPart) => changes.get(part) as Changes
  const changed = (part: ShownPart, at: number) => {
    const { count, times } = of(part)
    of(part).count = count + 1
    times[(count + 1) % timesKept] = at
    // What was committed first need not be heard of first.
    for (let n = count; n > count - timesKept + 1 && (times[n % timesKept] as number) > at; n--)
      times[n % timesKept] = at
  }
  const told = (part: ShownPart) => changed(part, performance.now() - toldAfterMs)
  const ends = [
    boards.onChange((_changes, since) => changed("boards", since)),
    ...shownParts
      .filter((part) => part !== "boards")
      .map((part) => world.live.subscribe(part, () => told(part))),
    onGap(() => {
      for (const part of shownParts) changed(part, Number.NEGATIVE_INFINITY)
    }),
  ]
  const turn = turnClock(() => world.now())
  const timeOf = ({ everyMinute }: LivePage) =>
    everyMinute ? Math.floor(world.now().getTime() / 60_000) : turn()
  return {
    catchUp: async ({ shows }) => {
      if (shows.includes("boards")) await boards.catchUp()
    },
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

/** The end of the current stretch of time in which no day and no season turns; the calendar is asked once in each. */
function turnClock(now: () => Date): () => number {
  let begins = 0
  let ends = 0
  return () => {
    const at = now().getTime()
    if (at >= begins && at < ends) return ends
    begins = at
    ends = nextTurn(new Date(at)).getTime()
    return ends
  }
}
