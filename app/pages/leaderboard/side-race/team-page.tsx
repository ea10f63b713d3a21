import { data, Link } from "react-router"
import { countOf, grouped, ordinal } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { teamRule } from "#content/team-rule.ts"
import { teamShown } from "#domain/competition/teams/team.ts"
import type { LivePage } from "#domain/shown.ts"
import { useCheers } from "../../../community/use-cheers.ts"
import { boards, world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { useRead } from "../../../live/use-read.ts"
import { AthleteFace } from "../../../people/athlete-face.tsx"
import { BackLink } from "../../../ui/back-link.tsx"
import { Credit } from "../../../ui/credit.tsx"
import { PageHead } from "../../../ui/page-head.tsx"
import { Section } from "../../../ui/section.tsx"
import { DayRow } from "../day-row.tsx"
import { spanOf } from "../days.ts"
import { readBoard } from "../read-board.ts"
import { useBoardToken } from "../use-board-token.ts"
import type { Route } from "./+types/team-page"
import { GoalProgress } from "./goal-progress.tsx"
import { phaseOfRace, phaseSentences } from "./race-phase.ts"

/** A team as any visitor sees it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const to = context.get(world)
  const number = /^\d{1,4}$/.test(params.number) ? Number(params.number) : 0
  const address = { season: params.season, name: params.name, number, viewer: null }
  const found = await teamShown(to, context.get(boards).teamTables, address)
  if (!found.ok) throw data("There is no such team", { status: 404 })
  return { team: found.team, phase: phaseOfRace(found.team.race, to.now()) }
}

export const handle: LivePage = { shows: ["boards", "seasons", "members"] }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Not found · ${site.name}` }, { name: "robots", content: "noindex" }]
  const { name, race } = loaderData.team
  return pageMeta({ title: `Team ${name}, ${race.title}`, description: `Team ${name}: ${spanOf(race)}.` })
}

export default function TeamPage({ loaderData: { team: shown, phase } }: Route.ComponentProps) {
  const token = useBoardToken()
  const { race } = shown
  const path = `races/${race.season}/${race.name}/teams/${shown.number}.json`
  const own = useRead(token && `${path} ${token}`, (signal) => readBoard<typeof shown>(path, token, signal), {
    state: String(shown.points),
  })
  const team = own.value ?? shown
  const cheers = useCheers(
    team.members.map(({ athlete }) => athlete),
    { days: 1, until: race.to },
  )
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to={`/leaderboard/races/${race.season}/${race.name}`}>{race.title}</BackLink>
      </div>
      <PageHead
        title={`Team ${team.name}`}
        lead={
          team.place === null
            ? `No place yet, of ${countOf(team.teams, "team")}.`
            : `${ordinal(team.place)} of ${countOf(team.teams, "team")}${team.points === null ? "" : `, with ${countOf(team.points, "point")}`}.`
        }
      />
      <Section>
        <p className="text-muted">
          {spanOf(race)}. {phaseSentences[phase]}
        </p>
        {team.mine && team.ahead && phase === "running" && (
          <p className="mt-6 bg-volt px-4 py-3 font-semibold text-ink">
            {countOf(team.ahead.activeDays, "more active day")} like your team’s so far{" "}
            {team.ahead.activeDays === 1 ? "moves" : "move"} you to {ordinal(team.ahead.place)}.
          </p>
        )}
        {race.target !== null && (
          <div className="mt-8">
            <GoalProgress metric="points" sum={team.points} target={race.target} />
          </div>
        )}
        <h2 className="display mt-10 text-card">Members</h2>
        <ul className="mt-4 grid gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
          {team.members.map((member, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: members without a name have no other key
              key={index}
              className="flex min-h-14 flex-wrap items-center gap-x-3 border-b border-line py-2"
            >
              <AthleteFace of={member} side={40} />
              {member.athlete && member.name ? (
                <Link
                  to={`/leaderboard/athletes/${member.athlete}`}
                  className="min-w-0 font-semibold wrap-anywhere underline-offset-4 hover:underline"
                >
                  {member.name}
                </Link>
              ) : (
                <span className="text-muted">
                  {member.mine ? "You, hidden from others" : "Private athlete"}
                </span>
              )}
              {cheers && member.athlete && member.name && (
                <cheers.Day cheers={cheers} athlete={member.athlete} on={null} name={member.name} />
              )}
            </li>
          ))}
        </ul>
        {team.former > 0 && (
          <p className="mt-3 text-small text-muted">And {countOf(team.former, "former member")}.</p>
        )}
      </Section>
      <Section title="What makes the total" className="border-t border-line">
        <p className="mt-4 max-w-[58ch] text-lead text-muted">
          {race.entrants === "captains"
            ? `The points of the better half of the team, at least ${teamRule.leastMembers} members, divided by their number. The days below add up to the sum before it is divided.`
            : `Each day, the points of the team’s best ${race.countedMembers ?? 0} members count, up to ${teamRule.mostPointsADay} each. A rest day costs the team nothing.`}{" "}
          Days are those of each member’s own time zone.
        </p>
        {team.days === null ? (
          <p className="mt-6">
            {phase === "final"
              ? "The total was frozen when the season closed."
              : "The days are shown with the total, once four members have recorded something."}
          </p>
        ) : (
          <ol className="mt-6 border-t border-line">
            {team.days.map((day) => (
              <DayRow key={day.on} on={day.on} value={grouped(day.points)}>
                <span className="text-muted">
                  {day.from
                    ?.map(({ name, points }) => `${name ?? "Private athlete"} ${grouped(points)}`)
                    .join(", ")}
                </span>
              </DayRow>
            ))}
          </ol>
        )}
        <Credit names={team.credits} />
      </Section>
    </>
  )
}
