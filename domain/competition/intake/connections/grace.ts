import { serviceNames, services } from "#content/services.ts"
import type { World } from "#domain/world.ts"
import { forget } from "./disconnect.ts"

const dayMs = 86_400_000

/**
 * Deletes the data of refused connections once their service's grace period is over. Also runs for services that are
 * disabled. Returns how many connections ended.
 */
export async function endGraces(world: World): Promise<number> {
  let ended = 0
  for (const source of serviceNames) {
    const before = new Date(world.now().getTime() - services[source].graceDays * dayMs)
    const due = await world.db.sql<{ id: number }>`
      select athlete_id::float8 as id from private.connections where source = ${source} and refused_at <= ${before}
    `
    for (const { id } of due) await forget(world, { source, athleteId: id, because: "grace_ended" })
    ended += due.length
  }
  return ended
}
