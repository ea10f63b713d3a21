import { useMemo } from "react"
import { data } from "react-router"
import { noPrize } from "#content/competitions.ts"
import { reportSlots } from "#content/embeds.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { listedRaces } from "#domain/competition/races/race.ts"
import { boards, visit, world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { EmbedFrame } from "../../forms/embed-frame.tsx"
import type { BoardView } from "../../live/board-view.ts"
import { useLiveBoards } from "../../live/use-live-boards.ts"
import { Badge } from "../../ui/badge.tsx"
import { Section } from "../../ui/section.tsx"
import type { Route } from "./+types/page"
import { daysOf } from "./days.ts"
import { raceShows } from "./race-shows.ts"
import { readRace } from "./read-race.ts"
import { Rules } from "./rules.tsx"
import { SideRaces } from "./side-race/side-races.tsx"
import { Steps } from "./steps.tsx"
import { TopFive } from "./top-five.tsx"
import { useBoardToken } from "./use-board-token.ts"
import { viewOf } from "./view-of.ts"
import { WholeRace } from "./whole-race.tsx"

const top = "last-10-days"

/** The current race, and recent training, as any visitor sees them. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const to = context.get(world)
  const open = context.get(boards)
  const [race, recent, sideRaces] = await Promise.all([
    readRace({ to, open, url: request.url }, null),
    page(to, open, { slug: top, viewer: null, limit: 50 }),
    listedRaces(to.db, to.now()),
  ])
  if (!recent.ok) throw data("The boards are not open yet", { status: 503 })
  const embeds = context.get(visit)?.embeds ?? {}
  return {
    ...race,
    topEmbed: embeds["leaderboard-top-five"] ?? null,
    fullEmbed: embeds["leaderboard-full"] ?? null,
    recent: viewOf(recent.page),
    recentBoard: recent.page.board,
    sideRaces,
  }
}

export const handle = raceShows

export const meta = () =>
  pageMeta({
    title: "Leaderboard",
    description:
      "The two-week race and the monthly competition: time, distance and consistency on one live board. The prizes, the standings, how to join, the rules.",
  })

export default function Leaderboard({ loaderData: loaded }: Route.ComponentProps) {
  const { recentBoard, today, slug, topEmbed, fullEmbed } = loaded
  const token = useBoardToken()
  // Search results and later pages do not follow the stream of the first rows.
  const fixed = loaded.further || loaded.searched !== ""
  const initial = useMemo(
    (): Record<string, BoardView> =>
      fixed ? { [top]: loaded.recent } : { [slug]: loaded.view, [top]: loaded.recent },
    [fixed, loaded, slug],
  )
  const { views, status, viewers } = useLiveBoards<string>(initial, {
    token,
    enabled: !topEmbed || !fullEmbed,
  })
  return (
    <>
      <WholeRace
        loaded={loaded}
        path="/leaderboard"
        view={views[slug] ?? loaded.view}
        status={status}
        viewers={viewers[slug] ?? null}
        embed={fullEmbed}
      />
      <SideRaces races={loaded.sideRaces} className="pt-0" />
      <Section
        field="ink"
        title="Top 5 of the last 10 days"
        lead="The last 10 days of club activity, updated daily: every midnight the oldest day drops off. New workouts show up right away."
      >
        <p className="mt-4">
          <Badge>{noPrize}</Badge>
        </p>
        <div className="mt-8">
          {topEmbed ? (
            <EmbedFrame embed={topEmbed} {...reportSlots["leaderboard-top-five"]} />
          ) : (
            <TopFive view={views[top] ?? loaded.recent} days={daysOf(recentBoard, today)} today={today} />
          )}
        </div>
      </Section>
      <Section title="How to join">
        <Steps />
      </Section>
      <Rules races={loaded.races} />
    </>
  )
}
