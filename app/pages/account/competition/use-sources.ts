import { useQuery } from "@tanstack/react-query"
import { useFunctions } from "../../../session/use-functions.ts"
import { useAuth } from "../../../session.tsx"

interface Sources {
  strava: {
    available: boolean
    connectedSince: string | null
    comparedAt: string | null
    /** The connection no longer works, and what it brought is deleted then. */
    reconnectBy: string | null
    /** Others do not see what it brought, because Strava has not confirmed it for too long. */
    hidden: boolean
  }
}

/** How activities of the member come in. */
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
