import { z } from "zod"
import { type ServiceName, serviceNames, services } from "#content/services.ts"
import { callbackPath } from "#domain/competition/intake/connections/addresses.ts"
import { invite } from "#domain/competition/intake/connections/connect.ts"
import { stateCookie } from "../endpoints/sources.ts"
import type { FunctionResult, ServerFunction } from "./function.ts"
import { memberFunction } from "./member-function.ts"

/** The input of functions about one service: `{ source: "strava" }`. */
export const oneSource = z.object({ source: z.enum(serviceNames) })

/** The refusal for a service that the operator has not configured. */
function sourceOff(source: ServiceName): FunctionResult {
  const { title } = services[source]
  const message = `${title} is not connected to this site. Import your activities as files instead.`
  return { ok: false, code: "source_off", message, status: 409 }
}

/** Includes the text that the member agrees to, if the service's terms require it (content/services.ts). */
const connecting = oneSource.extend({ consent: z.string().max(1000).nullish() })

const begin = memberFunction(connecting, async (world, { source, consent = null }, { userId }) => {
  const service = world.sources.services.get(source)
  if (!service) return sourceOff(source)
  const invited = await invite(world, service, userId, consent)
  if (invited.ok) return { ok: true, value: { source, url: invited.url, state: invited.state } }
  if (invited.code === "not_joined")
    return { ok: false, code: invited.code, message: "Join the competition first.", status: 409 }
  const message = `First agree to the terms for ${services[source].title}. Reload the page if you do not see them.`
  return { ok: false, code: invited.code, message, status: 409 }
})

/**
 * `{ source, consent }` -> `{ url }`, the service's page where the member gives consent; sets a cookie so that only
 * this browser can complete the connection.
 */
export const connectSource: ServerFunction = async (world, request, caller) => {
  const answer = await begin(world, request, caller)
  if (!answer.ok) return answer
  const { source, url, state } = (await answer.json()) as { source: ServiceName; url: string; state: string }
  const secure = world.settings.siteUrl.startsWith("https:") ? "; Secure" : ""
  const cookie = `${stateCookie(source)}=${state}; Path=${callbackPath(source)}; Max-Age=600; HttpOnly; SameSite=Lax${secure}`
  return Response.json({ url }, { headers: { "set-cookie": cookie, "cache-control": "no-store" } })
}
