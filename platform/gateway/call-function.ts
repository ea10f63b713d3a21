import type { Log } from "#ports/log.ts"
import { limitExceeded } from "#primitives/body-limit.ts"
import { isDatabaseAway } from "#primitives/database-away.ts"
import type { FunctionContext, GatewayFunction } from "./contract.ts"
import { bodyTooLarge, databaseAway, type Refusal } from "./refusal.ts"

/**
 * Marks a response of the gateway itself, so that the client reports a FunctionsRelayError and not an error
 * of the function.
 */
const relayError = { "x-relay-error": "true" }

/** The function that a path names: /functions/v1/<name>, optionally followed by a path of its own. */
export function functionName(path: string): string | null {
  return /^\/functions\/v1\/([a-z0-9][\w-]*)(\/|$)/i.exec(path)?.[1] ?? null
}

/** A refusal by the gateway before any function ran. */
export function refuseCall(refusal: Refusal): Response {
  const response = refusal.response()
  for (const [name, value] of Object.entries(relayError)) response.headers.set(name, value)
  return response
}

export function unknownFunction(): Response {
  return Response.json(
    { code: "NOT_FOUND", message: "Requested function was not found" },
    { status: 404, headers: { "cache-control": "no-store" } },
  )
}

/**
 * Runs one function and passes its response on unchanged, streams included. An exception is a bug: it is
 * logged and answered with 500 without details.
 */
export async function callFunction(
  run: GatewayFunction,
  request: Request,
  context: FunctionContext,
  log: Log,
): Promise<Response> {
  try {
    return await run(request, context)
  } catch (error) {
    const limit = limitExceeded(error)
    if (limit !== null) return bodyTooLarge(limit).response()
    // The caller has hung up, and the function's signal was aborted.
    if (request.signal.aborted) return new Response(null, { status: 499 })
    if (isDatabaseAway(error)) return databaseAway.response()
    const { name, stack } = error instanceof Error ? error : new Error(String(error))
    log.error(
      { error: name, stack, function: functionName(new URL(request.url).pathname) },
      "A function crashed",
    )
    return Response.json(
      { code: "WORKER_ERROR", message: "Function exited due to an error (please check logs)" },
      { status: 500, headers: { "cache-control": "no-store" } },
    )
  }
}
