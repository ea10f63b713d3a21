import { useFunctions } from "../../../session/use-functions.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { useSubmit } from "../../../use-submit.ts"
import { useRefresh } from "../use-rows.ts"
import type { PrizeRow } from "./prize.ts"

/** Passes an unwanted prize to the next athlete. Collapsed, with a confirmation, because it is final. */
export function DeclinePrize({ prize }: { prize: PrizeRow }) {
  const call = useFunctions()
  const refresh = useRefresh()
  const submission = useSubmit(async () => {
    const answer = await call("decline-prize", { prizeId: prize.id })
    if (!answer.ok) return answer.message
    await refresh("prizes")
    return null
  })
  return (
    <details>
      <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-4">
        I do not want this prize
      </summary>
      <form method="post" onSubmit={submission.onSubmit} className="mt-2 grid justify-items-start gap-4">
        <p>
          It will go to the next athlete, and you cannot get it back. You keep your place.
          {prize.shipping_paid_at && " We will refund what you paid for shipping."}
        </p>
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        <Button type="submit" look="plain" aria-disabled={submission.busy || undefined}>
          {submission.busy ? "One moment…" : "Decline the prize"}
        </Button>
      </form>
    </details>
  )
}
