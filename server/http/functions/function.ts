import type { z } from "zod"
import type { World } from "#domain/world.ts"
import type { Caller } from "#platform/gateway/contract.ts"
import type { Outcome, Refusal } from "#primitives/outcome.ts"
import { isPlain } from "#primitives/plain.ts"

/**
 * A backend function: the handler of POST /functions/v1/<name>. The caller's key and token have been verified.
 * `bodyLimit` is the largest accepted body in bytes; default 64 KiB.
 */
export type ServerFunction = ((
  world: World,
  request: Request,
  caller: Caller,
) => Response | Promise<Response>) & { readonly bodyLimit?: number }

/**
 * The result of a function: a value for 200, sent as JSON unless it is a Response, or a refusal with a code and a
 * sentence that may be shown to users.
 */
export type FunctionResult = Outcome<unknown, Refusal<string, { message: string; status?: number }>>

/**
 * A function that accepts one JSON value of `shape` and responds with JSON. A body that is not JSON, does not match, or
 * contains text that PostgreSQL cannot store gets 400, with a sentence in `error` and the invalid fields; refusals have
 * their own status (400 by default).
 */
export function jsonFunction<Input>(
  shape: z.ZodType<Input>,
  run: (world: World, input: Input, caller: Caller) => Promise<FunctionResult>,
): ServerFunction {
  return async (world, request, caller) => {
    if (request.method !== "POST") return wrongMethod()
    const body = await jsonOf(request)
    if (!body.ok) return refuse(400, "invalid_json", "The body must be JSON")
    if (!isPlain(body.value)) return refuse(400, "invalid_input", "The body has text that cannot be stored")
    const input = shape.safeParse(body.value)
    if (!input.success) {
      const wrong = input.error.issues.map(({ path, message }) => ({ field: path.join("."), message }))
      const [first] = wrong
      const sentence = first?.field
        ? `${first.field}: ${first.message}`
        : (first?.message ?? "The body is invalid")
      return Response.json({ error: sentence, code: "invalid_input", fields: wrong }, { status: 400 })
    }
    const result = await run(world, input.data, caller)
    if (!result.ok) return refuse(result.status ?? 400, result.code, result.message)
    return result.value instanceof Response ? result.value : Response.json(result.value)
  }
}

/** The function with its own body limit, in bytes. */
export function withBodyLimit(bodyLimit: number, run: ServerFunction): ServerFunction {
  return Object.assign((...call: Parameters<ServerFunction>) => run(...call), { bodyLimit })
}

export function wrongMethod(): Response {
  return refuse(405, "method_not_allowed", "Call this function with POST", { allow: "POST" })
}

/** A refusal as a response, in the format for callers of functions. */
export function refuse(
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): Response {
  return Response.json({ error: message, code }, { status, headers })
}

async function jsonOf(request: Request): Promise<{ ok: true; value: unknown } | { ok: false }> {
  const text = await request.text()
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false }
  }
}
