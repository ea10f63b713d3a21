import { data, Link } from "react-router"
import { countOf, grouped, ordinal, rankAmong } from "#content/amounts.ts"
import { knownAthletes } from "#content/board-athletes.ts"
import { noPrize, rollingBoards } from "#content/competitions.ts"
import { longSpan } from "#content/dates.ts"
import { site } from "#content/site.ts"
import { athletePage } from "#domain/community/athlete-page.ts"
import { athleteResults } from "#domain/competition/boards/athlete-results.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import type { Explained } from "#domain/competition/scoring/explain.ts"
import type { LivePage } from "#domain/shown.ts"
import { ShareCard } from "../../cards/share-card.tsx"
import { useCheers } from "../../community/use-cheers.ts"
import { boards, words, world } from "../../context.ts"
import { useDocument } from "../../document/document.tsx"
import { cardMeta, pageMeta } from "../../document/meta.ts"
import { useRead } from "../../live/use-read.ts"
import { Figure } from "../../people/figure.tsx"
import { BackLink } from "../../ui/back-link.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { Credit } from "../../ui/credit.tsx"
import { ShareLink } from "../../ui/share-link.tsx"
import { behind } from "../../winning/behind.ts"
import type { Route } from "./+types/athlete"
import { AboutAthlete } from "./about-athlete.tsx"
import { AthleteStory } from "./athlete-story.tsx"
import { DayBars } from "./day-bars.tsx"
import { DemoMark } from "./demo-mark.tsx"
import { Photo } from "./photo.tsx"
import { readBoard } from "./read-board.ts"
import { useBoardToken } from "./use-board-token.ts"
import { DayReasons } from "./why.tsx"

const rolling = new Set(rollingBoards.map(({ slug }) => slug))

/** The number of days shown; earlier ones are collapsed. */
const week = 7

/**
 * The data that any visitor may see. Athletes visible only to members have no page here; members load it in the
 * browser.
 */
export async function loader({ context, params }: Route.LoaderArgs) {
  const to = context.get(world)
  const today = competitionDay(to.now())
  const found = await athleteResults(to, context.get(boards), { athlete: params.slug, today })
  const { siteUrl } = to.settings
  if (!found.ok)
    return data(
      { results: null, about: null, page: null, today, slug: params.slug, siteUrl },
      { status: 404 },
    )
  const about =
    knownAthletes(context.get(words).list("athletes"), { samples: found.results.demo })[params.slug] ?? null
  const page = (await athletePage(to, { athlete: params.slug, viewer: null })) ?? null
  return data({ results: found.results, about, page, today, slug: params.slug, siteUrl })
}

export const handle: LivePage = { shows: ["boards", "members", "seasons"], onReplica: true }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const results = loaderData?.results
  if (!results) return [{ title: `Not shown · ${site.name}` }, { name: "robots", content: "noindex" }]
  const [place] = results.places
  const who = results.demo ? `${results.name} (sample athlete)` : results.name
  const card = `${loaderData.siteUrl}/cards/athletes/${results.slug}.png`
  return [
    ...pageMeta({
      title: `${who} in the competition`,
      description: place
        ? `${who} is ${rankAmong(place)} in the ${place.name.toLowerCase()}${rolling.has(place.board) ? " of training" : ""} with ${countOf(place.points, "point")}. See what earned every day’s points.${place.credits.length > 0 ? ` Data: ${place.credits.join(", ")}.` : ""}`
        : `${who}’s days and seasons in the ${site.name} competition.`,
      type: "profile",
    }),
    ...cardMeta(card, `${who}’s place on the board`),
  ]
}

export default function Athlete({ loaderData: { results, ...loaded } }: Route.ComponentProps) {
  if (!results) return <ForMembers slug={loaded.slug} />
  return <Shown results={results} {...loaded} />
}

type Loaded = Route.ComponentProps["loaderData"]

