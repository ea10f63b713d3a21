import { ButtonLink } from "../../../ui/button.tsx"
import { Part } from "../part.tsx"
import { useRows } from "../use-rows.ts"

interface PrizeRow {
  id: number
  title: string
  status: "awarded" | "claimed"
  claim_until: string
}

/** Prizes that wait for an address, a payment or their shipping, and the way to their page; nothing if there are none. */
export function WaitingPrize() {
  const { data } = useRows<PrizeRow[]>(["prizes"], (client) =>
    client
      .from("prizes")
      .select("id,title,status,claim_until")
      .in("status", ["awarded", "claimed"])
      .order("awarded_at", { ascending: false }),
  )
  const open = (data?.value ?? []).filter(
    ({ status, claim_until }) => status === "claimed" || Date.parse(claim_until) >= Date.now(),
  )
  if (open.length === 0) return null
  const waits = open.some(({ status }) => status === "awarded")
  return (
    <Part id="prizes" title={open.length > 1 ? "You won" : "You won a prize"}>
      <ul className="mb-5 grid gap-3">
        {open.map(({ id, title }) => (
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
