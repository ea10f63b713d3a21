import { z } from "zod"
import { callbackPath, invite } from "#domain/competition/intake/strava/connection.ts"
import { stateCookie } from "../endpoints/strava.ts"
import type { ServerFunction } from "./function.ts"
import { memberFunction } from "./member-function.ts"

const notConfigured = {
  ok: false,
  code: "strava_off",
  message: "Strava is not connected to this site. Bring your activities as files instead.",
  status: 409,
} as const

const begin = memberFunction(z.object({}), async (world, _input, { userId }) => {
  if (!world.strava) return notConfigured
  const invited = await invite(world, world.strava, userId)
  if (invited.ok) return { ok: true, value: { url: invited.url, state: invited.state } }
  return { ok: false, code: invited.code, message: "Join the competition first.", status: 409 }
})

/** Answers `{ url }`, where the member gives the word at Strava, and marks this browser as the one that may come back. */
export const connectStrava: ServerFunction = async (world, request, caller) => {
  const answer = await begin(world, request, caller)
  if (!answer.ok) return answer
  const { url, state } = (await answer.json()) as { url: string; state: string }
  const secure = world.settings.siteUrl.startsWith("https:") ? "; Secure" : ""
  const cookie = `${stateCookie}=${state}; Path=${callbackPath}; Max-Age=600; HttpOnly; SameSite=Lax${secure}`
  return Response.json({ url }, { headers: { "set-cookie": cookie, "cache-control": "no-store" } })
}
