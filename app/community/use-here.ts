import { useEffect, useState } from "react"
import type { Here } from "#domain/community/here.ts"
import { useAuth } from "../session/session.tsx"

/**
 * Who is here, on a page that is the same for everybody; null for visitors, for accounts that have not joined, and until it is
 * loaded. The code that asks is loaded for signed-in members alone.
 * @param athletes slugs of those whom the page shows to everybody
 */
export function useHere(
  session: { event: string; on: string } | null,
  athletes: readonly string[],
): Here | null {
  const { session: signedIn, needsSecondFactor, client } = useAuth()
  const [here, setHere] = useState<Here | null>(null)
  const who = needsSecondFactor ? undefined : signedIn?.user.id
  const asked = new URLSearchParams({ ...session, athletes: athletes.join() }).toString()
  useEffect(() => {
    if (!who) return
    const left = new AbortController()
    const { signal } = left
    void import("./ask-as-member.ts")
      .then(({ askAsMember }) => askAsMember<Here | null>(client, `/here?${asked}`, { signal }))
      // The page stays as it is for a visitor, and asks again with the next visit.
      .then(
        (found) => signal.aborted || setHere(found),
        () => {},
      )
    return () => {
      left.abort()
      setHere(null)
    }
  }, [who, asked, client])
  return here
}
