import { thisWeek } from "#domain/community/this-week.ts"
import type { Boards } from "#domain/competition/boards/board.ts"
import { whenInWords } from "#domain/events/occurrence.ts"
import type { World } from "#domain/world.ts"

/** What the community page shows of now, for everybody. */
export async function readNow(world: World, boards: Boards) {
  const { session, ...week } = await thisWeek(world, boards)
  if (!session) return { ...week, session: null }
  const { occurrence, going } = session
  const { event, on } = occurrence
  return {
    ...week,
    session: {
      event: event.slug,
      title: event.title,
      location: event.location,
      on,
      when: whenInWords(occurrence),
      going,
    },
  }
}

export type CommunityNow = Awaited<ReturnType<typeof readNow>>
