import { services } from "#content/services.ts"
import { disconnect } from "#domain/competition/intake/connections/disconnect.ts"
import { oneSource, sourceOff } from "./connect-source.ts"
import { memberFunction } from "./member-function.ts"

/** `{ source }`: ends the connection and removes everything imported through it; a mail confirms it. */
export const disconnectSource = memberFunction(oneSource, async (world, { source }, { userId }) => {
  if (!world.sources.services.has(source)) return sourceOff(source)
  const done = await disconnect(world, source, userId)
  if (done.ok) return { ok: true, value: { disconnected: true } }
  const message = `Your account is not connected to ${services[source].title}.`
  return { ok: false, code: done.code, message, status: 409 }
})
