import { inDollars, ordinal } from "#content/amounts.ts"
import type { OwnPrize } from "#domain/competition/seasons/own-prizes.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { spanOf } from "../../leaderboard/days.ts"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { ClaimForm } from "./claim-form.tsx"
import type { Country } from "./countries.ts"
import { DeclinePrize } from "./decline-prize.tsx"
import { fields } from "./fields.ts"
import { lossOf, shipping } from "./words.ts"

interface Shown {
  prize: OwnPrize
  countries: readonly Country[]
  answered: Answered | undefined
}

/** One prize: what it is, where it is, and what its winner can do. */
export function Prize(props: Shown) {
  const { prize, answered } = props
  const { state, title } = prize
  const lost = state === "withdrawn"
  return (
    <li className={`border-l-8 bg-raised p-5 ${lost ? "border-line" : "border-volt"}`}>
      <h3 className={`display text-card ${lost ? "text-muted" : ""}`}>{title}</h3>
      <p className="mt-1 text-small text-muted">
        {prize.team ?? `${ordinal(prize.place)} place`}, {prize.race}, {spanOf(prize)}
      </p>
      <div className="mt-4 grid max-w-xl gap-4">
        {lost && <p>{lossOf(prize)}</p>}
        {state === "shipped" && (
          <p>It is on its way{prize.tracking ? `, tracking ${prize.tracking}` : ""}. Enjoy it!</p>
        )}
        {state === "late" && <p>The time to claim it ended on {prize.claimBy}.</p>}
        {state === "waiting" && (
          <p>
            Tell us where to send it by {prize.claimBy}. {shipping(prize)}
          </p>
        )}
        {state === "waiting" && <Claim {...props} />}
        {state === "claimed" && <Claimed {...props} />}
        {(state === "waiting" || state === "claimed") && <DeclinePrize prize={prize} answered={answered} />}
      </div>
    </li>
  )
}

function Claim({ prize, countries, answered }: Shown) {
  const form = `claim-${prize.id}`
  const typed = answered && "typed" in answered && !answered.ok && answered.form === form
  return (
    <ClaimForm
      form={form}
      said={typed ? answered.typed : { ...prize.address }}
      pays={prize.shippingCents > 0 && !prize.shippingPaid}
      countries={countries}
      answered={answered}
    />
  )
}

/** Until it is shipped, its address can be corrected. */
function Claimed(props: Shown) {
  const { prize, countries, answered } = props
  const { address } = prize
  const [claim, pay] = [`claim-${prize.id}`, `pay-${prize.id}`]
  const busy = useSending(pay)
  const country = countries.find(({ code }) => code === address?.country)?.name
  const lines = [...fields.map(({ name }) => address?.[name]), country].filter(Boolean)
  return (
    <>
      <Notice kind="done">Claimed. {shipping(prize)}</Notice>
      <address className="not-italic">{lines.join(", ")}</address>
      {answered?.ok && answered.form === claim && answered.note && (
        <Notice kind="problem">{answered.note}</Notice>
      )}
      {prize.shippingCents > 0 && !prize.shippingPaid && (
        <MemberForm name={pay} className="grid justify-items-start gap-4">
          <FormOutcome name={pay} answered={answered} />
          <Button type="submit" aria-disabled={busy || undefined}>
            {busy ? "One moment…" : `Pay for shipping, ${inDollars(prize.shippingCents)}`}
          </Button>
        </MemberForm>
      )}
      {/* Folded again once it is saved. */}
      <details key={lines.join()} open={answered?.ok === false && answered.form === claim}>
        <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
          Change the address
        </summary>
        <div className="mt-3">
          <Claim {...props} />
        </div>
      </details>
    </>
  )
}
