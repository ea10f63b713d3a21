import type { z } from "zod"
import type { ServiceAnswer } from "#ports/services.ts"
import type { Allowance } from "./allowance.ts"
import { exactJson } from "./exact-json.ts"
import { type Particular, refusalOf } from "./refusal.ts"

const patienceMs = 10_000

interface ApiOptions {
  /** The service's name, for errors. */
  title: string
  baseUrl: string
  now(): Date
  allowance?: Allowance | undefined
  /** Sent with every request. */
  headers?: Record<string, string>
  particular?: Particular
}

interface ApiRequest {
  method?: "GET" | "POST" | "PATCH" | "DELETE"
  /** The value of the header `authorization`. */
  authorization: string
  json?: object
  /** Requests that do not count toward the service's limits. */
  free?: boolean
}

export type Ask = <Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  request: ApiRequest,
) => Promise<ServiceAnswer<z.output<Shape>>>

/**
 * Calls a JSON API within the application's rate limit. Integers beyond JavaScript's precision become text; an empty
 * body is parsed as null. Never follows a redirect, which would leak the token.
 */
export function createApi({ title, baseUrl, now, allowance, headers, particular }: ApiOptions): Ask {
  return async (path, shape, { method = "GET", authorization, json, free = false }) => {
    const until = free ? null : await allowance?.take()
    if (until) return { ok: false, code: "limited", until }
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        accept: "application/json",
        ...headers,
        authorization,
        ...(json ? { "content-type": "application/json" } : {}),
      },
      ...(json ? { body: JSON.stringify(json) } : {}),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    })
    if (!free) await allowance?.heard(response)
    const refused = await refusalOf(response, {
      title,
      asked: "api",
      now: now(),
      ...(particular ? { particular } : {}),
    })
    if (refused) return refused
    const text = await response.text()
    return { ok: true, value: shape.parse(text.trim() === "" ? null : exactJson(text)) }
  }
}

export const bearer = (token: string) => `Bearer ${token}`

/** HTTP Basic (RFC 7617). */
export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`
}
