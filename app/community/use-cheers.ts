import { type ComponentType, useEffect, useState } from "react"
import { useAuth } from "../session/session.tsx"
import { useToast } from "../ui/toast.tsx"

export interface CheerDayProps {
  cheers: Cheers
  athlete: string
  /** Null: the athlete's latest day. */
  on: string | null
  /** For the names of the controls, where several athletes are on the page. */
  name?: string
  className?: string
}

/** The cheers that a page shows to its member. */
export interface Cheers {
  /** The button of one day; nothing for a day that the member may not cheer. */
  Day: ComponentType<CheerDayProps>
  /** Whether the member may not see the athlete, although visitors do. */
  isUnseen(athlete: string): boolean
}

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
