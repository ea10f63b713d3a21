import { useMemo } from "react"
import { data, redirect } from "react-router"
import { knownAthletes } from "#content/board-athletes.ts"
import { reportSlots } from "#content/embeds.ts"
import { site } from "#content/site.ts"
import { competitionDay } from "#domain/competition/boards/period.ts"
import { page, search } from "#domain/competition/boards/standings.ts"
import { overSeason } from "#domain/competition/seasons/between.ts"
import { winning } from "#domain/competition/seasons/winning.ts"
import { hasDemoAthletes } from "#domain/members/member.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, visit, world } from "../../context.ts"
import { EmbedFrame } from "../../forms/embed-frame.tsx"
import type { BoardView } from "../../live/board-view.ts"
import { useLiveBoards } from "../../live/use-live-boards.ts"
import { pageMeta } from "../../meta.ts"
import { Queries } from "../../queries.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { Section } from "../../ui/section.tsx"
import type { Route } from "./+types/page"
import { daysOf, spanOf } from "./days.ts"
import { DemoMark } from "./demo-mark.tsx"
import { LiveBoard } from "./live-board.tsx"
import { Rules } from "./rules.tsx"
import { Steps } from "./steps.tsx"
import { TopFive } from "./top-five.tsx"
import { useBoardToken } from "./use-board-token.ts"
import { viewOf } from "./view-of.ts"
import { WhatToWin } from "./what-to-win.tsx"

const top = "last-10-days"
const month = "this-month"

/** Both boards as any visitor sees them; `?after=` and `?name=` work without JavaScript. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const to = context.get(world)
  const open = context.get(boards)
  const query = new URL(request.url).searchParams
  const after = query.get("after")
  const name = (query.get("name") ?? "").trim().slice(0, 60)
  const visitor = { viewer: null, limit: 50 }
  const [recent, whole, hits, demo, prizes] = await Promise.all([
    page(to, open, { slug: top, ...visitor }),
    page(to, open, { slug: month, ...visitor, after }),
    name ? search(to, open, { slug: month, viewer: null, name }) : null,
    hasDemoAthletes(to.db),
    winning(to),
  ])
  if (!whole.ok && whole.code === "invalid_cursor") throw data("The board has no such page", { status: 404 })
  if (!whole.ok) {
    // Between an early close and the next opening no board is running, so show the results.
    const over = await overSeason(to, month)
    if (over) throw redirect(`/leaderboard/seasons/${over.season}`)
  }
  if (!recent.ok || !whole.ok) throw data("The boards are not open yet", { status: 503 })
  const view = viewOf(whole.page)
  const embeds = context.get(visit)?.embeds ?? {}
  return {
    topEmbed: embeds["leaderboard-top-five"] ?? null,
    fullEmbed: embeds["leaderboard-full"] ?? null,
    recent: viewOf(recent.page),
    recentBoard: recent.page.board,
    view: hits?.ok ? { ...view, rows: hits.rows } : view,
    board: whole.page.board,
    next: whole.page.next,
    further: after !== null,
    searched: name,
    today: competitionDay(to.now()),
    demo,
    prizes,
    known: knownAthletes({ samples: demo }),
  }
}

export const handle: LivePage = { shows: ["boards", "seasons", "members"], query: ["after", "name"] }

export const meta = () =>
  pageMeta({
    title: "Leaderboard",
    description:
      "The monthly competition: time, distance and consistency on one live board. How to join, the rules, the standings.",
  })

export default function Leaderboard({ loaderData: loaded }: Route.ComponentProps) {
  const { recentBoard, board, today } = loaded
  const token = useBoardToken()
  // Search results and later pages do not follow the stream of the first rows.
  const fixed = loaded.further || loaded.searched !== ""
  const initial = useMemo(
    (): Record<string, BoardView> =>
      fixed ? { [top]: loaded.recent } : { [top]: loaded.recent, [month]: loaded.view },
    [fixed, loaded],
  )
  const { topEmbed, fullEmbed } = loaded
  const { views, status, lookers } = useLiveBoards<string>(initial, {
    token,
    enabled: !topEmbed || !fullEmbed,
  })
  const days = useMemo(() => daysOf(board, today), [board, today])
  return (
    <>
      <PageHead
        title="The monthly competition"
        lead="Time, distance and consistency on one board that moves the moment an activity arrives."
      >
        <ButtonLink to="/join">Join the Competition</ButtonLink>
        <ButtonLink to={site.links.club} look="plain">
          Join the Activity Club
        </ButtonLink>
        {loaded.demo && <div className="basis-full pt-2">{<DemoMark />}</div>}
      </PageHead>
      <WhatToWin prizes={loaded.prizes} race={(views[month] ?? loaded.view).rows} today={today} />
      <Section
        field="ink"
        title="Top 5 of the last 10 days"
        lead="The last 10 days of club activity, updated daily: the oldest day drops off at midnight. New activities count the moment they arrive."
      >
        <div className="mt-10">
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
      <Rules />
      <Section id="board" className="border-t border-line" title={`The whole board, ${spanOf(board)}`}>
        {fullEmbed ? (
          <div className="mt-8">
            <EmbedFrame embed={fullEmbed} {...reportSlots["leaderboard-full"]} />
          </div>
        ) : (
          <Queries>
            <LiveBoard
              slug={month}
              view={views[month] ?? loaded.view}
              status={status}
              lookers={lookers[month] ?? null}
              next={loaded.next}
              days={days}
              today={today}
              token={token}
              searched={loaded.searched}
              further={loaded.further}
              known={loaded.known}
            />
          </Queries>
        )}
      </Section>
    </>
  )
}
