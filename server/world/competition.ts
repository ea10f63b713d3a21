import { type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { createLiveBoards, type LiveBoards } from "#domain/competition/boards/live.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import type { World } from "#domain/world.ts"
import type { Closers } from "./closers.ts"

/** The competition state that this process keeps in memory. */
interface Competition {
  boards: Boards
  liveBoards: LiveBoards
}

/**
 * Brings the boards up to date and starts to follow changes.
 * @param onGap registers a callback for when notifications may have been missed; returns its unsubscribe function
 */
export async function openCompetition(
  world: World,
  closers: Closers,
  onGap: (reread: () => void) => () => void,
): Promise<Competition> {
  await maintainBoards(world)
  const boards = createBoards(world)
  await boards.open()
  const liveBoards = createLiveBoards(world, boards)
  const end = onGap(() => {
    boards.reload().catch((error: unknown) => world.log.error({ error }, "The boards could not be reloaded"))
  })
  closers.add("boards", async () => {
    end()
    liveBoards.close()
    boards.close()
  })
  return { boards, liveBoards }
}
