import type { Boards } from "#domain/competition/boards/board.ts"
import { competitors } from "#domain/competition/boards/competitors.ts"
import type { World } from "#domain/world.ts"
import { isConnectionLost } from "#primitives/database-away.ts"

/**
 * Which of these athletes compete, by id. Without the database nobody: what we published ourselves is shown, and nothing that a
 * member could have hidden since.
 */
export async function competing(...given: [World, Boards, Parameters<typeof competitors>[2]]) {
  try {
    return await competitors(...given)
  } catch (error) {
    if (!isConnectionLost(error)) throw error
    return new Map() as Awaited<ReturnType<typeof competitors>>
  }
}
