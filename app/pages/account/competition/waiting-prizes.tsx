import type { OwnAccount } from "#domain/competition/account/account.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { Part } from "../part.tsx"

/** The way to the page of prizes; nothing if none waits. */
export function WaitingPrizes({ prizes }: { prizes: OwnAccount["prizes"] }) {
  if (prizes.length === 0) return null
  const waits = prizes.some(({ isClaimed }) => !isClaimed)
  return (
    <Part id="prizes" title={prizes.length > 1 ? "You won" : "You won a prize"}>
      <ul className="mb-5 grid gap-3">
        {prizes.map(({ id, title }) => (
          <li key={id} className="border-l-8 border-volt bg-raised p-5">
            <h3 className="display text-card">{title}</h3>
          </li>
        ))}
      </ul>
      <ButtonLink to="/account/prizes" look={waits ? "main" : "plain"}>
        {waits ? "Claim My Prize" : "See My Prizes"}
      </ButtonLink>
    </Part>
  )
}
