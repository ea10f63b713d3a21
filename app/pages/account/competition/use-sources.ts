import { useQuery } from "@tanstack/react-query"
import type { ServiceName } from "#content/services.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { useAuth } from "../../../session.tsx"

/** A service and the member's connection to it. */
export interface SourceState {
  available: boolean
  connectedSince: string | null
  comparedAt: string | null
  /** When data from the broken connection is deleted. */
  reconnectBy: string | null
  /** Its data is hidden from others, because the service has not confirmed it for too long. */
  hidden: boolean
  /** When a recording last came from it. */
  lastReceived: string | null
}

type Sources = Record<ServiceName, SourceState> & {
  /** `usedUp`: there is no storage left for the original files of new recordings. */
  files: { available: boolean; usedUp: boolean; lastReceived: string | null }
}

/** The member's activity sources. */
export function useSources() {
  const call = useFunctions()
  const { user } = useAuth()
  return useQuery({
    queryKey: ["own", user?.id, "sources"],
    queryFn: async () => {
      const answer = await call<Sources>("competition-sources")
      if (!answer.ok) throw new Error(answer.message)
      return answer.value
    },
  })
}
