import { data, Link, useRevalidator } from "react-router"
import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { jointGoal } from "#domain/competition/races/joint-goal.ts"
import { racePage } from "#domain/competition/races/page.ts"
import { teamRacePage } from "#domain/competition/teams/page.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { BackLink } from "../../../ui/back-link.tsx"
import { ButtonLink } from "../../../ui/button.tsx"
import { PageHead } from "../../../ui/page-head.tsx"
import { Section } from "../../../ui/section.tsx"
import { spanOf } from "../days.ts"
import { useBoardToken } from "../use-board-token.ts"
import type { Route } from "./+types/page"
import { AthleteTable } from "./athlete-table.tsx"
import { GoalBar } from "./goal-bar.tsx"
import { phaseOfRace, phaseSentences } from "./race-phase.ts"
import { ruleInWords } from "./rule-in-words.ts"
import { TeamPrize } from "./team-prize.tsx"
import { TeamTable } from "./team-table.tsx"
import { useEvery } from "./use-every.ts"

const rowsPerPage = 50
/** Interval between two reads of a running race. */
const everyMs = 5_000

/** A side race as any visitor sees it; `?after=` is the next page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const asked = Number(new URL(request.url).searchParams.get("after") ?? 0)
  const after = Number.isInteger(asked) && asked >= 0 && asked < 2 ** 31 ? asked : 0
  const to = context.get(world)
  const { raceTables, teamTables } = context.get(boards)
  const address = { season: params.season, name: params.name, viewer: null }
  const teams = await teamRacePage(to, teamTables, address)
  if (teams.ok) {
    const { race, rows, winners } = teams.page
    const phase = phaseOfRace(race, to.now())
    return { race, phase, after: 0, teams: rows, winners, athletes: null, goal: null }
  }
  const joint = await jointGoal(to, raceTables, address)
  if (joint.ok) {
    const { race, ...goal } = joint.goal
    const phase = phaseOfRace(race, to.now())
    return { race, phase, after: 0, teams: null, winners: [], athletes: null, goal }
  }
  const found = await racePage(to, raceTables, { ...address, after, limit: rowsPerPage })
  if (!found.ok) throw data("There is no such race", { status: 404 })
  const { race, ...athletes } = found.page
  return { race, phase: phaseOfRace(race, to.now()), after, teams: null, winners: [], athletes, goal: null }
}

export const handle: LivePage = { shows: ["boards", "seasons", "members"], query: ["after"] }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Not found · ${site.name}` }, { name: "robots", content: "noindex" }]
  const { race } = loaderData
  return pageMeta({ title: `${race.title}, ${spanOf(race)}`, description: race.words })
}

export default function SideRacePage({ loaderData }: Route.ComponentProps) {
  const { race, phase, after, teams, winners, athletes, goal } = loaderData
  const token = useBoardToken()
  const { revalidate } = useRevalidator()
  useEvery(everyMs, revalidate, phase === "running" && after === 0)
  const count = teams
    ? teams.length > 0 && countOf(teams.length, "team")
    : countOf(goal ? goal.givers : athletes.total, "athlete")
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to="/leaderboard">Leaderboard</BackLink>
      </div>
      <PageHead title={race.title} lead={race.words} />
      <Section>
        <p className="text-muted">
          {[spanOf(race), count].filter(Boolean).join(", ")}. {phaseSentences[phase]}
          {race.prize === null && " It has no prize."}
        </p>
        {race.entrants === "captains" && (phase === "upcoming" || phase === "running") && (
          <p className="mt-6">
            <ButtonLink to={`/account/team/${race.season}/${race.name}`}>My team</ButtonLink>
          </p>
        )}
        {race.prize !== null && <TeamPrize race={race} winners={winners} />}
        {teams ? (
          <TeamTable race={race} teams={teams} />
        ) : goal ? (
          <GoalBar race={race} goal={goal} token={token} />
        ) : (
          <AthleteTable race={race} after={after} final={phase === "final"} token={token} {...athletes} />
        )}
      </Section>
      <Section title="How it is counted" className="border-t border-line">
        <ul className="mt-4 max-w-[58ch] list-disc space-y-2 pl-5 text-lead">
          {ruleInWords(race).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="mt-6 flex flex-wrap gap-x-6">
          {race.drawnAt && (
            <Link
              to={`/leaderboard/races/${race.season}/${race.name}/draw`}
              className="inline-flex min-h-11 items-center underline underline-offset-4"
            >
              How the teams were drawn
            </Link>
          )}
          <Link to="/leaderboard" className="inline-flex min-h-11 items-center underline underline-offset-4">
            {race.prize === null ? "The races with prizes" : "The other races"}
          </Link>
        </p>
      </Section>
    </>
  )
}
