import { useState } from "react"
import { countOf, grouped, ordinal } from "#content/amounts.ts"
import { competition, noPrize } from "#content/competitions.ts"
import { phaseOf } from "#content/running.ts"
import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { ClosesIn } from "../../../winning/closes-in.tsx"
import { FinishLine } from "../../../winning/finish-line.tsx"
import { GapLine } from "../../../winning/gap-line.tsx"
import { OwnEnded } from "../../../winning/own-ended.tsx"
import { PhaseMark } from "../../../winning/phase-mark.tsx"
import { useOwnRaces } from "../../../winning/use-own-races.ts"
import { BoardRow } from "../../leaderboard/board-row.tsx"
import { daysOf } from "../../leaderboard/days.ts"
import { useMyPlace } from "../../leaderboard/my-place.tsx"
import { useBoardToken } from "../../leaderboard/use-board-token.ts"
import { Failed } from "../failed.tsx"
import { Loading, Part } from "../part.tsx"
import { type OwnStanding, useStandings } from "./use-standings.ts"

/**
 * The member's races with place, gap, prize and time left, and the results of races that have just ended; then recent
 * training, which has no prize. Nothing if the member has no points.
 */
export function Places() {
  const { standings, failed, retry } = useStandings()
  const token = useBoardToken()
  const on = standings?.filter(({ points }) => points > 0) ?? []
  const { own } = useOwnRaces(token, on.map(({ slug, points }) => `${slug} ${points}`).join())
  const [chosen, setChosen] = useState<string | null>(null)
  const open = on.find(({ slug }) => slug === chosen) ?? on[0]
  const ended = own?.ended ?? []
  if (standings && on.length === 0 && ended.length === 0) return null
  const raceOn = ({ slug }: OwnStanding) => own?.races.find(({ board }) => board === slug)
  const rolling = on.filter(({ to }) => to === null)
  const button = (standing: OwnStanding) => (
    <li key={standing.slug}>
      <PlaceButton
        standing={standing}
        race={raceOn(standing)}
        open={standing === open}
        onOpen={() => setChosen(standing.slug)}
      />
    </li>
  )
  return (
    <Part
      id="race"
      title="My races"
      action={
        <ButtonLink to="/leaderboard" look="quiet">
          See the Leaderboard
        </ButtonLink>
      }
    >
      {failed && <Failed what="Your places" onRetry={retry} />}
      {!standings && !failed && <Loading />}
      {ended.map((season) => (
        <OwnEnded key={season.season} season={season} />
      ))}
      {on.length > 0 && (
        <>
          <ul className="grid gap-3 sm:grid-cols-2">{on.filter(({ to }) => to !== null).map(button)}</ul>
          {rolling.length > 0 && (
            <>
              <h3 className="label mt-6 mb-2 text-muted">{noPrize}</h3>
              <ul className="grid grid-cols-2 gap-3">{rolling.map(button)}</ul>
            </>
          )}
          {open && <Neighbors key={open.slug} standing={open} />}
        </>
      )}
    </Part>
  )
}

function usePlace({ slug, points, activeDays }: OwnStanding) {
  const token = useBoardToken()
  return { token, answer: useMyPlace(slug, token, `${points} ${activeDays}`) }
}

function PlaceButton(props: {
  standing: OwnStanding
  race: OwnRaces["races"][number] | undefined
  open: boolean
  onOpen: () => void
}) {
  const { standing, race, open } = props
  const { answer } = usePlace(standing)
  const place = answer?.place
  return (
    <div
      className={`h-full rounded-card border-2 ${open ? "border-text bg-raised" : "border-line hover:border-text"}`}
    >
      <button
        type="button"
        aria-pressed={open}
        aria-controls="neighbors"
        onClick={props.onOpen}
        className="flex w-full cursor-pointer flex-col p-4 text-left"
      >
        <span className="label flex flex-wrap items-center gap-2 text-muted">
          {standing.name}
          {race && <PhaseMark season={race} phase={phaseNow(race)} />}
        </span>
        <span className="display figures mt-2 text-section leading-none">
          {place ? ordinal(place.rank) : "…"}
        </span>
        <span className="figures mt-2 text-small text-muted">
          {place && `of ${grouped(place.total)}, `}
          {countOf(standing.points, "point")}
        </span>
      </button>
      {race && (
        <div className="px-4 pb-4">
          <GapLine gap={answer?.gap ?? null} />
          <FinishLine finish={race.finish} />
          <p className="mt-3 text-small">
            {race.prize ? `To win: ${race.prize}.` : "We are still choosing the prizes."}
          </p>
          <ClosesIn at={race.closesAt} lastDay="" daysLeft={2} className="mt-3" />
        </div>
      )}
    </div>
  )
}

function phaseNow({ opensAt, closesAt }: { opensAt: string; closesAt: string }) {
  return phaseOf({ opensAt: Date.parse(opensAt), closesAt: Date.parse(closesAt) }, Date.now())
}

function Neighbors({ standing }: { standing: OwnStanding }) {
  const { answer, token } = usePlace(standing)
  const place = answer?.place
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
