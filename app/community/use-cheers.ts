import { useCallback, useState } from "react"
import type { CheerPhrase } from "#content/cheers.ts"
import type { CheeredDays } from "#domain/community/cheered-days.ts"
import { useRead } from "../live/use-read.ts"
import { openPageSession } from "../session/page-session.ts"
import { useAuth } from "../session/session.tsx"
import { useToast } from "../ui/toast.tsx"

interface CheerTap {
  do: "cheer" | "take-back"
  athlete: string
  /** "2026-11-20" */
  on: string
  phrase?: CheerPhrase | null
}

/** The cheers that a page shows to its member; null for visitors, and until they are loaded. */
export interface Cheers {
  days(athlete: string): CheeredDays["athletes"][string]
  /** Whether the member may not see the athlete, although visitors do. */
  isUnseen(athlete: string): boolean
  tap(tap: CheerTap): void
}

type Client = ReturnType<typeof useAuth>["client"]

/**
 * Cheers on a page that is the same for everybody: what is personal comes by one fetch, for signed-in members alone.
 * @param athletes slugs; at most 100 are asked about
 */
export function useCheers(
  athletes: readonly (string | null)[],
  { days, until }: { days: number; until?: string },
): Cheers | null {
  const { session, needsSecondFactor, client } = useAuth()
  const { toast } = useToast()
  const [version, setVersion] = useState(0)
  const slugs = [...new Set(athletes)].filter((slug) => slug !== null).slice(0, 100)
  const asked = new URLSearchParams({
    athletes: slugs.join(","),
    days: String(days),
    ...(until && { until }),
  })
  const who = session && !needsSecondFactor && slugs.length > 0 ? session.user.id : null
  const { before } = useRead(
    who && `${who} ${asked}`,
    (signal) => send<CheeredDays>(client, `/cheers?${asked}`, { signal }),
    { state: String(version) },
  )
  const tap = useCallback(
    (tapped: CheerTap) => {
      const { phrase, ...day } = tapped
      const body = new URLSearchParams({ ...day, ...(phrase && { phrase }) })
      send(client, "/cheers", { method: "POST", body })
        .catch((error: Error) => toast({ title: "Not sent", description: error.message }))
        .finally(() => setVersion((before) => before + 1))
    },
    [client, toast],
  )
  if (who === null || !before) return null
  return {
    days: (athlete) => before.athletes[athlete] ?? [],
    isUnseen: (athlete) => before.unseen.includes(athlete),
    tap,
  }
}

/** Sends a request of the page's member; a browser whose cookie is missing gets it with its token, and asks again. */
async function send<Answer>(client: Client, address: string, init: RequestInit): Promise<Answer> {
  let { ok, body } = await ask(address, init)
  if (body.code === "signed-out") {
    await openPageSession(client)
    const again = await ask(address, init)
    ok = again.ok && again.body.code !== "signed-out"
    body = again.body
  }
  if (!ok) throw new Error(body.message ?? "We cannot reach the site. Check your connection and try again.")
  return body as Answer
}

async function ask(address: string, init: RequestInit) {
  const answer = await fetch(address, init)
  const body: { code?: string; message?: string } = await answer.json().catch(() => ({}))
  return { ok: answer.ok, body }
}
