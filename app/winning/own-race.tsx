import { Link } from "react-router"
import { grouped, ordinal } from "#content/amounts.ts"
import { dayOnOwnClock, longDate } from "#content/dates.ts"
import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import type { Winnable } from "#domain/competition/seasons/winning.ts"
import { threeAround } from "../pages/leaderboard/three-around.ts"
import { AthleteFace } from "../people/athlete-face.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Credit } from "../ui/credit.tsx"
import { FinishLine } from "./finish-line.tsx"
import { GapLine } from "./gap-line.tsx"
import { OwnEnded } from "./own-ended.tsx"
import { placeInWords } from "./place-in-words.ts"

interface OwnRaceProps {
  own: OwnRaces | null
  failed: boolean
  race: Pick<Winnable, "page" | "name">
  /** Whether a season has just ended, which takes a little more space. */
  ending: boolean
}

/**
 * A member's own part of the home page: place, the session that passes the next athlete, neighbors. Its height is
 * reserved before it is loaded, and the mark on the document shows it, so that the layout does not shift.
 */
export function OwnRace({ own, failed, race, ending }: OwnRaceProps) {
  const here = own?.races.find(({ page }) => page === race.page)
  const [over] = own?.ended ?? []
  return (
    <section
      aria-label="My race"
      aria-busy={own === null && !failed}
      data-own-race
      className={`hidden flex-col in-data-session:flex sm:min-h-[22rem] ${ending ? "min-h-[22rem]" : "min-h-[20.5rem]"}`}
    >
      <div className="flex items-center justify-between gap-4">
        <p className="label text-volt">{race.name}</p>
        {own?.joined && (
          <Link
            to="/account/year"
            className="label -my-3.5 inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Your Year
          </Link>
        )}
      </div>
      {!failed && own === null && <p className="mt-2 text-muted">Loading your place…</p>}
      {failed && own === null && (
        <Said title="We cannot reach your place right now" text="Everything you sent us is safe." />
      )}
      {own && !own.joined && (
        <Said
          title="You are not in the race yet"
          text="Join, and your next activity that counts puts you on the board."
        >
          <ButtonLink to="/join" look="volt">
            Join the Competition
          </ButtonLink>
        </Said>
      )}
      {own?.joined && (
        <>
          {own.prize ? <Won prize={own.prize} /> : over && <OwnEnded season={over} />}
          {here?.place ? (
            <Place {...here} place={here.place} rows={own.prize || over ? 0 : 3} small={own.prize !== null} />
          ) : (
            <>
              <Said
                title={over ? "A new race has begun" : "Your first points put you on the board"}
                text={
                  over
                    ? "Everyone starts at zero. Your first activity that counts puts you on the board."
                    : "You have no points in this race yet. Any activity that counts will do."
                }
              />
              {!over && (
                <p
                  aria-hidden
                  className="display flex max-h-24 min-h-12 flex-1 items-center justify-center border-2 border-dashed border-volt text-volt"
                >
                  You
                </p>
              )}
            </>
          )}
          <div className="mt-auto flex flex-wrap gap-3 pt-4">
            <ButtonLink to={own.prize?.claimUntil ? "/account/prizes" : "/account#import"} look="volt">
              {own.prize?.claimUntil ? "Claim My Prize" : "Add a Workout"}
            </ButtonLink>
            {here?.place ? (
              <ButtonLink to="/leaderboard#my-place" look="plain">
                See My Row
              </ButtonLink>
            ) : (
              <ButtonLink to="/leaderboard" look="plain">
                See the Race
              </ButtonLink>
            )}
          </div>
        </>
      )}
    </section>
  )
}

function Said(props: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <>
      <h2 className="display mt-1.5 text-card sm:text-section">{props.title}</h2>
      <p className="mt-2 mb-4 max-w-[44ch] text-muted">{props.text}</p>
      <div>{props.children}</div>
    </>
  )
}

function Place({
  place,
  gap,
  finish,
  rows,
  small,
}: {
  place: NonNullable<OwnRaces["races"][number]["place"]>
  gap: OwnRaces["races"][number]["gap"]
  finish: OwnRaces["races"][number]["finish"]
  /** How many rows around the member's own are shown. */
  rows: number
  small: boolean
}) {
  return (
    <>
      <h2 className={`display figures mt-1.5 ${small ? "text-card" : "text-card sm:text-section"}`}>
        {placeInWords(place)}
      </h2>
      <GapLine gap={gap} />
      <FinishLine finish={finish} />
      {rows > 0 && (
        <ol className="mt-3 border-t-2 border-line">
          {threeAround(place.around).map((row) => (
            <li
              key={row.key}
              data-mine={row.mine || undefined}
              className={`grid min-h-12 grid-cols-[2.5rem_1.5rem_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-2 ${row.mine ? "bg-volt text-ink [--muted:#2b322a]" : ""}`}
            >
              <span className="display figures">{row.rank}</span>
              <AthleteFace of={row} side={24} />
              <span className="min-w-0 text-small leading-tight font-semibold">
                <span className="line-clamp-2">{row.name ?? (row.mine ? "You" : "Private athlete")}</span>
                <Credit names={row.credits} />
              </span>
              <span className="display figures text-small">
                {row.points === null ? "–" : grouped(row.points)}
              </span>
            </li>
          ))}
        </ol>
      )}
      {rows > place.total && (
        <p className="flex min-h-12 max-h-24 flex-1 items-center gap-3 border-2 border-t-0 border-dashed border-volt px-2 text-small">
          <span aria-hidden className="display figures w-10 text-base text-volt">
            {place.total + 1}
          </span>
          <span>
            <Link to="/account#bring-a-friend" className="font-semibold underline underline-offset-4">
              Bring a friend
            </Link>
            {place.total === 1 ? ", and it becomes a race." : ", and the next row is theirs."}
          </span>
        </p>
      )}
    </>
  )
}

function Won({ prize }: { prize: NonNullable<OwnRaces["prize"]> }) {
  return (
    <div className="mt-2 mb-3 bg-volt p-3 text-ink sm:p-4">
      <h2 className="display text-card">
        {prize.place === null
          ? `Your team won: ${prize.race}`
          : `You won ${prize.place === 1 ? "" : `${ordinal(prize.place)} place in `}the ${prize.race.toLowerCase()}`}
      </h2>
      <p className="text-small leading-snug font-semibold">{prize.title}</p>
      <p className="text-small leading-snug">
        {prize.claimUntil
          ? `Tell us where to send it by ${longDate(dayOnOwnClock(new Date(prize.claimUntil)))}.`
          : "We have your address and will ship it soon."}
      </p>
    </div>
  )
}
