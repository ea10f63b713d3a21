import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { longSpan } from "#content/dates.ts"
import { closedSeasons } from "#domain/competition/seasons/results.ts"
import type { LivePage } from "#domain/shown.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { BackLink } from "../../ui/back-link.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { Section } from "../../ui/section.tsx"
import type { Route } from "./+types/seasons"
import { Winners } from "./winners.tsx"
import { WinnersCheck } from "./winners-check.tsx"

/** Every closed season as any visitor sees it. */
export async function loader({ context }: Route.LoaderArgs) {
  const seasons = await closedSeasons(context.get(world))
  return {
    seasons: seasons.map(({ undisputedFrom, ...season }) => ({
      ...season,
      undisputedAt: momentInWords(undisputedFrom),
    })),
  }
}

export const handle: LivePage = { shows: ["seasons", "members"] }

export const meta = () => [
  ...pageMeta({
    title: "Season results",
    description: "The winners and the final table of every closed season.",
  }),
  {
    tagName: "link",
    rel: "alternate",
    type: "application/rss+xml",
    title: "Season results",
    href: "/leaderboard/seasons/rss.xml",
  },
]

export default function Seasons({ loaderData: { seasons } }: Route.ComponentProps) {
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to="/leaderboard">Back to the Leaderboard</BackLink>
      </div>
      <PageHead
        title="Season results"
        lead="When a season closes, its table becomes final. We check the winners, and the prizes go out. Here are the results so far."
        {...(seasons.length > 0
          ? { figure: { value: String(seasons.length), label: seasons.length === 1 ? "season" : "seasons" } }
          : {})}
      />
      <Section>
        {seasons.length === 0 ? (
          <div className="max-w-[58ch]">
            <p className="text-lead text-muted">
              No season has closed yet. The first one is underway. See who is ahead.
            </p>
            <div className="mt-8">
              <ButtonLink to="/leaderboard">See the Leaderboard</ButtonLink>
            </div>
          </div>
        ) : (
          <ol className="grid gap-16">
            {seasons.map((season) => (
              <li key={season.slug} className="border-t-4 border-text pt-5">
                <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-2">
                  <h2 className="display text-card">
                    <Link
                      to={`/leaderboard/seasons/${season.slug}`}
                      className="inline-block py-2 underline-offset-4 hover:underline"
                    >
                      {longSpan(season.from, season.to)}
                    </Link>
                  </h2>
                  <p className="text-small text-muted">
                    {season.name}, {countOf(season.athletes, "athlete")}
                  </p>
                </div>
                <WinnersCheck season={season} />
                <Winners winners={season.winners} />
              </li>
            ))}
          </ol>
        )}
      </Section>
    </>
  )
}
