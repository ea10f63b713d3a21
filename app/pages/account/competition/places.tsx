import { useState } from "react"
import { countOf, grouped, ordinal } from "#content/amounts.ts"
import { competition } from "#content/competitions.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { BoardRow } from "../../leaderboard/board-row.tsx"
import { daysOf } from "../../leaderboard/days.ts"
import { useMyPlace } from "../../leaderboard/my-place.tsx"
import { useBoardToken } from "../../leaderboard/use-board-token.ts"
import { Failed } from "../failed.tsx"
import { Loading, Part } from "../part.tsx"
import { type OwnStanding, useStandings } from "./use-standings.ts"

/** The member's rank on each board, one of them expanded to show the neighbors; nothing while there is no rank. */
export function Places() {
  const { standings, failed, retry } = useStandings()
  const [chosen, setChosen] = useState<string | null>(null)
  const on = standings?.filter(({ points }) => points > 0) ?? []
  const open = on.find(({ slug }) => slug === chosen) ?? on[0]
  if (standings && on.length === 0) return null
  return (
    <Part
      title="My places"
      action={
        <ButtonLink to="/leaderboard" look="quiet">
          See the Leaderboard
        </ButtonLink>
      }
    >
      {failed && <Failed what="Your places" onRetry={retry} />}
      {!standings && !failed && <Loading />}
      {on.length > 0 && (
        <>
          <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            {on.map((standing) => (
              <li key={standing.slug}>
                <PlaceButton
                  standing={standing}
                  open={standing === open}
                  onOpen={() => setChosen(standing.slug)}
                />
              </li>
            ))}
          </ul>
          {open && <Neighbors key={open.slug} standing={open} />}
        </>
      )}
    </Part>
  )
}

function usePlace({ slug, points, activeDays }: OwnStanding) {
  const token = useBoardToken()
  return { token, place: useMyPlace(slug, token, `${points} ${activeDays}`)?.place ?? null }
}

function PlaceButton(props: { standing: OwnStanding; open: boolean; onOpen: () => void }) {
  const { standing, open } = props
  const { place } = usePlace(standing)
  return (
    <button
      type="button"
      aria-pressed={open}
      aria-controls="neighbors"
      onClick={props.onOpen}
      className={`flex h-full w-full cursor-pointer flex-col rounded-card border-2 p-4 text-left ${open ? "border-text bg-raised" : "border-line hover:border-text"}`}
    >
      <span className="label text-muted">{standing.name}</span>
      <span className="display figures mt-2 text-section leading-none">
        {place ? ordinal(place.rank) : "…"}
      </span>
      <span className="figures mt-2 text-small text-muted">
        {place && `of ${grouped(place.total)}, `}
        {countOf(standing.points, "point")}
      </span>
    </button>
  )
}

function Neighbors({ standing }: { standing: OwnStanding }) {
  const { place, token } = usePlace(standing)
  if (!place) return null
  // Days are in the athlete's time zone, so the newest may be ahead of the competition's.
  const dates = [new Date().toLocaleDateString("sv-SE"), dateOfCompetition()].sort()
  const today = dates.at(-1) ?? ""
  const hasYesterday = place.around.some(({ move }) => move !== null)
  const around = { board: standing.slug, days: daysOf(standing, today), today, hasYesterday, token }
  return (
    <section id="neighbors" aria-label={`Around me: ${standing.name}`} className="mt-6">
      <ol className="border-t-4 border-text">
        {place.around.map((row) => (
          <BoardRow key={row.key} row={row} mine={row.mine} {...around} />
        ))}
      </ol>
    </section>
  )
}

function dateOfCompetition(): string {
  return new Date().toLocaleDateString("sv-SE", { timeZone: competition.timeZone })
}
