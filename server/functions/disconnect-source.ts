import { services } from "#content/services.ts"
import { disconnect } from "#domain/competition/intake/connections/disconnect.ts"
import { oneSource } from "./connect-source.ts"
import { memberFunction } from "./member-function.ts"

/**
 * `{ source }`: disconnects the service and removes everything imported through it; a mail confirms it. Also works
 * while the operator has disabled the service.
 */
export const disconnectSource = memberFunction(oneSource, async (world, { source }, { userId }) => {
  const done = await disconnect(world, source, userId)
  if (done.ok) return { ok: true, value: { disconnected: true } }
  const message = `Your account is not connected to ${services[source].title}.`
  return { ok: false, code: done.code, message, status: 409 }
})
