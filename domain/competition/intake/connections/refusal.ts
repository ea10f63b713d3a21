import type { Service } from "#domain/services.ts"
import type { World } from "#domain/world.ts"
import { forget } from "./disconnect.ts"
import type { ConnectionAnswer } from "./token.ts"

/**
 * What a refusal of a service means for an athlete's connection; events and sweeps ask here and nobody else decides.
 * Answers the instant until which to wait, or null when there is nothing left to do. Throws when another try may help.
 */
export async function onRefusal(
  world: World,
  service: Service,
  athleteId: number,
  refusal: Exclude<ConnectionAnswer, { ok: true }>,
): Promise<Date | null> {
  switch (refusal.code) {
    case "limited":
      return refusal.until
    case "unauthorized":
      await forget(world, service.name, athleteId)
      return null
    case "not_connected":
      return null
    default:
      throw new Error(`${service.name} refused with ${refusal.code}`)
  }
}
