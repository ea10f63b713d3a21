import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"

/** The path that a service redirects the athlete to: "/connect/strava". */
export function callbackPath(name: ServiceName): string {
  return `/connect/${name}`
}

/**
 * The address to which a service sends events. Not every service signs them, so the address itself is a
 * secret of this installation.
 */
export function webhookPath(world: Pick<World, "sign">, name: ServiceName): string {
  return `/webhooks/${name}/${world.sign(`${name} webhook`, "events").slice(0, 32)}`
}
