import { data, Link, useRevalidator } from "react-router"
import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { shownRace } from "#domain/competition/seasons/shown-race.ts"
import { sponsorshipOf } from "#domain/competition/seasons/sponsorship.ts"
import { isOpen } from "#domain/competition/teams/founding.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, world } from "../../../context.ts"
import { cardMeta, pageMeta } from "../../../document/meta.ts"
import { BackLink } from "../../../ui/back-link.tsx"
import { ButtonLink } from "../../../ui/button.tsx"
import { PageHead } from "../../../ui/page-head.tsx"
import { Section } from "../../../ui/section.tsx"
import { SponsorAsk } from "../../../winning/sponsor-ask.tsx"
import { spanOf } from "../days.ts"
import { ShareRace } from "../share-race.tsx"
import { useBoardToken } from "../use-board-token.ts"
import type { Route } from "./+types/page"
import { AthleteTable } from "./athlete-table.tsx"
import { GoalBar } from "./goal-bar.tsx"
import { goalIsRunning, phaseOfRace, phaseSentences } from "./race-phase.ts"
import { ruleInWords } from "./rule-in-words.ts"
import { TeamPrize } from "./team-prize.tsx"
import { TeamTable } from "./team-table.tsx"
import { useEvery } from "./use-every.ts"

const rowsPerPage = 50
/** Interval between two reads of a running race. */
const everyMs = 4_000

/** A side race as any visitor sees it; `?after=` is the next page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const asked = Number(new URL(request.url).searchParams.get("after") ?? 0)
  const after = Number.isInteger(asked) && asked >= 0 && asked < 2 ** 31 ? asked : 0
  const to = context.get(world)
  const open = context.get(boards)
  const found = await shownRace(to, open, {
    ...{ season: params.season, name: params.name, viewer: null },
    ...{ after, limit: rowsPerPage },
  })
  if (!found) throw data("There is no such race", { status: 404 })
  const { siteUrl } = to.settings
  const sponsorship = await sponsorshipOf(to.db, { season: params.season, race: params.name })
  const { race } = found
  const founding = race.entrants === "captains" && isOpen(race, to.now())
  return { shown: found, sponsorship, phase: phaseOfRace(race, to.now()), founding, after, siteUrl }
}

export const handle: LivePage = { shows: ["boards", "seasons", "members"], query: ["after"] }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Not found · ${site.name}` }, { name: "robots", content: "noindex" }]
  const {
    shown: { race },
    siteUrl,
  } = loaderData
  const path = `races/${race.season}/${race.name}`
  return [
    ...pageMeta({ title: `${race.title}, ${spanOf(race)}`, description: race.words }),
    ...cardMeta(`${siteUrl}/cards/${path}.png`, `${race.title}: who is in the lead, and until when it goes`),
    {
      tagName: "link",
      rel: "alternate",
      type: "application/rss+xml",
      title: `Results of ${race.title}`,
      href: `/leaderboard/${path}/rss.xml`,
    },
  ]
}

export default function SideRacePage({ loaderData }: Route.ComponentProps) {
  const { shown, sponsorship, phase, founding, after } = loaderData
  const { race } = shown
  const token = useBoardToken()
  const { revalidate } = useRevalidator()
  useEvery(everyMs, revalidate, phase === "running" && after === 0)
  const athletes = shown.kind === "goal" ? shown.givers : shown.kind === "athletes" ? shown.total : 0
  const count =
    shown.kind === "teams"
      ? shown.rows.length > 0 && countOf(shown.rows.length, "team")
      : athletes > 0 && countOf(athletes, "athlete")
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to="/leaderboard">Leaderboard</BackLink>
      </div>
      <PageHead title={race.title} lead={race.words} />
      <Section>
        <p className="text-muted">
          {[spanOf(race), count].filter(Boolean).join(", ")}.{" "}
          {shown.kind === "goal" && phase === "running" ? goalIsRunning : phaseSentences[phase]}
          {race.prize === null && " It has no prize."}
        </p>
        {sponsorship && (
          <div className="max-w-[58ch]">
            <SponsorAsk
              sponsorship={{ ...sponsorship, asks: sponsorship.asks && phase !== "final" }}
              race="this race"
            />
          </div>
        )}
        {race.entrants === "captains" && (phase === "upcoming" || phase === "running") && (
          // Once rosters are locked, it is of use to members alone.
          <p className={`mt-6 ${founding ? "" : "hidden in-data-session:block"}`}>
            <ButtonLink to={`/account/team/${race.season}/${race.name}`}>My team</ButtonLink>
          </p>
        )}
        {shown.kind === "teams" && race.prize !== null && <TeamPrize race={race} winners={shown.winners} />}
        {shown.kind === "teams" && <TeamTable race={race} teams={shown.rows} founding={founding} />}
        {shown.kind === "goal" && <GoalBar race={race} goal={shown} token={token} />}
        {shown.kind === "athletes" && (
          <AthleteTable
            race={race}
            rows={shown.rows}
            next={shown.next}
            after={after}
            final={phase === "final"}
            token={token}
          />
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
      <ShareRace
        name={`race “${race.title}”`}
        path={`races/${race.season}/${race.name}`}
        card={`/cards/races/${race.season}/${race.name}.png`}
        frame={`/embed/races/${race.season}/${race.name}`}
        json={`/boards/races/${race.season}/${race.name}.json`}
      />
    </>
  )
}
