import type { World } from "#domain/world.ts"
import type { Service } from "#ports/services.ts"
import { raiseAlarm } from "./alarm.ts"
import { recordRefusal } from "./health.ts"

/**
 * Makes sure that a service sends its events to this address, for services that can be asked to. A refusal reaches the
 * operators; an outage is logged, and the next try is an hour away.
 */
export async function keepSubscribed(world: World, service: Service, address: string): Promise<void> {
  const { name: source } = service
  if (!service.subscribe) return
  try {
    const answer = await service.subscribe(address)
    if (answer.ok) return
    await recordRefusal(world, source, answer.code)
    if (answer.code === "application_refused") await raiseAlarm(world, { source, because: answer.because })
    else world.log.warn({ source, code: answer.code }, "A service did not accept the webhook's address")
  } catch (error) {
    world.log.warn({ error, source }, "A service could not be asked to send events")
  }
}
