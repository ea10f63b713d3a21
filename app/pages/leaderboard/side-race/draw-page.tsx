import { data } from "react-router"
import { countOf, grouped } from "#content/amounts.ts"
import { drawSteps } from "#domain/competition/teams/draw-steps.ts"
import type { LivePage } from "#domain/shown.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { BackLink } from "../../../ui/back-link.tsx"
import { PageHead } from "../../../ui/page-head.tsx"
import { Section } from "../../../ui/section.tsx"
import type { Route } from "./+types/draw-page"

/** Each step of the draw of a team race, so that anybody can repeat it. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await drawSteps(context.get(world), { season: params.season, name: params.name })
  if (!found.ok) throw data("There is no such draw", { status: 404 })
  const { race, steps, byHand } = found
  return { race: { season: race.season, name: race.name, title: race.title }, steps, byHand }
}

export const handle: LivePage = { shows: ["seasons", "members"] }

export const meta: Route.MetaFunction = () =>
  pageMeta({ title: "How the teams were drawn", description: "Every step of the draw, without chance." })

export default function DrawPage({ loaderData: { race, steps, byHand } }: Route.ComponentProps) {
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to={`/leaderboard/races/${race.season}/${race.name}`}>{race.title}</BackLink>
      </div>
      <PageHead
        title="How the teams were drawn"
        lead="Without chance: the same points and the same order of joining always give the same teams."
      />
      <Section>
        <ol className="max-w-[58ch] list-decimal space-y-2 pl-5 text-lead">
          <li>
            The strongest athlete is picked first: by last season’s points, or by 85% of the best of the last
            six seasons. A day counts up to 100 points, as it does in the race.
          </li>
          <li>
            Athletes without points are placed in the middle of those who have some. Ties go to the athlete
            who joined earlier.
          </li>
          <li>
            Each pick goes to the team with the fewest members and, among those, the fewest points so far.
            That is why the first two rounds run from the first team to the last and back.
          </li>
          <li>
            Two athletes who named each other in their settings are picked together, by the average of their
            points. In a race with a prize, everybody is drawn separately.
          </li>
        </ol>
        {byHand > 0 && (
          <p className="mt-6 max-w-[58ch] text-lead">
            {`After the draw and before the season, an operator moved ${countOf(byHand, "athlete")} by hand. They have no pick below, and share no prize of a team.`}
          </p>
        )}
        <table className="mt-10 w-full border-t-4 border-text text-left">
          <thead className="text-small text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-3 pr-4 font-normal">
                Pick
              </th>
              <th scope="col" className="py-3 font-normal">
                Athlete
              </th>
              <th scope="col" className="py-3 pl-4 text-right font-normal">
                Points
              </th>
              <th scope="col" className="py-3 pl-4 font-normal">
                Team
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ pick, name, points, pairMean, team, teamPoints }) => (
              <tr key={pick} className="border-b border-line">
                <td className="figures py-2.5 pr-4">{pick}</td>
                <td className="max-w-0 w-full py-2.5 wrap-anywhere">
                  {name ?? <span className="text-muted">Private athlete</span>}
                </td>
                <td className="figures py-2.5 pl-4 text-right whitespace-nowrap">
                  {points === null ? "–" : grouped(points)}
                  {pairMean !== null && <span className="block text-small text-muted">pair: {pairMean}</span>}
                </td>
                <td className="py-2.5 pl-4">
                  {team}
                  {teamPoints !== null && teamPoints > 0 && (
                    <span className="figures block whitespace-nowrap text-small text-muted">
                      {grouped(teamPoints)} so far
                    </span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
    </>
  )
}
