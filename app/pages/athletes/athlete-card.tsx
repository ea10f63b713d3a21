import { Link } from "react-router"
import { rankAmong } from "#content/amounts.ts"
import { ButtonLink, buttonClass } from "../../ui/button.tsx"
import { Credit } from "../../ui/credit.tsx"
import type { PictureSource } from "../../ui/picture.tsx"
import { Portrait } from "./portrait.tsx"

interface AthleteCardFacts {
  id: string
  name: string
  /** 'N/a' means none. */
  nickname: string
  handle: string
  sport: string
  /** Such as '10+'. */
  races: string
  home: string
  bio: string
  profileUrl: string
  picture: PictureSource
  /** Version of the member's photo, which replaces the picture. */
  photo: string | null
  /** Set for somebody who competes. */
  board: {
    slug: string
    place: { race: string; rank: number; total: number } | null
    credits: readonly string[]
  } | null
}

/** One athlete in the directory: beside the picture on a phone, below it elsewhere. */
export function AthleteCard({ athlete, first }: { athlete: AthleteCardFacts; first?: boolean }) {
  const { board } = athlete
  return (
    <li className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-4 border-t-2 border-text pt-4 sm:flex sm:flex-col sm:border-0 sm:pt-0">
      <Link
        to={`/athletes/${athlete.id}`}
        prefetch="intent"
        tabIndex={-1}
        aria-hidden
        className="block self-start overflow-hidden"
      >
        <Portrait picture={athlete.picture} photo={athlete.photo} first={first} decorative />
      </Link>
      <div className="min-w-0 sm:mt-5">
        <div className="flex-wrap items-baseline justify-between gap-x-4 sm:flex">
          <h2 className="display text-card">{athlete.name}</h2>
          <p className="label figures shrink-0">{athlete.races} races</p>
        </div>
        {athlete.nickname !== "N/a" && <p className="mt-0.5 text-muted">“{athlete.nickname}”</p>}
        <p className="mt-1.5 text-small font-semibold">{athlete.sport}</p>
        <p className="text-small text-muted">{athlete.home}</p>
        {board && (
          <Link
            to={`/leaderboard/athletes/${board.slug}`}
            prefetch="intent"
            className="label figures inline-flex min-h-11 items-center underline decoration-2 underline-offset-[0.4em]"
          >
            {board.place ? `${rankAmong(board.place)} in the ${board.place.race}` : "In the competition"}
          </Link>
        )}
        {board && <Credit names={board.credits} />}
      </div>
      <p className="col-span-2 mt-3 mb-2 line-clamp-3 text-muted max-sm:text-small">{athlete.bio}</p>
      <div className="col-span-2 mt-auto flex flex-wrap items-center gap-2 pt-2">
        <Link
          to={`/athletes/${athlete.id}`}
          prefetch="intent"
          className={buttonClass("main", "min-h-11 grow py-2")}
        >
          View Profile<span className="sr-only"> of {athlete.name}</span>
        </Link>
        <ButtonLink look="quiet" to={athlete.profileUrl} className="grow">
          Follow on Instagram<span className="sr-only">: {athlete.name}</span>
        </ButtonLink>
      </div>
      <a
        href={athlete.profileUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="col-span-2 inline-flex min-h-11 items-center self-start text-small underline underline-offset-4 hover:decoration-2"
      >
        @{athlete.handle}
      </a>
    </li>
  )
}
