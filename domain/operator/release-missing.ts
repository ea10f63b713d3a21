import type { ServiceName } from "#content/services.ts"
import { releaseMissing } from "#domain/competition/intake/connections/held-list.ts"
import type { World } from "#domain/world.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

/**
 * Approves the removal of the activities that a service's list omits, once the service confirms for each that it is
 * gone. Errors: those of `act`, and `not_held`: the list has been accepted meanwhile.
 */
export async function releaseFromConsole(
  world: World,
  operator: Operator,
  held: { source: ServiceName; athleteId: number },
) {
  const { sql } = world.db
  const [owner] = await sql<{ userId: string | null }>`
    select user_id as "userId" from athletes where id = ${held.athleteId}`
  const subject = { kind: "connection", id: `${held.source} ${held.athleteId}`, person: owner ?? {} }
  return act(world, operator, { command: "source.release", subject }, (inside) =>
    releaseMissing(inside, held),
  )
}
