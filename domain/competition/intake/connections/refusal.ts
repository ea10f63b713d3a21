import type { World } from "#domain/world.ts"
import type { Service } from "#ports/services.ts"
import { raiseAlarm } from "./alarm.ts"
import { recordRefusal } from "./health.ts"
import { needReconnecting } from "./reconnect.ts"
import type { Asked } from "./token.ts"

/**
 * Decides what a service's refusal means for an athlete's connection, for both events and sweeps. No refusal deletes
 * anything. Returns the instant to wait for; `later` when the service refuses this site, so that the work stays pending; or
 * null when there is nothing left to do. Throws when a retry may help.
 */
export async function onRefusal(
  world: World,
  service: Service,
  athleteId: number,
  refusal: Exclude<Asked<unknown>, { ok: true }>,
): Promise<Date | "later" | null> {
  if (refusal.code !== "not_connected") await recordRefusal(world, service.name, refusal.code)
  switch (refusal.code) {
    case "limited":
      return refusal.until
    case "application_refused":
      await raiseAlarm(world, { source: service.name, because: refusal.because })
      return "later"
    case "unauthorized":
    case "consent_missing":
    case "grant_refused":
      await needReconnecting(world, world.db, { source: service.name, athleteId })
      return null
    case "not_connected":
      return null
    default:
      throw new Error(`${service.name} refused with ${refusal.code}`)
  }
}
