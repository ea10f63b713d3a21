import { startTransition, useEffect, useMemo, useRef, useState } from "react"
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

export const teaserBoard = "last-14-days"

interface TeaserProps {
  /** Null while the boards are not open. */
  board: { from: string; to: string | null; view: BoardView } | null
  /** The day on the competition's calendar. */
  today: string
  demo: boolean
}

/** The last 2 weeks: the built-in board, or a third-party report instead. */
export function LeaderboardTeaser({ embed, ...props }: TeaserProps & { embed: Embed | null }) {
  return (
    <Section
      field="ink"
      title="The last 2 weeks, live"
      lead="This board never closes: the oldest day drops off at midnight, and every new activity counts the moment it arrives."
    >
      {embed ? (
        <div className="mt-8">
          <EmbedFrame embed={embed} {...reportSlots["home-report"]} />
        </div>
      ) : (
        <LiveTeaser {...props} />
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

/** The first five; live from when the board approaches the viewport. */
function LiveTeaser({ board, today, demo }: TeaserProps) {
  const place = useRef<HTMLDivElement>(null)
  const near = useNear(place)
  const initial = useMemo(() => ({ [teaserBoard]: board?.view ?? null }), [board])
  const { views, status, lookers } = useLiveBoards<string>(initial, { enabled: near })
  const view = views[teaserBoard] ?? null
  return (
    <div ref={place} className="mt-8">
      <div className="mb-3 flex min-h-14 flex-wrap items-center gap-x-8 gap-y-2 sm:min-h-8">
        {view && (
          <Updated
            at={view.total === 0 ? null : view.updatedAt}
            status={status}
            lookers={lookers[teaserBoard] ?? null}
          />
        )}
        {demo && <DemoMark />}
      </div>
      <div className="relative">
        <TopFive view={view} days={board ? daysOf(board, today) : []} today={today} />
        {!view && (
          <p className="absolute inset-x-0 top-0 py-8 text-lead text-muted">
            We cannot reach the board right now. Trying again…
          </p>
        )}
      </div>
    </div>
  )
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
