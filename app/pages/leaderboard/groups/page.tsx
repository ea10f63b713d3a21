import { data, useRevalidator } from "react-router"
import { grouped, ordinal } from "#content/amounts.ts"
import { groupRule } from "#content/board-groups.ts"
import { site } from "#content/site.ts"
import { groupPage } from "#domain/competition/boards/group-page.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { hasDemoAthletes } from "#domain/members/member.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { useRead } from "../../../live/use-read.ts"
import { BackLink } from "../../../ui/back-link.tsx"
import { ButtonLink } from "../../../ui/button.tsx"
import { PageHead } from "../../../ui/page-head.tsx"
import { Section } from "../../../ui/section.tsx"
import { BoardRow } from "../board-row.tsx"
import { daysOf, spanOf } from "../days.ts"
import { DemoMark } from "../demo-mark.tsx"
import { readBoard } from "../read-board.ts"
import { useEvery } from "../side-race/use-every.ts"
import { useBoardToken } from "../use-board-token.ts"
import type { Route } from "./+types/page"
import { GroupNav } from "./group-nav.tsx"
import { groupTitle } from "./group-title.ts"
import { raceOfPage } from "./race-of-page.ts"

const rowsPerPage = 50
/** Between two looks. */
const everyMs = 5_000

/** The board of one group of athletes as any visitor sees it; `?after=` is the next page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const to = context.get(world)
  const { slug, race } = raceOfPage(context.get(boards), params.race)
  const asked = Number(new URL(request.url).searchParams.get("after") ?? 0)
  const after = Number.isInteger(asked) && asked >= 0 && asked < 2 ** 31 ? asked : 0
  const name = params.group.replace(/\.data$/, "")
  const [found, demo] = await Promise.all([
    groupPage(to, context.get(boards), { slug, group: name, viewer: null, after, limit: rowsPerPage }),
    hasDemoAthletes(to.db),
  ])
  if (!found.ok && found.code === "unknown_board") throw data("The boards are not open yet", { status: 503 })
  if (!found.ok) throw data("There is no such group", { status: 404 })
  return { race, asked: name, after, shown: found.page, demo, today: competitionDay(to.now()) }
}

export const handle: LivePage = { shows: ["boards", "members"], query: ["after"] }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Not found · ${site.name}` }, { name: "robots", content: "noindex" }]
  const { race, shown, asked } = loaderData
  return [
    ...pageMeta({
      title: `${shown.group ? headingOf(shown.group) : groupTitle(asked)}, the ${race.name}`,
      description: `The ${race.name} by groups of athletes: women, men, open, age and sport.`,
    }),
    // Another order of the same board.
    { name: "robots", content: "noindex" },
  ]
}

export default function GroupBoard({ loaderData }: Route.ComponentProps) {
  const { race, asked, after, today, demo } = loaderData
  const token = useBoardToken()
  const { revalidate } = useRevalidator()
  useEvery(everyMs, revalidate, after === 0)
  const { board } = loaderData.shown
  const path = `${board.slug}/of/${asked}.json?limit=${rowsPerPage}&after=${after}`
  const own = useRead(
    token && `${path} ${token}`,
    (signal) => readBoard<typeof loaderData.shown>(path, token, signal),
    { state: loaderData.shown.rows.map(({ key, points }) => `${key} ${points}`).join() },
  )
  const shown = own.value ?? loaderData.shown
  const { group, groups, rows, total, next, mine } = shown
  const days = daysOf(board, today)
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to={`/leaderboard/${race.page}`}>The {race.name}</BackLink>
      </div>
      <PageHead
        title={group ? headingOf(group) : groupTitle(asked)}
        lead={
          group
            ? `${aboutOf(group.by)}Points are those of the ${race.name}, ${spanOf(board)}; places are within this group.`
            : `This board begins once ${groupRule.least} athletes in this group have points in the ${race.name}.`
        }
      />
      <Section>
        <GroupNav page={race.page} groups={groups} current={group?.name ?? null} />
        {demo && rows.length > 0 && (
          <div className="mt-6">
            <DemoMark />
          </div>
        )}
        {mine && (
          <p className="mt-6 bg-volt px-4 py-3 font-semibold text-ink">
            You are {ordinal(mine.rank)} of {grouped(total)} in this group.
          </p>
        )}
        {rows.length > 0 && (
          <ol className="mt-8 border-t-4 border-text">
            {rows.map((row) => (
              <BoardRow
                key={row.key}
                row={row}
                mine={row.mine}
                board={board.slug}
                days={days}
                today={today}
                hasYesterday={false}
                token={token}
              />
            ))}
          </ol>
        )}
        {(next !== null || after > 0) && (
          <nav aria-label="Pages of the board" className="mt-8 flex flex-wrap gap-3">
            {after > 0 && (
              <ButtonLink to={`/leaderboard/${race.page}/of/${asked}`} look="plain">
                First page
              </ButtonLink>
            )}
            {next !== null && <ButtonLink to={`?after=${next}`}>Next page</ButtonLink>}
          </nav>
        )}
        <p className="mt-8 max-w-[62ch] text-muted">
          You choose your age group and women, men or open in your settings. Your sport is the one you record
          most, if you show it to everybody.
        </p>
        <p className="mt-4">
          <ButtonLink to="/account/settings#groups" look="quiet">
            Choose My Groups
          </ButtonLink>
        </p>
      </Section>
    </>
  )
}

/** A band of ages says what its numbers are. */
function headingOf({ by, title }: { by: string; title: string }): string {
  return by === "age" && /^\d/.test(title) ? `Ages ${title}` : title
}

/** What a group is about, with a space behind it. */
function aboutOf(by: "category" | "age" | "sport"): string {
  if (by === "category") return ""
  if (by === "age") return "By the age you turn this year. "
  return "Athletes who record this sport most, with all of their points. "
}
