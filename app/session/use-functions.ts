import { useCallback } from "react"
import { findBackend } from "./backend.ts"
import { keepsSession } from "./kept.ts"
import { useAuth } from "./session.tsx"

export type FunctionAnswer<Value> =
  | { ok: true; value: Value }
  | {
      ok: false
      code: string
      message: string
      /** Seconds until a rate-limited call may be retried. */
      retryAfter?: number
    }

const unreachable = {
  ok: false,
  code: "unreachable",
  message: "We cannot reach the site. Check your connection and try again.",
} as const

/** Content type of a file response, whatever the file contains. */
const fileType = "application/octet-stream"

/** Seconds to wait after a 429 without Retry-After. */
const defaultRetryAfter = 5

/**
 * Calls a backend function of this site by name, as the signed-in member if there is one. The input is sent as JSON, or
 * as form data; the name may include a query. The value is JSON, or a Blob for a file response. This site serves the
 * functions even where a Supabase project stores the accounts, so a visitor without an account needs no Supabase
 * client.
 */
export function useFunctions() {
  const { session, client } = useAuth()
  const signedIn = session !== null
  return useCallback(
    async <Value>(name: string, input: object | FormData = {}): Promise<FunctionAnswer<Value>> => {
      try {
        const { key } = await findBackend()
        // A button may be pressed before the stored session has been read.
        const token = signedIn || keepsSession() ? await freshToken(client) : null
        const answer = await fetch(`/functions/v1/${name}`, {
          method: "POST",
          headers: {
            // The browser sets a form's content type with its boundary.
            ...(input instanceof FormData ? {} : { "content-type": "application/json" }),
            apikey: key,
            authorization: `Bearer ${token ?? key}`,
          },
          body: input instanceof FormData ? input : JSON.stringify(input),
        })
        if (answer.ok && answer.headers.get("content-type") === fileType)
          return { ok: true, value: (await answer.blob()) as Value }
        const body = await answer.json()
        if (answer.ok) return { ok: true, value: body as Value }
        return {
          ok: false,
          code: String(body.code ?? answer.status),
          message: String(body.error ?? body.message),
          ...(answer.status === 429
            ? { retryAfter: Number(answer.headers.get("retry-after") ?? defaultRetryAfter) }
            : {}),
        }
      } catch {
        return unreachable
      }
    },
    [signedIn, client],
  )
}

async function freshToken(client: ReturnType<typeof useAuth>["client"]): Promise<string | null> {
  const { auth } = await client()
  const { data } = await auth.getSession()
  return data.session?.access_token ?? null
}
