import { useQuery } from "@tanstack/react-query"
import { limits } from "#content/site.ts"
import { findBackend } from "./backend.ts"

/** What the accounts service says of itself to everybody. */
interface AuthSettings {
  external?: Record<string, unknown>
  /** Of this service alone; a Supabase project keeps its rule to itself. */
  password_min_length?: number
}

/** The settings of the accounts service; undefined while they are fetched, or cannot be. Needs <Queries>. */
export function useAuthSettings(): AuthSettings | undefined {
  return useQuery({ queryKey: ["auth", "settings"], queryFn: readSettings, staleTime: 300_000 }).data
}

/** How long a new password must be, as far as it is known. The service decides. */
export function usePasswordMinLength(): number {
  return useAuthSettings()?.password_min_length ?? limits.passwordMinLength
}

async function readSettings(): Promise<AuthSettings> {
  const { url, key } = await findBackend()
  const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } })
  return answer.json()
}
