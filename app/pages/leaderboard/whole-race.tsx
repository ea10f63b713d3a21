import type { Embed } from "#content/embeds.ts"
import type { BoardView } from "../../live/board-view.ts"
import type { LiveStatus, Viewers } from "../../live/use-live-boards.ts"
import { EndedLink } from "../../winning/ended-link.tsx"
import { EndedRaces } from "../../winning/ended-races.tsx"
import { SponsorAsk } from "../../winning/sponsor-ask.tsx"
import { RaceBoard } from "./race-board.tsx"
import { RaceHead } from "./race-head.tsx"
import type { RaceLoaded } from "./read-race.ts"

interface WholeRaceProps {
  loaded: RaceLoaded
  /** The page that shows it: "/leaderboard". */
  path: string
  view: BoardView
  status: LiveStatus
  viewers: Viewers | null
  /** A third-party report in place of the board. */
  embed?: Embed | null
}

/**
 * A race with its heading, the result of its last season, and its board. On a member's phone, a link to the result
 * takes its place, so that the board begins on the first screen, and its sponsor comes after the board.
 */
export function WholeRace({ loaded, ...board }: WholeRaceProps) {
  const { name, sponsorship } = loaded.race
  return (
    <>
      <RaceHead {...loaded} />
      {loaded.ended.map((season) => (
        <p key={season.season} className="gutter hidden max-sm:in-data-session:block">
          <EndedLink season={season} />
        </p>
      ))}
      <EndedRaces seasons={loaded.ended} field="ink" className="max-sm:in-data-session:hidden" />
      <RaceBoard loaded={loaded} {...board} />
      {sponsorship && (
        <div className="gutter hidden pb-section max-sm:in-data-session:block">
          <SponsorAsk sponsorship={sponsorship} race={`the ${name.toLowerCase()}`} />
        </div>
      )}
    </>
  )
}