function Shown(props: Omit<Loaded, "results" | "siteUrl"> & { results: NonNullable<Loaded["results"]> }) {
  const { results, about, page, today, slug } = props
  const cheers = useCheers([slug], { days: 60 })
  // One of the two has blocked the other. The page is the same for everybody, so it was loaded with the name.
  if (cheers?.isUnseen(slug)) return <ForMembers slug={slug} isUnseen />
  const { name, places, streak, days, seasons } = results
  return (
    <>
      <header className="field-ink gutter pt-8 pb-[clamp(2.5rem,5vw,5rem)]">
        <BackLink to="/leaderboard">Back to the Leaderboard</BackLink>
        <div className="mt-8 flex flex-wrap items-start gap-x-8 gap-y-5">
          {results.photo ? (
            <Photo version={results.photo} name={name} slug={slug} />
          ) : (
            <Figure figure={results.figure} athlete={slug} large className="size-28 sm:size-40" />
          )}
          <div className="min-w-0">
            <h1 className="display text-title wrap-anywhere">{name}</h1>
            {about && (
              <p className="mt-2">
                {about.sport}.{" "}
                <Link to={`/athletes/${about.id}`} prefetch="intent" className="underline underline-offset-4">
                  Profile of {name}
                </Link>
              </p>
            )}
            {page && <AboutAthlete page={page} />}
          </div>
        </div>
        {results.demo && (
          <div className="mt-4">
            <DemoMark />
          </div>
        )}
        <dl className="mt-10 grid grid-cols-2 gap-px border-y border-line lg:grid-cols-5">
          {places.map((place) => (
            <div key={place.board} className="flex flex-col-reverse justify-end py-6 pr-4">
              <dt className="mt-2 text-small text-muted">
                {place.name}
                {rolling.has(place.board) && <span className="block">{noPrize}</span>}
                <span className="figures block">
                  {countOf(place.points, "point")}
                  {place.total === 1
                    ? ", nobody else has any yet"
                    : ` among ${grouped(place.total)} athletes`}
                </span>
                {place.ahead && (
                  <span className="block font-semibold break-keep wrap-anywhere text-text">
                    {behind(place.ahead.points, place.ahead.name)}
                    <Credit names={place.ahead.credits} />
                  </span>
                )}
                <Credit names={place.credits} />
              </dt>
              <dd className="display figures text-figure text-volt">{ordinal(place.rank)}</dd>
            </div>
          ))}
          <div className="flex flex-col-reverse justify-end py-6 pr-4">
            <dt className="mt-2 text-small text-muted">
              {streak.current === 1 ? "active day" : "active days"} in a row
              <span className="figures block">longest: {streak.longest}</span>
            </dt>
            <dd className="display figures text-figure">{streak.current}</dd>
          </div>
        </dl>
        {places.length === 0 && (
          <p className="mt-6 max-w-[54ch] text-muted">Not on any of the current boards right now.</p>
        )}
      </header>
      <section className="gutter py-section">
        <h2 className="display text-section">Points by day</h2>
        <DayBars days={days} today={today} />
        <div className="mt-10">
          <DayReasons days={days.slice(0, week)} athlete={slug} cheers={cheers} />
          {days.length > week && (
            <details className="group">
              <summary className="label flex min-h-14 cursor-pointer items-center underline decoration-2 underline-offset-[0.4em] group-open:hidden">
                {countOf(days.length - week, "earlier day")}
              </summary>
              <DayReasons days={days.slice(week)} athlete={slug} cheers={cheers} />
            </details>
          )}
        </div>
      </section>
      {page && <AthleteStory page={page} />}
      <section className="gutter pb-section">
        <h2 className="display text-section">Seasons</h2>
        {seasons.length === 0 ? (
          <p className="mt-4 max-w-[54ch] text-muted wrap-anywhere">
            No season with {name} has closed yet. When one does, the result will appear here for good.
          </p>
        ) : (
          <Seasons seasons={seasons} />
        )}
        <Share name={name} slug={slug} />
        <p className="mt-6 print:hidden">
          <Link
            to={`/leaderboard/athletes/${slug}/cheer`}
            className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
          >
            {`Cheer, block or report ${name}`}
          </Link>
        </p>
      </section>
    </>
  )
}

