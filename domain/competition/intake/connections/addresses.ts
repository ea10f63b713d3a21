import type { ServiceName } from "#content/services.ts"
import type { World } from "#domain/world.ts"

/** The path that a service redirects the athlete to: "/connect/strava". */
export function callbackPath(name: ServiceName): string {
  return `/connect/${name}`
}

/** The cookie that ties a connection to the browser that started it. */
export function stateCookie(name: ServiceName): string {
  return `${name}_state`
}

/** The Set-Cookie header for it, which lasts as long as an invitation. */
export function stateCookieOf(
  { settings }: Pick<World, "settings">,
  name: ServiceName,
  state: string,
): string {
  const secure = settings.siteUrl.startsWith("https:") ? "; Secure" : ""
  return `${stateCookie(name)}=${state}; Path=${callbackPath(name)}; Max-Age=600; HttpOnly; SameSite=Lax${secure}`
}

/**
 * The address to which a service sends events. Not every service signs them, so the address itself is a
 * secret of this installation.
 */
export function webhookPath(world: Pick<World, "sign">, name: ServiceName): string {
  return `/webhooks/${name}/${world.sign(`${name} webhook`, "events").slice(0, 32)}`
}
