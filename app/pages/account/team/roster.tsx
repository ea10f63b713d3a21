import { Link } from "react-router"
import type { OwnTeam } from "#domain/competition/teams/own-team.ts"
import { Button, ButtonLink } from "../../../ui/button.tsx"
import { Setting } from "../../../ui/setting.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm } from "../member-form.tsx"

interface RosterProps {
  team: NonNullable<OwnTeam["team"]>
  /** Whether it can still change. */
  open: boolean
  /** The team's public page. */
  page: string
  answered: Answered | undefined
}

/** The members of one's team. While rosters can change, anybody leaves and the captain removes others. */
export function Roster({ team, open, page, answered }: RosterProps) {
  return (
    <Setting id="members" title="Members" text={team.captain ? "You are the captain." : ""}>
      <ul className="border-t border-line">
        {team.members.map(({ slug, name, mine }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: members without a name have no other key
          <li key={index} className="flex min-h-14 flex-wrap items-center gap-x-4 border-b border-line py-2">
            <span className="grow font-semibold wrap-anywhere">
              {slug && name ? (
                <Link to={`/leaderboard/athletes/${slug}`} className="underline-offset-4 hover:underline">
                  {name}
                </Link>
              ) : (
                <span className="text-muted">Private athlete</span>
              )}
              {mine && " (you)"}
            </span>
            {open && team.captain && !mine && slug && (
              <MemberForm name={`remove ${slug}`}>
                <FormOutcome name={`remove ${slug}`} answered={answered} />
                <Button type="submit" look="quiet" aria-label={`Remove ${name}`}>
                  Remove
                </Button>
              </MemberForm>
            )}
          </li>
        ))}
      </ul>
      <div className="mt-6 flex flex-wrap gap-4">
        <ButtonLink to={page} look="plain">
          See the team’s page
        </ButtonLink>
        {open && (
          <MemberForm name="leave">
            <FormOutcome name="leave" answered={answered} />
            <Button type="submit" look="quiet">
              Leave the team
            </Button>
          </MemberForm>
        )}
      </div>
    </Setting>
  )
}
