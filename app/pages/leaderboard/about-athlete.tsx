import { Link } from "react-router"
import { kindWords } from "#content/activity-kinds.ts"
import type { AthletePage } from "#domain/community/athlete-page.ts"

/** What an athlete says about themselves, and their teams; nothing when they say nothing. */
export function AboutAthlete({ page }: { page: AthletePage }) {
  const { words, sports, region, teams } = page
  const facts = [sports.map((kind) => kindWords[kind].noun).join(", "), region].filter(Boolean)
  if (!words && facts.length === 0 && teams.length === 0) return null
  return (
    <div className="mt-4 grid max-w-[58ch] gap-2">
      {words && (
        <p dir="auto" className="text-lead wrap-anywhere">
          <q>{words}</q>
        </p>
      )}
      {facts.length > 0 && (
        <p className="wrap-anywhere">
          {facts.map((fact, index) => (
            <bdi key={fact}>
              {index > 0 && " · "}
              {fact}
            </bdi>
          ))}
        </p>
      )}
      {teams.map(({ season, race, title, number, name }) => (
        <p key={`${season} ${race}`}>
          <Link
            to={`/leaderboard/races/${season}/${race}/teams/${number}`}
            className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-4"
          >
            {name}
          </Link>
          <span className="ml-2 text-small text-muted">{title}</span>
        </p>
      ))}
    </div>
  )
}
