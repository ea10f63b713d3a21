import type { OwnPrize } from "#domain/competition/seasons/own-prizes.ts"
import { Button } from "../../../ui/button.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"

/** Passes an unwanted prize to the next athlete. Collapsed, with a confirmation, because it is final. */
export function DeclinePrize(props: { prize: OwnPrize; answered: Answered | undefined }) {
  const { prize, answered } = props
  const form = `decline-${prize.id}`
  const busy = useSending(form)
  return (
    <details open={answered?.form === form}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        I do not want this prize
      </summary>
      <MemberForm name={form} className="mt-2 grid justify-items-start gap-4">
        <p>
          It will go to the next athlete, and you cannot get it back. You keep your place.
          {prize.shippingPaid && " We will refund what you paid for shipping."}
        </p>
        <FormOutcome name={form} answered={answered} />
        <Button type="submit" look="plain" aria-disabled={busy || undefined}>
          {busy ? "One moment…" : "Decline the prize"}
        </Button>
      </MemberForm>
    </details>
  )
}
