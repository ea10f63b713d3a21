import { Link } from "react-router"
import { ButtonLink, buttonClass } from "../../ui/button.tsx"
import { Picture, type PictureSource } from "../../ui/picture.tsx"

interface AthleteCardFacts {
  id: string
  name: string
  /** 'N/a' means none. */
  nickname: string
  handle: string
  sport: string
  /** Such as '10+'. */
  races: string
  bio: string
  profileUrl: string
  picture: PictureSource
}

/** One athlete in the directory. */
export function AthleteCard({ athlete, first }: { athlete: AthleteCardFacts; first?: boolean }) {
  return (
    <li className="flex flex-col">
      <Link
        to={`/athletes/${athlete.id}`}
        prefetch="intent"
        tabIndex={-1}
        aria-hidden
        className="block overflow-hidden"
      >
        <Picture
          picture={athlete.picture}
          first={first}
          decorative
          className="transition-transform duration-300 hover:scale-[1.02]"
        />
      </Link>
      <div className="mt-5 flex items-baseline justify-between gap-4">
        <h2 className="display text-card">{athlete.name}</h2>
        <p className="label figures shrink-0">{athlete.races} races</p>
      </div>
      {athlete.nickname !== "N/a" && <p className="mt-0.5 text-muted">“{athlete.nickname}”</p>}
      <p className="mt-2 text-small font-semibold">{athlete.sport}</p>
      <p className="mt-3 line-clamp-3 text-muted">{athlete.bio}</p>
      <a
        href={athlete.profileUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="mt-2 inline-flex min-h-11 items-center self-start text-small underline underline-offset-4 hover:decoration-2"
      >
        @{athlete.handle}
      </a>
      <div className="mt-auto flex flex-wrap gap-2 pt-3">
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
    </li>
  )
}
