import { Link } from "react-router"
import { ButtonLink } from "../../../ui/button.tsx"
import { Section } from "../../../ui/section.tsx"

interface SideRacesProps {
  races: readonly { season: string; name: string; title: string; words: string; prize: string | null }[]
  className?: string
}

/** Links to side races, each with what it is about, and the way to a private one. */
export function SideRaces({ races, className = "" }: SideRacesProps) {
  return (
    <Section
      title="Side races"
      lead={`The same training, counted in other ways. For everybody${races.some(({ prize }) => prize !== null) ? "." : ", without prizes."}`}
      className={className}
    >
      <p className="mt-6">
        <ButtonLink to="/account/races" look="plain">
          Race Your Friends
        </ButtonLink>
      </p>
      {races.length > 0 && (
        <ul className="mt-8 grid gap-px border border-line bg-line sm:grid-cols-2">
          {races.map(({ season, name, title, words, prize }) => (
            <li key={`${season}/${name}`} className="relative bg-surface p-5 hover:bg-raised">
              <h3 className="display text-card">
                <Link
                  to={`/leaderboard/races/${season}/${name}`}
                  prefetch="intent"
                  className="after:absolute after:inset-0"
                >
                  {title}
                </Link>
              </h3>
              <p className="mt-2 text-muted">{words}</p>
              {prize !== null && <p className="mt-1 font-semibold">Prize: {prize}</p>}
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
