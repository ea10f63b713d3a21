import { keepPreviousData, useQuery } from "@tanstack/react-query"
import type { OwnYear } from "#domain/competition/streaks/own-year.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { useAuth } from "../../../session.tsx"

/**
 * All that the page shows, in one fetch; a chosen year stays while another one is loading.
 * @param year null for the present one in the member's zone
 */
export function useYear(year: number | null) {
  const call = useFunctions()
  const { user } = useAuth()
  return useQuery({
    queryKey: ["own", user?.id, "year", year],
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    queryFn: async (): Promise<OwnYear | "not_joined"> => {
      const answer = await call<OwnYear>("my-year", year === null ? {} : { year })
      if (answer.ok) return answer.value
      if (answer.code === "not_joined") return "not_joined"
      throw new Error(answer.message)
    },
  })
}
