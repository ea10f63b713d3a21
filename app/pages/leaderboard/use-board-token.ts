import { useAuth } from "../../session/session.tsx"

/** The member's access token for board requests; null for a visitor. */
export function useBoardToken(): string | null {
  const { session, needsSecondFactor } = useAuth()
  return needsSecondFactor ? null : (session?.access_token ?? null)
}
