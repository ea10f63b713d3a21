import { useMemo } from "react"
import { type Embed, reportSlots } from "#content/embeds.ts"
import { EmbedFrame } from "../../forms/embed-frame.tsx"
import type { BoardView } from "../../live/board-view.ts"
import type { LiveStatus, Viewers } from "../../live/use-live-boards.ts"
import { daysOf, spanOf } from "./days.ts"
import { DemoMark } from "./demo-mark.tsx"
import { GroupLinks } from "./groups/group-links.tsx"
import { LiveBoard } from "./live-board.tsx"
import type { RaceLoaded } from "./read-race.ts"
import { useBoardToken } from "./use-board-token.ts"

interface RaceBoardProps {
  loaded: RaceLoaded
  /** The page that shows it: "/leaderboard". */
  path: string
  view: BoardView
  status: LiveStatus
  viewers: Viewers | null
  /** A third-party report in its place. */
  embed?: Embed | null
}

/** The whole board of a race. */
export function RaceBoard({ loaded, path, view, status, viewers, embed = null }: RaceBoardProps) {
  const { board, today, slug, late } = loaded
  const token = useBoardToken()
  const days = useMemo(() => daysOf(board, today), [board, today])
  return (
    <section id="board" className="gutter pt-[clamp(1.5rem,4vw,4rem)] pb-section">
      <h2 className="display text-card in-data-session:max-sm:text-small sm:text-section">
        {late ? "The standings so far" : "The whole board"}, {spanOf(board)}
      </h2>
      {loaded.demo && view?.total !== 0 && (
        <div className="mt-3">
          <DemoMark />
        </div>
      )}
      {embed ? (
        <div className="mt-8">
          <EmbedFrame embed={embed} {...reportSlots["leaderboard-full"]} />
        </div>
      ) : (
        <LiveBoard
          slug={slug}
          path={path}
          view={view}
          status={status}
          viewers={viewers}
          next={loaded.next}
          days={days}
          today={today}
          token={token}
          searched={loaded.searched}
          further={loaded.further}
          known={loaded.known}
        />
      )}
      <GroupLinks page={loaded.race.page} groups={loaded.groups} total={view?.total ?? 0} />
    </section>
  )
}
