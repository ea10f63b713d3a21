import { useQuery } from "@tanstack/react-query"
import { limits } from "#content/site.ts"
import { findBackend } from "./backend.ts"

/** The public settings of the accounts service. */
interface AuthSettings {
  external?: Record<string, unknown>
  /** Only from this service: what people call a provider of its own. */
  custom_names?: Record<string, string>
  /** Only from this service; a Supabase project does not publish its rule. */
  password_min_length?: number
}

/**
 * The settings of the accounts service; undefined while they are loading, or if they cannot be loaded. Needs <Queries>.
 */
export function useAuthSettings(): AuthSettings | undefined {
  return useQuery({ queryKey: ["auth", "settings"], queryFn: readSettings, staleTime: 300_000 }).data
}

/** The minimum length of a new password, if known. The service decides. */
export function usePasswordMinLength(): number {
  return useAuthSettings()?.password_min_length ?? limits.passwordMinLength
}

async function readSettings(): Promise<AuthSettings> {
  const { url, key } = await findBackend()
  const answer = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: key } })
  return answer.json()
}
