import { ordinal } from "#content/amounts.ts"
import { series } from "#content/competitions.ts"
import { spanOf } from "../../leaderboard/days.ts"
import { Failed } from "../failed.tsx"
import { Part } from "../part.tsx"
import { useRows } from "../use-rows.ts"
import { ClaimForm } from "./claim-form.tsx"
import { DeclinePrize } from "./decline-prize.tsx"
import { lossOf, type PrizeRow, shipping } from "./prize.ts"

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" })

/**
 * Prizes on their way to the member, which come first on the page, or those that no longer are; nothing if there are
 * none.
 */
export function Prizes({ which }: { which: "open" | "past" }) {
  const { data, error, refetch } = useRows<PrizeRow[]>(["prizes"], (client) =>
    client
      .from("prizes")
      .select(
        "id,place,title,status,shipping_cents,shipping_paid_at,claim_until,address,tracking,withdrawn_because,withdrawn_reason,seasons(series,from_on,to_on)",
      )
      .order("awarded_at", { ascending: false })
      .overrideTypes<PrizeRow[], { merge: false }>(),
  )
  const all = data?.value ?? []
  const prizes = all.filter((prize) => isOpen(prize) === (which === "open"))
  // Shown once.
  const failed = error !== null && which === "open"
  if (!failed && prizes.length === 0) return null
  // Emails lead to "#prizes".
  const named = which === "open" || !all.some(isOpen)
  return (
    <Part
      {...(named ? { id: "prizes" } : {})}
      title={which === "past" ? "My earlier prizes" : prizes.length > 1 ? "You won" : "You won a prize"}
    >
      {failed && <Failed what="Your prizes" onRetry={() => void refetch()} />}
      {prizes.length > 0 && (
        <ul className="grid gap-6">
          {prizes.map((prize) => (
            <Prize key={prize.id} prize={prize} />
          ))}
        </ul>
      )}
    </Part>
  )
}

/** Whether it waits for an address, a payment or its shipping. */
function isOpen({ status, claim_until }: PrizeRow): boolean {
  return status === "claimed" || (status === "awarded" && Date.parse(claim_until) >= Date.now())
}

function Prize({ prize }: { prize: PrizeRow }) {
  const { seasons: season, status } = prize
  const name = series.find(({ slug }) => slug === season.series)?.name ?? season.series
  const late = status === "awarded" && Date.parse(prize.claim_until) < Date.now()
  return (
    <li className={`border-l-8 bg-raised p-5 ${status === "withdrawn" ? "border-line" : "border-volt"}`}>
      <h3 className={`display text-card ${status === "withdrawn" ? "text-muted" : ""}`}>{prize.title}</h3>
      <p className="mt-1 text-small text-muted">
        {ordinal(prize.place)} place, {name}, {spanOf({ from: season.from_on, to: season.to_on })}
      </p>
      <div className="mt-4 grid max-w-xl gap-4">
        {status === "withdrawn" && <p>{lossOf(prize)}</p>}
        {status === "shipped" && (
          <p>It is on its way{prize.tracking ? `, tracking ${prize.tracking}` : ""}. Enjoy it!</p>
        )}
        {late && <p>The time to claim it ended on {day.format(new Date(prize.claim_until))}.</p>}
        {((status === "awarded" && !late) || status === "claimed") && (
          <>
            {status === "awarded" && (
              <p>
                Tell us where to send it by {day.format(new Date(prize.claim_until))}. {shipping(prize)}
              </p>
            )}
            <ClaimForm prize={prize} />
            <DeclinePrize prize={prize} />
          </>
        )}
      </div>
    </li>
  )
}
