import { useMemo } from "react"
import { data, redirect } from "react-router"
import { reportSlots } from "#content/embeds.ts"
import { site } from "#content/site.ts"
import { stateOf } from "#domain/competition/boards/live.ts"
import { competitionDay } from "#domain/competition/boards/period.ts"
import { type BoardPage, page, search } from "#domain/competition/boards/standings.ts"
import { overSeason } from "#domain/competition/seasons/between.ts"
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
import { daysLeft, daysOf, spanOf } from "./days.ts"
import { DemoMark } from "./demo-mark.tsx"
import { LiveBoard } from "./live-board.tsx"
import { Rules } from "./rules.tsx"
import { Steps } from "./steps.tsx"
import { TopFive } from "./top-five.tsx"
import { useBoardToken } from "./use-board-token.ts"

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
  const [recent, whole, hits, demo] = await Promise.all([
    page(to, open, { slug: top, ...visitor }),
    page(to, open, { slug: month, ...visitor, after }),
    name ? search(to, open, { slug: month, viewer: null, name }) : null,
    hasDemoAthletes(to.db),
  ])
  if (!whole.ok && whole.code === "invalid_cursor")
    throw data("There is no such page of the board", { status: 404 })
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
  }
}

function viewOf({ rows, total, updatedAt }: BoardPage): BoardView {
  return { rows, total, updatedAt: updatedAt?.toISOString() ?? null, state: stateOf(rows) }
}

export const handle: LivePage = { shows: ["boards", "seasons"], query: ["after", "name"] }

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
  const { views, status } = useLiveBoards<string>(initial, { token, enabled: !topEmbed || !fullEmbed })
  const left = daysLeft(board, today)
  const days = useMemo(() => daysOf(board, today), [board, today])
  return (
    <>
      <PageHead
        title="The monthly competition"
        lead="Time, distance and consistency on one board. It moves the moment an activity arrives."
        figure={{ value: String(left), label: left === 1 ? "day left this month" : "days left this month" }}
      >
        <ButtonLink to="/account">Join the Competition</ButtonLink>
        <ButtonLink to={site.links.club} look="plain">
          Join the Activity Club
        </ButtonLink>
        <ButtonLink to="/leaderboard/seasons" look="plain">
          Season Results
        </ButtonLink>
        {loaded.demo && <div className="basis-full pt-2">{<DemoMark />}</div>}
      </PageHead>
      <Section
        field="ink"
        title="Top 5 of the last 10 days"
        lead="The last 10 days of club activity. The oldest day drops off at midnight."
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
              next={loaded.next}
              days={days}
              today={today}
              token={token}
              searched={loaded.searched}
              further={loaded.further}
            />
          </Queries>
        )}
      </Section>
    </>
  )
}