function Seasons({
  seasons,
}: {
  seasons: {
    slug: string
    name: string
    from: string
    to: string
    rank: number
    points: number
    activeDays: number
    credits: string[]
  }[]
}) {
  return (
    <ol className="mt-8 border-t border-line">
      {seasons.map((season) => (
        <li
          key={season.slug}
          className="grid grid-cols-[minmax(4.5rem,max-content)_minmax(0,1fr)_auto] items-baseline gap-x-4 border-b border-line py-4"
        >
          <span className="display figures text-card whitespace-nowrap">{ordinal(season.rank)}</span>
          <span>
            <span className="font-semibold">{season.name}</span>
            <span className="figures block text-small text-muted">
              {longSpan(season.from, season.to)}, {countOf(season.activeDays, "active day")}
            </span>
            <Credit names={season.credits} />
          </span>
          <span className="display figures text-card">{grouped(season.points)}</span>
        </li>
      ))}
    </ol>
  )
}

function Share({ name, slug }: { name: string; slug: string }) {
  const { origin } = useDocument()
  const address = `${origin}/leaderboard/athletes/${slug}`
  return (
    <div className="mt-14 border-y border-line py-4 print:hidden">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
        <h2 className="label">Share this place</h2>
        <ShareLink address={address} title={`${name} in the ${site.name} competition`} />
      </div>
      <div className="mt-4">
        <ShareCard
          card={`/cards/athletes/${slug}`}
          alt={`Card with ${name}’s place on the board`}
          name={slug}
        />
      </div>
      <p className="pt-3 text-small text-muted">
        Links to <span className="break-all text-text">{address}</span> show this card.
      </p>
    </div>
  )
}

/** Not found for visitors; members may see more. @param isUnseen the member is known to see nothing either */
function ForMembers({ slug, isUnseen = false }: { slug: string; isUnseen?: boolean }) {
  const token = useBoardToken()
  const read = (signal: AbortSignal) =>
    readBoard<Explained>(`last-14-days/athletes/${slug}.json`, token, signal)
  const explained = useRead(token && !isUnseen ? `${slug} ${token}` : null, read).value
  const cheers = useCheers([explained ? slug : null], { days: 14 })
  return (
    <section className="gutter min-h-[70svh] py-section">
      <BackLink to="/leaderboard">Back to the Leaderboard</BackLink>
      <h1 className="display mt-8 text-title">{explained?.athlete.name ?? "Not shown"}</h1>
      {explained ? (
        <>
          <p className="mt-4 max-w-[54ch] text-muted">
            {explained.athlete.mine
              ? "Visitors cannot see this page: you are shown to members only or to nobody, or some of your training comes from a service whose terms do not allow it. Here are your last two weeks."
              : "The last two weeks, shown to members of the competition."}
          </p>
          {explained.athlete.mine && (
            <ButtonLink to="/account" look="quiet" className="mt-5">
              Who can see me
            </ButtonLink>
          )}
          <div className="mt-8">
            {explained.days.length > 0 ? (
              <DayReasons days={explained.days} athlete={slug} cheers={cheers} />
            ) : (
              <p className="text-muted">There are no points to show for the last two weeks.</p>
            )}
          </div>
          {!explained.athlete.mine && (
            <ButtonLink to={`/leaderboard/athletes/${slug}/cheer`} look="quiet" className="mt-8">
              Cheer, block or report
            </ButtonLink>
          )}
        </>
      ) : (
        <>
          <p className="mt-4 max-w-[54ch] text-lead text-muted">
            There is no such athlete, or they share their training with members only or with nobody.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/leaderboard">See the Leaderboard</ButtonLink>
            {token === null && (
              <ButtonLink to="/auth" look="plain">
                Sign in
              </ButtonLink>
            )}
          </div>
        </>
      )}
    </section>
  )
}
