import { Link } from "react-router"
import { grouped, ordinal } from "#content/amounts.ts"
import { dayOnOwnClock, longDate } from "#content/dates.ts"
import type { OwnRaces } from "#domain/competition/seasons/own-races.ts"
import { threeAround } from "../pages/leaderboard/three-around.ts"
import { AthleteFace } from "../people/athlete-face.tsx"
import { ButtonLink } from "../ui/button.tsx"
import { Credit } from "../ui/credit.tsx"
import { FinishLine } from "./finish-line.tsx"
import { GapLine } from "./gap-line.tsx"
import { OwnEnded } from "./own-ended.tsx"
import { placeInWords } from "./place-in-words.ts"
import { Said } from "./said.tsx"

/** What a member's own part of the home page shows once it is loaded; visitors never load it. @param page the race shown */
export default function OwnHome({ own, page }: { own: OwnRaces; page: string }) {
  const here = own.races.find((race) => race.page === page)
  const [over] = own.ended
  if (!own.joined)
    return (
      <Said
        title="You are not in the race yet"
        text="Join, and your next activity that counts puts you on the board."
      >
        <ButtonLink to="/join" look="volt">
          Join the Competition
        </ButtonLink>
      </Said>
    )
  return (
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
