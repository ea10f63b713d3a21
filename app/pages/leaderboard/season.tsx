import { data, Link } from "react-router"
import { countOf, grouped } from "#content/amounts.ts"
import { longDate, longSpan } from "#content/dates.ts"
import { passedOverRules } from "#content/reasons.ts"
import { site } from "#content/site.ts"
import { racesOf } from "#domain/competition/races/race.ts"
import { finishers } from "#domain/competition/seasons/finishers.ts"
import { seasonResults } from "#domain/competition/seasons/results.ts"
import type { LivePage } from "#domain/shown.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { ShareCard } from "../../cards/share-card.tsx"
import { world } from "../../context.ts"
import { cardMeta, pageMeta } from "../../document/meta.ts"
import { BackLink } from "../../ui/back-link.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { Credit } from "../../ui/credit.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { Section } from "../../ui/section.tsx"
import type { Route } from "./+types/season"
import { spanOf } from "./days.ts"
import { FinisherList } from "./finisher-list.tsx"
import { SampleMark } from "./sample-mark.tsx"
import { SideRaces } from "./side-race/side-races.tsx"
import { Winners } from "./winners.tsx"
import { WinnersCheck } from "./winners-check.tsx"

const linesPerPage = 100

/** The final table as any visitor sees it; `?after=` is the next page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const asked = Number(new URL(request.url).searchParams.get("after") ?? 0)
  const after = Number.isInteger(asked) && asked >= 0 && asked < 2 ** 31 ? asked : 0
  const to = context.get(world)
  const [found, finished, sideRaces] = await Promise.all([
    seasonResults(to, { slug: params.slug, after, limit: linesPerPage }),
    after === 0 ? finishers(to, params.slug) : null,
    after === 0 ? racesOf(to.db, params.slug) : [],
  ])
  if (!found.ok) throw data("There is no closed season with this name", { status: 404 })
  const { undisputedFrom, ...season } = found.results
  const undisputedAt = momentInWords(undisputedFrom)
  const siteUrl = to.settings.siteUrl
  const races = sideRaces.map(({ season, name, title, words, prize }) => ({
    season,
    name,
    title,
    words,
    prize,
  }))
  return { season: { ...season, undisputedAt }, finished, races, further: after > 0, siteUrl }
}

export const handle: LivePage = { shows: ["seasons", "members"], query: ["after"] }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Not found · ${site.name}` }, { name: "robots", content: "noindex" }]
  const { season } = loaderData
  const span = longSpan(season.from, season.to)
  const card = `${loaderData.siteUrl}/cards/seasons/${season.slug}.png`
  return [
    ...pageMeta({
      title: `Results, ${span}`,
      description: `${season.name}, ${span}: the winners, their prizes and the final table of ${countOf(season.athletes, "athlete")}.`,
    }),
    ...cardMeta(card, `The winners, ${span}`),
  ]
}

export default function Season({ loaderData: { season, finished, races, further } }: Route.ComponentProps) {
  const { winners, rows, passedOver, next } = season
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to="/leaderboard/seasons">All season results</BackLink>
      </div>
      <PageHead
        title={spanOf(season)}
        lead={`${season.name} of ${season.to.slice(0, 4)}. ${season.provisional ? "Its table has been final" : "Final"} since ${longDate(season.finalOn)}; activities that arrived later do not count.`}
        figure={{ value: grouped(season.athletes), label: season.athletes === 1 ? "athlete" : "athletes" }}
      />
      {!further && (
        <Section field="volt" title="Winners">
          <WinnersCheck season={season} />
          <Winners winners={winners} until={season.to} />
          {winners.length > 0 && (
            <div className="mt-10">
              <ShareCard
                card={`/cards/seasons/${season.slug}`}
                alt={`Card with the winners, ${spanOf(season)}`}
                name={season.slug}
              />
            </div>
          )}
        </Section>
      )}
      {finished && <FinisherList finished={finished} until={season.to} />}
      <SideRaces races={races} />
      <Section title="Final table">
        <table className="mt-8 w-full border-t border-line text-left">
          <thead className="text-small text-muted">
            <tr className="border-b border-line">
              <th scope="col" className="py-3 pr-5 font-normal">
                Rank
              </th>
              <th scope="col" className="py-3 font-normal">
                Athlete
              </th>
              <th scope="col" className="py-3 pl-4 text-right font-normal">
                Days
              </th>
              <th scope="col" className="py-3 pl-4 text-right font-normal">
                Points
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: rows are frozen, and unnamed ones have no other key
              <tr key={index} className="border-b border-line">
                <td className="display figures py-2 pr-5 text-card">{row.rank}</td>
                <td className="max-w-0 w-full py-2">
                  {row.athlete && row.name ? (
                    <span className="flex flex-wrap items-center gap-x-1.5">
                      <Link
                        to={`/leaderboard/athletes/${row.athlete}`}
                        className="min-w-0 py-2 font-semibold wrap-anywhere underline-offset-4 hover:underline"
                      >
                        {row.name}
                      </Link>
                      {row.sample && <SampleMark />}
                    </span>
                  ) : (
                    <span className="block py-2 text-muted">Private athlete</span>
                  )}
                  <Credit names={row.credits} />
                </td>
                <td className="figures py-2 pl-4 text-right text-muted">{row.activeDays ?? "–"}</td>
                <td className="display figures py-2 pl-4 text-right text-card">
                  {row.points === null ? "–" : grouped(row.points)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {(next !== null || further) && (
          <nav aria-label="Pages of the table" className="mt-8 flex flex-wrap gap-3">
            {further && (
              <ButtonLink to={`/leaderboard/seasons/${season.slug}`} look="plain">
                First page
              </ButtonLink>
            )}
            {next !== null && <ButtonLink to={`?after=${next}`}>Next page</ButtonLink>}
          </nav>
        )}
      </Section>
      <Section title="How it was decided" className="border-t border-line">
        <div className="mt-4 max-w-[58ch] space-y-4 text-lead">
          <p>
            Ruleset {season.ruleset}. Prizes go to the highest-placed athletes who are eligible.{" "}
            {passedOver.length === 0
              ? `Nobody ${season.provisional ? "has been passed over so far" : "was passed over"}.`
              : "Passed over, and why:"}
          </p>
          {passedOver.length > 0 && (
            <ul className="list-disc space-y-2 pl-5">
              {passedOver.map(({ rule, athletes }) => (
                <li key={rule}>
                  {countOf(athletes, "athlete")}: {passedOverRules[rule]}
                </li>
              ))}
            </ul>
          )}
          <p>
            <Link to="/leaderboard" className="underline underline-offset-4">
              See who is ahead now
            </Link>
          </p>
        </div>
      </Section>
    </>
  )
}
