import type { Boards } from "#domain/competition/boards/board.ts"
import { nextTurn } from "#domain/competition/calendar/period.ts"
import { type LivePage, type ShownPart, shownParts } from "#domain/shown.ts"
import type { World } from "#domain/world.ts"

/**
 * The state that a rendering showed: the number of changes of each part that this process knew of, and the start of the
 * next day or season state, or of the next minute.
 */
export interface Version {
  counts: readonly number[]
  time: number
}

export interface Versions {
  /** The version that a rendering started now would show. */
  current(page: LivePage): Version
  /**
   * Resolves once this process knows of every change to in-memory data that was committed before the call, so that a
   * rendering started then shows it.
   */
  catchUp(page: LivePage): Promise<void>
  /**
   * The latest possible time at which content shown by a rendering of `version` first changed, in milliseconds of
   * performance.now(); `-Infinity` if that is long ago or a new day (or minute) has begun, undefined if nothing has
   * changed.
   */
  outdatedSince(page: LivePage, version: Version): number | undefined
  close(): void
}

interface VersionsOptions {
  world: Pick<World, "live" | "now" | "published">
  boards: Pick<Boards, "onChange" | "catchUp" | "series">
  /** Registers a callback for when messages may have been missed; returns its unsubscribe function. */
  onGap(reread: () => void): () => void
}

/** Changes of one part. For each of the last ones, the earliest time of it and all later ones. */
interface Changes {
  count: number
  times: Float64Array
}

/** The assumed time from a commit to its message, in ms, if the message does not contain the time. */
const toldAfterMs = 100

/** More changes than can arrive within the second for which an outdated page may be served. */
const timesKept = 256

/** Counts changes in the database as this process learns of them: its own, and those of every other process. */
export function createVersions({ world, boards, onGap }: VersionsOptions): Versions {
  const changes = new Map<ShownPart, Changes>(
    shownParts.map((part) => [part, { count: 0, times: new Float64Array(timesKept) }]),
  )
  const of = (part: ShownPart) => changes.get(part) as Changes
  const changed = (part: ShownPart, at: number) => {
    const { count, times } = of(part)
    of(part).count = count + 1
    times[(count + 1) % timesKept] = at
    // Messages may arrive in another order than the commits.
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
  const turn = turnClock(
    (at) => nextTurn(boards.series(), at),
    () => world.now(),
  )
  const timeOf = ({ everyMinute }: LivePage) =>
    everyMinute ? Math.floor(world.now().getTime() / 60_000) : turn()
  return {
    catchUp: async ({ shows }) => {
      if (shows.includes("boards")) await boards.catchUp()
      await world.published.catchUp()
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

/** The end of the current period without a new day or season state, by `turnAfter`, which is called once per period. */
function turnClock(turnAfter: (at: Date) => Date, now: () => Date): () => number {
  let begins = 0
  let ends = 0
  return () => {
    const at = now().getTime()
    if (at >= begins && at < ends) return ends
    begins = at
    ends = turnAfter(new Date(at)).getTime()
    return ends
  }
}
