import { Link, useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { readSeasons } from "#domain/operator/read-seasons.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Page } from "../frame/page.tsx"
import { seasonStates } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  const now = world.now().getTime()
  const seasons = await readSeasons(world)
  return seasons.map((one) => {
    const [from, to] = [one.opensAt.getTime(), one.closesAt.getTime()]
    return {
      slug: one.slug,
      series: one.series,
      from: one.from,
      to: one.to,
      status: one.status,
      athletes: one.athletes,
      prizes: one.prizes,
      shipped: one.shipped,
      graceEndsAt: momentInWords(one.graceEndsAt),
      done: Math.round(Math.min(1, Math.max(0, (now - from) / (to - from))) * 100),
    }
  })
}

export default function Seasons() {
  const seasons = useLoaderData<typeof loader>()
  return (
    <Page
      title="Seasons"
      text="Seasons close automatically when their grace period ends. Their winners are checked before prizes are awarded."
      action={
        <span className="flex flex-wrap gap-x-5">
          <Link
            to="/seasons/dates/races"
            data-key="d"
            data-says="Races with dates of their own"
            className="inline-flex min-h-11 items-center text-small"
          >
            Other races
          </Link>
          <Link
            to="/seasons/series"
            data-key="s"
            data-says="Races that repeat"
            className="inline-flex min-h-11 items-center text-small"
          >
            Races that repeat
          </Link>
          <Link
            to="/seasons/sponsors"
            data-key="o"
            data-says="Sponsors"
            className="inline-flex min-h-11 items-center text-small"
          >
            Sponsors
          </Link>
          <Link
            to="/seasons/check"
            data-key="w"
            data-says="Winners’ check"
            className="inline-flex min-h-11 items-center text-small"
          >
            Winners’ check
          </Link>
          <Link
            to="/seasons/prizes"
            data-key="p"
            data-says="Prizes"
            className="inline-flex min-h-11 items-center text-small"
          >
            All prizes
          </Link>
        </span>
      }
    >
      {seasons.length === 0 ? (
        <p className="border border-line bg-raised px-5 py-8">
          No seasons yet. The first begins on the first day of its series.
        </p>
      ) : (
        <ol className="border-b border-line">
          {seasons.map((one) => (
            <li key={one.slug} className="border-t border-line">
              <Link
                to={`/seasons/${one.slug}`}
                className="grid gap-x-6 gap-y-1 py-3 text-small no-underline hover:bg-raised md:grid-cols-[14rem_12rem_minmax(0,1fr)_auto]"
              >
                <span className="font-semibold">{one.slug}</span>
                <span className="figures text-muted">{`${one.from} to ${one.to}`}</span>
                <span>
                  <span className="block h-1.5 bg-line">
                    <span className="block h-full bg-mark" style={{ width: `${one.done}%` }} />
                  </span>
                  <span className="mt-1 block">
                    {seasonStates[one.status]}
                    {(one.status === "open" || one.status === "grace") && `; closes ${one.graceEndsAt}`}
                  </span>
                </span>
                <span className="figures text-muted">
                  {countOf(one.athletes, "athlete")}
                  {one.prizes > 0 && `, ${one.shipped} of ${countOf(one.prizes, "prize")} shipped`}
                </span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </Page>
  )
}
