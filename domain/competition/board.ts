import type { World } from "#domain/world.ts"

/** Wakes every process that shows boards. What changed stands in `private.standing_changes`; the message carries nothing. */
export const boardsTopic = "boards"

export async function announce(world: World): Promise<void> {
  await world.live.publish(world.db, boardsTopic, "")
}
