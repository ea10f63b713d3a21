import { useEffect, useState } from "react"
import { useAuth } from "../session/session.tsx"
import { useToast } from "../ui/toast.tsx"
import type { Cheers } from "./cheers.ts"

/**
 * Cheers on a page that is the same for everybody: what is personal comes by one fetch, and the code for it as well, for
 * signed-in members alone. Null for visitors, and until they are loaded.
 * @param athletes slugs; at most 100 are asked about
 */
export function useCheers(
  athletes: readonly (string | null)[],
  { days, until }: { days: number; until?: string },
): Cheers | null {
  const { session, needsSecondFactor, client } = useAuth()
  const { toast } = useToast()
  const [cheers, setCheers] = useState<Cheers | null>(null)
  const who = needsSecondFactor ? undefined : session?.user.id
  const slugs = athletes.filter(Boolean).slice(0, 100).join()
  useEffect(() => {
    if (!who || !slugs) return
    const left = new AbortController()
    void import("./follow-cheers.tsx").then(({ followCheers }) =>
      followCheers({ slugs, days, until, client, toast, onCheers: setCheers, signal: left.signal }),
    )
    return () => {
      left.abort()
      setCheers(null)
    }
  }, [who, slugs, days, until, client, toast])
  return cheers
}
