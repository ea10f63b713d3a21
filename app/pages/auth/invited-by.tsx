import { rankAmong } from "#content/amounts.ts"
import type { inviterOf } from "#domain/competition/boards/inviter.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"
import { Credit } from "../../ui/credit.tsx"

/** The inviting member, as far as visitors may see them. */
export function InvitedBy({
  inviter: { shown },
}: {
  inviter: NonNullable<Awaited<ReturnType<typeof inviterOf>>>
}) {
  if (!shown)
    return <p className="mb-6 border-l-8 border-volt pl-4">A member of the competition has invited you.</p>
  return (
    <div className="mb-7 flex items-center gap-4">
      <span className="block size-20 shrink-0">
        <AthleteFace of={{ ...shown, athlete: shown.slug }} side={112} />
      </span>
      <div className="min-w-0">
        <p className="display text-card break-words">{shown.name} invites you</p>
        {shown.place && (
          <p className="figures text-small text-muted">
            {rankAmong(shown.place)} in the {shown.place.race}. Come and catch up.
          </p>
        )}
        <Credit names={shown.credits} />
      </div>
    </div>
  )
}
