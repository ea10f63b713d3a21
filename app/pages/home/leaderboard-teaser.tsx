import { site } from "#content/site.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Section } from "../../ui/section.tsx"

/** The place of the live report of the last 2 weeks. */
export function LeaderboardTeaser() {
  return (
    <Section
      field="ink"
      title="The last 2 weeks, live"
      lead="Every activity that syncs moves somebody. The board never closes: the oldest day drops off at midnight, the newest counts the moment it lands."
    >
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/leaderboard" look="volt">
          View Full Leaderboard
        </ButtonLink>
        <ButtonLink to={site.links.club} look="plain">
          Join the Activity Club
        </ButtonLink>
      </div>
    </Section>
  )
}
