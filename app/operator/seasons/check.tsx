import { Link, redirect, useLoaderData } from "react-router"
import { kindWords } from "#content/activity-kinds.ts"
import { countOf, grouped } from "#content/amounts.ts"
import { type DayToCheck, isDoubtful } from "#domain/competition/seasons/days-to-check.ts"
import { clearWinnersDay, readWinnersCheck, whyNotClear } from "#domain/operator/winners-check.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { refused } from "../answer.ts"
import { readDone } from "../done.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { DoneLine } from "../frame/done-line.tsx"
import { Page } from "../frame/page.tsx"
import { undoFromDesk } from "../undo-from-desk.ts"
import { CheckedDay } from "./checked-day.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const seasons = await readWinnersCheck(world)
  const refusals = new Map<string, string | null>()
  for (const { athlete, doubtful } of seasons.flatMap(({ winners }) => winners)) {
    const code = doubtful > 0 ? await whyNotClear(world, operator, { athlete }) : null
    refusals.set(athlete, code && (words[code] ?? null))
  }
  return {
    done: await readDone(world, args.request),
    seasons: seasons.map((season) => ({
      slug: season.slug,
      settled: season.settled,
      ended: season.closesAt <= world.now(),
      closesAt: momentInWords(season.closesAt),
      awardsFrom: momentInWords(season.awardsFrom),
      winners: season.winners.map(({ days, ...winner }) => ({
        ...winner,
        notClear: refusals.get(winner.athlete) ?? null,
        points: days.reduce((sum, { points }) => sum + points, 0),
        days: days
          .filter(({ activities, seen }) => activities.length > 0 || seen.length > 0)
          .map((day) => ({
            on: day.on,
            points: day.points,
            change: day.change,
            seen: day.seen,
            doubtful: isDoubtful(day),
            cleared: day.cleared && `${day.cleared.by}, ${momentInWords(day.cleared.at)}`,
            activities: day.activities.map((one) => ({
              id: one.id,
              what: what(one),
              evidence: one.evidence,
              doubts: one.doubts,
            })),
          })),
      })),
    })),
  }
}

/** "07:10 Morning run: 62 min, 11.3 km", in the athlete's time. */
function what(given: DayToCheck["activities"][number]): string {
  const { name, kind, startedAt, utcOffsetS, movingS, distanceM } = given
  const time = new Date(startedAt.getTime() + utcOffsetS * 1000).toISOString().slice(11, 16)
  const km = distanceM > 0 ? `, ${grouped(Math.round(distanceM / 100) / 10)} km` : ""
  return `${time} ${name ?? kindWords[kind].noun}: ${grouped(Math.round(movingS / 60))} min${km}`
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const form = await args.request.formData()
  if (form.has("undo")) return undoFromDesk(args, "/seasons", { entry: form.get("undo"), words })
  const text = (name: string) => String(form.get(name) ?? "").slice(0, 200)
  const seen = form.getAll("seen").map(String)
  const cleared = await clearWinnersDay(world, operator, {
    season: text("season"),
    athlete: text("athlete"),
    on: text("on"),
    seen,
  })
  if (cleared.ok || cleared.code === "already_done") return redirect(`/seasons/check?done=${cleared.entry}`)
  return refused(cleared.code, words, args.request)
}

export default function WinnersCheck() {
  const { seasons, done } = useLoaderData<typeof loader>()
  const left = seasons.flatMap(({ winners }) => winners).reduce((sum, { doubtful }) => sum + doubtful, 0)
  const first = seasons
    .flatMap(({ slug, winners }) => winners.map((winner) => ({ slug, ...winner })))
    .flatMap(({ slug, athlete, days }) =>
      days.filter(({ doubtful }) => doubtful).map(({ on }) => `${slug} ${athlete} ${on}`),
    )[0]
  return (
    <Page
      title="Winners’ check"
      text={
        left === 0
          ? "Every day of the prospective winners is beyond doubt or has been checked."
          : `${countOf(left, "day")} to look at. A day with doubts must be checked before its prize is awarded.`
      }
    >
      <DoneLine done={done} action="/seasons/check" />
      <Answered />
      {seasons.length === 0 && (
        <p className="border border-line bg-raised px-5 py-8">
          Nothing to check. The prospective winners are here from a day before a season ends.
        </p>
      )}
      {seasons.map((season) => (
        <section key={season.slug} aria-label={season.slug} className="mb-10">
          <h2 className="font-semibold">
            <Link to={`/seasons/${season.slug}`}>{season.slug}</Link>
          </h2>
          <p className="mb-4 text-small text-muted">
            {season.settled
              ? "Undisputed places are awarded. These stay open until their days have been checked."
              : `${season.ended ? "Ended" : "Ends"} ${season.closesAt}. Undisputed places are awarded ${season.awardsFrom}.`}
          </p>
          {season.winners.length === 0 && <p className="text-small">Nobody would win a prize.</p>}
          <ol className="grid gap-8">
            {season.winners.map((winner) => (
              <li key={winner.place} className="border-t border-line pt-3">
                <h3 className="flex flex-wrap items-baseline gap-x-3">
                  <span className="display figures text-card">{winner.team ?? winner.place}</span>
                  <span className="font-semibold">{winner.name}</span>
                  <span className="figures text-small text-muted">
                    {`${countOf(winner.points, "point")}, ${
                      winner.doubtful === 0
                        ? "nothing left to look at"
                        : `${countOf(winner.doubtful, "day")} to look at`
                    }`}
                  </span>
                </h3>
                <ol className="mt-2 grid gap-2">
                  {winner.days.map((day) => (
                    <CheckedDay
                      key={day.on}
                      day={day}
                      season={season.slug}
                      athlete={winner.athlete}
                      name={winner.name}
                      notClear={winner.notClear}
                      isFirst={first === `${season.slug} ${winner.athlete} ${day.on}`}
                    />
                  ))}
                </ol>
              </li>
            ))}
          </ol>
        </section>
      ))}
    </Page>
  )
}
