import type { SupabaseClient } from "@supabase/supabase-js"
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query"
import { useCallback } from "react"
import { useAuth } from "../../session.tsx"

/** Key prefix of all cached queries about the member's competition. */
const own = "own"

interface Answered<Value> {
  data: Value | null
  error: { message: string } | null
  count?: number | null
}

/**
 * Reads the signed-in member's rows through the Data API, which returns no other rows.
 * @param key query key, for refreshing
 * @param refetchInterval milliseconds, or false to load once
 */
export function useRows<Value>(
  key: readonly unknown[],
  read: (client: SupabaseClient) => PromiseLike<Answered<Value>>,
  refetchInterval: number | false | ((value: Value | undefined) => number | false) = false,
) {
  const { client, user } = useAuth()
  return useQuery({
    queryKey: [own, user?.id, ...key],
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
    refetchInterval:
      typeof refetchInterval === "function"
        ? ({ state }) => refetchInterval(state.data?.value)
        : refetchInterval,
    queryFn: async () => {
      const { data, error, count } = await read(await client())
      if (error || data === null) throw new Error(error?.message ?? "No response")
      return { value: data, count: count ?? null }
    },
  })
}

/** Returns a function that reloads all of the member's data, or only the given key. */
export function useRefresh() {
  const queries = useQueryClient()
  const { user } = useAuth()
  const id = user?.id
  return useCallback(
    (...key: readonly unknown[]) => queries.invalidateQueries({ queryKey: [own, id, ...key] }),
    [queries, id],
  )
}
