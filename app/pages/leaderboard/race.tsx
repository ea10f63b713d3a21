import { useMemo } from "react"
import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { boards, world } from "../../context.ts"
import { cardMeta, pageMeta } from "../../document/meta.ts"
import type { BoardView } from "../../live/board-view.ts"
import { useLiveBoards } from "../../live/use-live-boards.ts"
import type { Route } from "./+types/race"
import { spanOf } from "./days.ts"
import { raceShows } from "./race-shows.ts"
import { readRace } from "./read-race.ts"
import { ShareRace } from "./share-race.tsx"
import { useBoardToken } from "./use-board-token.ts"
import { WholeRace } from "./whole-race.tsx"

/** The race of this address, as any visitor sees it. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const to = context.get(world)
  const race = await readRace({ to, open: context.get(boards), url: request.url }, params.race)
  return { ...race, siteUrl: to.settings.siteUrl }
}

export const handle = raceShows

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Not found · ${site.name}` }, { name: "robots", content: "noindex" }]
  const { race, view, siteUrl } = loaderData
  const [prize] = race.prizes
  const name = `The ${race.name.toLowerCase()}`
  const card = `${siteUrl}/cards/races/${race.page}.png`
  return [
    ...pageMeta({
      title: name,
      description: `${name}, ${spanOf(race)}: ${countOf(view.total, "athlete")} with points. ${prize ? `To win: ${prize.title}.` : ""}`,
    }),
    ...cardMeta(card, `${name}: the prize, the deadline and who is in the lead`),
    {
      tagName: "link",
      rel: "alternate",
      type: "application/rss+xml",
      title: `Results of the ${race.name.toLowerCase()}`,
      href: `/leaderboard/${race.page}/rss.xml`,
    },
  ]
}

export default function Race({ loaderData: loaded }: Route.ComponentProps) {
  const { race, slug } = loaded
  const token = useBoardToken()
  // Search results and later pages do not follow the stream of the first rows.
  const fixed = loaded.further || loaded.searched !== ""
  const initial = useMemo(
    (): Record<string, BoardView> => (fixed ? {} : { [slug]: loaded.view }),
    [fixed, loaded, slug],
  )
  const { views, status, viewers } = useLiveBoards<string>(initial, { token, enabled: !fixed })
  return (
    <>
      <WholeRace
        loaded={loaded}
        path={`/leaderboard/${race.page}`}
        view={views[slug] ?? loaded.view}
        status={status}
        viewers={viewers[slug] ?? null}
      />
      <ShareRace
        name={race.name.toLowerCase()}
        path={race.page}
        card={`/cards/races/${race.page}.png`}
        frame={`/embed/boards/${race.board}`}
        json={`/boards/${race.board}.json`}
        screen={`/screen/${race.page}`}
      />
    </>
  )
}
