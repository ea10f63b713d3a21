import { useState } from "react"
import { useSearchParams } from "react-router"
import { countOf, grouped, ordinal } from "#content/amounts.ts"
import { noPrize } from "#content/competitions.ts"
import { longDay, weekday } from "#content/dates.ts"
import { phaseOf } from "#content/running.ts"
import type { OwnPlace, OwnPlaces } from "#domain/competition/account/places.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { ClosesIn } from "../../../winning/closes-in.tsx"
import { FinishLine } from "../../../winning/finish-line.tsx"
import { GapLine } from "../../../winning/gap-line.tsx"
import { OwnEnded } from "../../../winning/own-ended.tsx"
import { PhaseMark } from "../../../winning/phase-mark.tsx"
import { BoardRow } from "../../leaderboard/board-row.tsx"
import { daysOf } from "../../leaderboard/days.ts"
import { useBoardToken } from "../../leaderboard/use-board-token.ts"
import { Part } from "../part.tsx"

/**
 * The member's races with place, gap, prize and time left, those in which they have no points yet, and the results of races that
 * have just ended; then recent training, which has no prize. Nothing if the member has no points anywhere.
 */
export function Places({ places, loadedAt }: { places: OwnPlaces; loadedAt: string }) {
  const { open, waiting, ended, today } = places
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState(params.get("board"))
  const shown = open.find(({ slug }) => slug === chosen) ?? open[0]
  if (open.length + ended.length === 0) return null
  const rolling = open.filter(({ race }) => race === null)
  const button = (place: OwnPlace) => (
    <li key={place.slug}>
      <PlaceButton
        place={place}
        loadedAt={loadedAt}
        open={place === shown}
        onOpen={() => setChosen(place.slug)}
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
      {ended.map((season) => (
        <OwnEnded key={season.season} season={season} />
      ))}
      {open.length + waiting.length > 0 && (
        <form
          onSubmit={(event) => event.preventDefault()}
          // Without scripts, the button loads the page with the chosen board.
          action="/account#neighbors"
        >
          <ul className="grid gap-3 sm:grid-cols-2">
            {waiting.map(({ slug, name, race }) => (
              <li key={slug} data-waiting={slug} className="rounded-card border-2 border-dashed border-line">
                <div className="p-4">
                  <RaceLabel name={name} race={race} loadedAt={loadedAt} />
                  <p className="display mt-2 text-card leading-tight">No points yet</p>
                </div>
                <AboutRace race={race} />
              </li>
            ))}
            {open.filter(({ race }) => race !== null).map(button)}
          </ul>
          {rolling.length > 0 && (
            <>
              <h3 className="label mt-6 mb-2 text-muted">{noPrize}</h3>
              <ul className="grid grid-cols-2 gap-3">{rolling.map(button)}</ul>
            </>
          )}
        </form>
      )}
      {shown && <Neighbors key={shown.slug} place={shown} today={today} />}
    </Part>
  )
}

function PlaceButton(props: { place: OwnPlace; loadedAt: string; open: boolean; onOpen: () => void }) {
  const { place, loadedAt, open } = props
  const { race } = place
  return (
    <div
      className={`h-full rounded-card border-2 ${open ? "border-text bg-raised" : "border-line hover:border-text"}`}
    >
      <button
        type="submit"
        name="board"
        value={place.slug}
        aria-pressed={open}
        aria-controls="neighbors"
        onClick={props.onOpen}
        className="flex w-full cursor-pointer flex-col p-4 text-left"
      >
        <RaceLabel name={place.name} race={race} loadedAt={loadedAt} />
        <span className="display figures mt-2 text-section leading-none">{ordinal(place.rank)}</span>
        <span className="figures mt-2 text-small text-muted">
          {place.total === 1 ? "so far" : `of ${grouped(place.total)}`}, {countOf(place.points, "point")}
        </span>
      </button>
      {race && <AboutRace race={race} />}
    </div>
  )
}

function RaceLabel(props: { name: string; race: OwnPlace["race"]; loadedAt: string }) {
  const { name, race, loadedAt } = props
  const season = race && { opensAt: Date.parse(race.opensAt), closesAt: Date.parse(race.closesAt) }
  return (
    <span className="label flex flex-wrap items-center gap-2 text-muted">
      {name}
      {race && season && <PhaseMark season={race} phase={phaseOf(season, Date.parse(loadedAt))} />}
    </span>
  )
}

/** The gap, the way to being a finisher, the prize and the time left. */
function AboutRace({ race }: { race: NonNullable<OwnPlace["race"]> }) {
  return (
    <div className="px-4 pb-4">
      <GapLine gap={race.gap} />
      <FinishLine finish={race.finish} />
      <p className="mt-3 text-small">
        {race.prize ? `To win: ${race.prize}.` : "We are still choosing the prizes."}
      </p>
      <ClosesIn
        at={race.closesAt}
        lastDay={`${weekday(race.to)}, ${longDay(race.to)}`}
        daysLeft={race.finish.daysLeft}
        className="mt-3"
      />
    </div>
  )
}

function Neighbors({ place, today }: { place: OwnPlace; today: string }) {
  const token = useBoardToken()
  const hasYesterday = place.around.some(({ move }) => move !== null)
  const around = { board: place.slug, days: daysOf(place, today), today, hasYesterday, token }
  return (
    <section id="neighbors" aria-labelledby="around-me" className="mt-6 scroll-mt-24">
      <h3 id="around-me" className="label mb-2 text-muted">
        Around me: {place.name}
      </h3>
      <ol className="border-t-4 border-text">
        {place.around.map((row) => (
          <BoardRow key={row.key} row={row} mine={row.mine} {...around} />
        ))}
      </ol>
    </section>
  )
}
