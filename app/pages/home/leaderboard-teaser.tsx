import { noPrize } from "#content/competitions.ts"
import { type Embed, reportSlots } from "#content/embeds.ts"
import { useFrame } from "../../document/document.tsx"
import { EmbedFrame } from "../../forms/embed-frame.tsx"
import type { BoardView } from "../../live/board-view.ts"
import type { LiveStatus, Viewers } from "../../live/use-live-boards.ts"
import { Badge } from "../../ui/badge.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { Section } from "../../ui/section.tsx"
import { daysOf } from "../leaderboard/days.ts"
import { DemoMark } from "../leaderboard/demo-mark.tsx"
import { TopFive } from "../leaderboard/top-five.tsx"
import { Updated } from "../leaderboard/updated.tsx"

export const teaserBoard = "last-14-days"

interface TeaserProps {
  /** Null while the boards are not open. */
  board: { from: string; to: string | null } | null
  view: BoardView | null
  status: LiveStatus
  viewers: Viewers | null
  /** The day on the competition's calendar. */
  today: string
  demo: boolean
}

/** The last 2 weeks: the built-in board, or a third-party report instead. */
export function LeaderboardTeaser({ embed, ...props }: TeaserProps & { embed: Embed | null }) {
  const { links } = useFrame()
  return (
    <Section
      field="ink"
      title="The last 2 weeks, live"
      lead="This board never closes: the oldest day drops off at midnight, and every new activity counts the moment it arrives."
    >
      <p className="mt-4">
        <Badge>{noPrize}</Badge>
      </p>
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
        <ButtonLink to={links.club} look="plain" className="in-data-session:hidden">
          Join the Activity Club
        </ButtonLink>
      </div>
    </Section>
  )
}

/** The first five. */
function LiveTeaser({ board, view, status, viewers, today, demo }: TeaserProps) {
  return (
    <div className="mt-8">
      <div className="mb-3 flex min-h-14 flex-wrap items-center gap-x-8 gap-y-2 sm:min-h-8">
        {view && <Updated at={view.total === 0 ? null : view.updatedAt} status={status} viewers={viewers} />}
        {demo && view?.total !== 0 && <DemoMark />}
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
