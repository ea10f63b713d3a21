import { data, Link, useRevalidator } from "react-router"
import { countOf } from "#content/amounts.ts"
import { site } from "#content/site.ts"
import { racePage } from "#domain/competition/races/page.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, world } from "../../../context.ts"
import { pageMeta } from "../../../meta.ts"
import { BackLink } from "../../../ui/back-link.tsx"
import { ButtonLink } from "../../../ui/button.tsx"
import { PageHead } from "../../../ui/page-head.tsx"
import { Section } from "../../../ui/section.tsx"
import { spanOf } from "../days.ts"
import { useBoardToken } from "../use-board-token.ts"
import type { Route } from "./+types/page"
import { OwnRacePlace } from "./own-race-place.tsx"
import { ruleInWords } from "./rule-in-words.ts"
import { SideRaceRow } from "./side-race-row.tsx"
import { useEvery } from "./use-every.ts"

const rowsPerPage = 50
/** Between two looks at a running race. */
const everyMs = 5_000

/** A side race as any visitor sees it; `?after=` is the next page. */
export async function loader({ context, params, request }: Route.LoaderArgs) {
  const asked = Number(new URL(request.url).searchParams.get("after") ?? 0)
  const after = Number.isInteger(asked) && asked >= 0 && asked < 2 ** 31 ? asked : 0
  const to = context.get(world)
  const { raceTables } = context.get(boards)
  const address = { season: params.season, name: params.name }
  const found = await racePage(to, raceTables, { ...address, viewer: null, after, limit: rowsPerPage })
  if (!found.ok) throw data("There is no such race", { status: 404 })
  const { race, ...page } = found.page
  const now = to.now()
  const phase = race.closedAt
    ? "final"
    : now < race.opensAt
      ? "upcoming"
      : now < race.closesAt
        ? "running"
        : "late"
  return { race, ...page, after, phase } as const
}

export const handle: LivePage = { shows: ["boards", "seasons", "members"], query: ["after"] }

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return [{ title: `Not found · ${site.name}` }, { name: "robots", content: "noindex" }]
  const { race, total } = loaderData
  return pageMeta({
    title: `${race.title}, ${spanOf(race)}`,
    description: `${race.words} ${countOf(total, "athlete")} so far.`,
  })
}

const phases = {
  upcoming: "It has not begun yet.",
  running: "Running. The table follows within seconds.",
  late: "Over. Activities that arrive late still count until the season closes.",
  final: "Final. Activities that arrive now do not count.",
}

export default function SideRacePage({ loaderData }: Route.ComponentProps) {
  const { race, rows, total, next, after, phase } = loaderData
  const token = useBoardToken()
  const { revalidate } = useRevalidator()
  useEvery(everyMs, revalidate, phase === "running" && after === 0)
  const path = `/leaderboard/races/${race.season}/${race.name}`
  const withheld = rows.some(({ value }) => value === null)
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to="/leaderboard">Leaderboard</BackLink>
      </div>
      <PageHead title={race.title} lead={race.words} />
      <Section>
        <p className="text-muted">
          {spanOf(race)}, {countOf(total, "athlete")}. {phases[phase]} It has no prize.
        </p>
        <OwnRacePlace
          path={`races/${race.season}/${race.name}`}
          metric={race.metric}
          token={token}
          state={JSON.stringify(rows.map(({ value }) => value))}
        />
        {rows.length === 0 ? (
          <p className="mt-8 max-w-[52ch] border-t border-line pt-8 text-lead">
            {phase === "final"
              ? "Nobody has a place in this race."
              : "The table begins with the first activity that counts for this race."}
          </p>
        ) : (
          <ol className="mt-8 border-t-4 border-text">
            {rows.map((row) => (
              <SideRaceRow key={row.key} row={row} race={race} token={token} />
            ))}
          </ol>
        )}
        {withheld && (
          <p className="mt-4 max-w-[58ch] text-small text-muted">
            Some values are shown to members only, as the terms of the services that they come from require.
          </p>
        )}
        {(next !== null || after > 0) && (
          <nav aria-label="Pages of the table" className="mt-8 flex flex-wrap gap-3">
            {after > 0 && (
              <ButtonLink to={path} look="plain">
                First page
              </ButtonLink>
            )}
            {next !== null && <ButtonLink to={`?after=${next}`}>Next page</ButtonLink>}
          </nav>
        )}
      </Section>
      <Section title="How it is counted" className="border-t border-line">
        <ul className="mt-4 max-w-[58ch] list-disc space-y-2 pl-5 text-lead">
          {ruleInWords(race).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="mt-6">
          <Link to="/leaderboard" className="underline underline-offset-4">
            The races with prizes
          </Link>
        </p>
      </Section>
    </>
  )
}
