import { useAuth } from "../../session.tsx"

/** The access token with which boards are asked for as this member; null for a visitor. */
export function useBoardToken(): string | null {
  const { session, needsSecondFactor } = useAuth()
  return needsSecondFactor ? null : (session?.access_token ?? null)
}
