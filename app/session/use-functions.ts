import { useCallback } from "react"
import { useAuth } from "../session.tsx"
import { findBackend } from "./backend.ts"
import { keepsSession } from "./kept.ts"

export type FunctionAnswer<Value> = { ok: true; value: Value } | { ok: false; code: string; message: string }

const unreachable = {
  ok: false,
  code: "unreachable",
  message: "The site cannot be reached. Check your connection and try again.",
} as const

/**
 * Calls a backend function of this site by its name, as the signed-in member when there is one. The functions are
 * ours also where a Supabase project keeps the accounts, and a visitor without one needs no client for it.
 */
export function useFunctions() {
  const { session, client } = useAuth()
  const signedIn = session !== null
  return useCallback(
    async <Value>(name: string, input: object = {}): Promise<FunctionAnswer<Value>> => {
      try {
        const { key } = await findBackend()
        // Somebody may press a button before the session that this browser keeps has been read.
        const token = signedIn || keepsSession() ? await freshToken(client) : null
        const answer = await fetch(`/functions/v1/${name}`, {
          method: "POST",
          headers: {
            "content-type": "application/json",
            apikey: key,
            authorization: `Bearer ${token ?? key}`,
          },
          body: JSON.stringify(input),
        })
        const body = await answer.json()
        if (answer.ok) return { ok: true, value: body as Value }
        return {
          ok: false,
          code: String(body.code ?? answer.status),
          message: String(body.error ?? body.message),
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
