import type { IncomingMessage } from "node:http"
import type { IdentifyToken, RealtimeBackend } from "./contract.ts"
import { type Checks, identifyKey, identifyToken } from "./identify.ts"
import { refuseUpgrade, type Upgrade } from "./websocket-proxy.ts"

/** Passes websockets with a valid API key to the realtime service. */
export function acceptWebsockets(realtime: RealtimeBackend | undefined, checks: Checks): Upgrade {
  const identify: IdentifyToken = async (token) => {
    const who = await identifyToken(token, checks)
    if (who.ok) return { caller: who.caller }
    const message = String(who.refusal.body.message)
    if (who.refusal.status === 503) throw new Error(message)
    return { refused: message }
  }
  return (request, socket, head) => {
    if (!realtime) return refuseUpgrade(socket, 501, "Realtime is not available on this server.")
    // Until the websocket takes over, a client that disconnects must not end the process.
    socket.on("error", () => socket.destroy())
    identifyKey(asRequest(request), checks)
      .then((who) => {
        if (!who.ok) return refuseUpgrade(socket, who.refusal.status, String(who.refusal.body.message))
        const refused = realtime.accept({ request, socket, head }, { caller: who.caller, identify })
        if (refused) refuseUpgrade(socket, refused.status, refused.error)
      })
      .catch((error: Error) => {
        checks.log.error({ error: error.message }, "A websocket could not be opened")
        refuseUpgrade(socket, 503, "The service cannot be reached at the moment. Please try again.")
      })
  }
}

/** Where the key may be: the URL and two headers. */
function asRequest({ url, headers }: IncomingMessage): Request {
  const { apikey, "user-agent": agent } = headers
  return new Request(new URL(url ?? "/", "http://localhost"), {
    headers: {
      ...(typeof apikey === "string" ? { apikey } : {}),
      ...(agent ? { "user-agent": agent } : {}),
    },
  })
}
