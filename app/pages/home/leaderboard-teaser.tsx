import { startTransition, useEffect, useRef, useState } from "react"
import { type Embed, reportSlots } from "#content/embeds.ts"
import { site } from "#content/site.ts"
import { EmbedFrame } from "../../forms/embed-frame.tsx"
import type { BoardView } from "../../live/board-view.ts"
import { useLiveBoards } from "../../live/use-live-boards.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Section } from "../../ui/section.tsx"
import { daysOf } from "../leaderboard/days.ts"
import { DemoMark } from "../leaderboard/demo-mark.tsx"
import { TopFive } from "../leaderboard/top-five.tsx"
import { Updated } from "../leaderboard/updated.tsx"

const board = "last-14-days"
const nothingYet: Record<string, BoardView | null> = { [board]: null }

/** The last 2 weeks: the built-in board, or a third-party report instead. */
export function LeaderboardTeaser({ embed }: { embed: Embed | null }) {
  return (
    <Section
      field="ink"
      title="The last 2 weeks, live"
      lead="Every activity that syncs moves somebody. The board never closes: the oldest day drops off at midnight, the newest counts the moment it lands."
    >
      {embed ? (
        <div className="mt-8">
          <EmbedFrame embed={embed} {...reportSlots["home-report"]} />
        </div>
      ) : (
        <LiveTeaser />
      )}
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/leaderboard" look="volt">
          View Full Leaderboard
        </ButtonLink>
        <ButtonLink to={site.links.club} look="plain">
          Join the Activity Club
        </ButtonLink>
      </div>
    </Section>
  )
}

/**
 * The first five, live. The page is prerendered, so the rows arrive over the stream when the board approaches the
 * viewport; their space is reserved, and without JavaScript there is a link to the board.
 */
function LiveTeaser() {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place)
  const { views, status } = useLiveBoards(nothingYet, { enabled: near })
  const view = views[board] ?? null
  const [today, setToday] = useState("")
  useEffect(() => startTransition(() => setToday(new Date().toISOString().slice(0, 10))), [])
  const days = today ? daysOf({ from: before(today, 13), to: today }, today) : []
  return (
    <div ref={place} className="mt-8">
      <div className="mb-3 flex min-h-14 flex-wrap items-center gap-x-8 gap-y-2 sm:min-h-8">
        {view && <Updated at={view.updatedAt} status={status} />}
        {view?.demo && <DemoMark />}
      </div>
      <div className="relative">
        <TopFive view={view} days={days} today={today} />
        {(!view || view.total === 0) && (
          <div className="absolute inset-x-0 top-0 py-8 text-lead text-muted">
            {view ? (
              <p>Nobody has points yet. The first activity that counts takes first place.</p>
            ) : status === "stale" ? (
              <p>The board cannot be reached at the moment. It is tried again by itself.</p>
            ) : (
              <noscript>The board is on its own page: View Full Leaderboard, below.</noscript>
            )}
          </div>
        )}
      </div>
    </div>
  )
}

function before(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
}

/** True once the element is within one viewport height of being visible. */
function useNear(element: React.RefObject<HTMLElement | null>): boolean {
  const [near, setNear] = useState(false)
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) startTransition(() => setNear(true))
      },
      { rootMargin: "100% 0px" },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [near, element])
  return near
}
