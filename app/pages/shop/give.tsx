import { useRef, useState } from "react"
import { inDollars } from "#content/amounts.ts"
import { donation } from "#content/donation.ts"
import { readAmount, sumsDo } from "#content/giving.ts"
import { chosenAmount, renewalTerms } from "#content/renewal-terms.ts"
import { AgreeBox } from "../../shop/agree-box.tsx"
import { BuyForm } from "../../shop/buy-form.tsx"
import { OpenedNote } from "../../shop/opened-note.tsx"
import { giftOf } from "../../shop/purchase.ts"
import { useCheckout } from "../../shop/use-checkout.ts"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/field.tsx"

/** An amount on its button, beside what it pays for. */
const sumRow = "grid grid-cols-[7.5rem_minmax(0,1fr)] items-center gap-5 border-b border-line py-3"

/** A rejected custom amount and the reason. */
type Wrong = { problem: string; typed: string } | null

/** Donations: one-time, of any amount, or monthly. */
export function Give({ wrong }: { wrong: Wrong }) {
  return (
    <section aria-label="Give" className="gutter grid gap-x-20 gap-y-14 py-section lg:grid-cols-2">
      <div>
        <h2 className="display text-section">Give once</h2>
        <ul className="mt-7 border-t border-line">
          {donation.oneTimeCents.map((cents) => (
            <li key={cents} className={sumRow}>
              <BuyForm purchase={giftOf("once", cents)}>
                <span className="display figures text-card">
                  <span className="sr-only">Give </span>
                  {inDollars(cents)}
                </span>
              </BuyForm>
              <p className="text-small">{sumsDo.once[cents]}</p>
            </li>
          ))}
        </ul>
        <CustomAmount wrong={wrong} />
      </div>
      <div>
        <h2 className="display text-section">Give every month</h2>
        <MonthlyGift />
        <p id="monthly-terms" className="mt-5 max-w-[58ch] text-small text-muted">
          {renewalTerms(chosenAmount.terms)}
        </p>
      </div>
      <p className="text-small text-muted lg:col-span-2">
        What each amount pays for is an example. Every gift is split as shown below.
      </p>
    </section>
  )
}

/** One checkbox and a button for each amount: every button requires the checkbox. */
function MonthlyGift() {
  const { busy, opened, buy } = useCheckout()
  const { productName, mode } = giftOf("monthly", 0)
  return (
    <form
      method="post"
      action="/checkout"
      target="_blank"
      rel="noopener"
      className="mt-7"
      onSubmit={(event) => {
        event.preventDefault()
        const { submitter } = event.nativeEvent as SubmitEvent
        if (submitter instanceof HTMLButtonElement)
          void buy(giftOf("monthly", Number(submitter.value) * 100), true)
      }}
    >
      <input type="hidden" name="productName" value={productName} />
      <input type="hidden" name="mode" value={mode} />
      <AgreeBox amount={chosenAmount.box} />
      <ul className="mt-4 border-t border-line">
        {donation.monthlyCents.map((cents) => (
          <li key={cents} className={sumRow}>
            <Button
              type="submit"
              name="price"
              value={String(cents / 100)}
              look="plain"
              className="w-full"
              aria-disabled={busy || undefined}
              aria-describedby="monthly-terms"
            >
              <span className="display figures text-card">
                <span className="sr-only">Give </span>
                {inDollars(cents)}
                <span className="sr-only"> every month</span>
              </span>
            </Button>
            <p className="text-small">{sumsDo.monthly[cents]}</p>
          </li>
        ))}
      </ul>
      <OpenedNote url={opened} />
    </form>
  )
}

function CustomAmount({ wrong }: { wrong: Wrong }) {
  const { busy, opened, buy } = useCheckout()
  const [problem, setProblem] = useState(wrong?.problem ?? null)
  const field = useRef<HTMLInputElement>(null)
  return (
    <form
      method="post"
      action="/donate"
      className="mt-8"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const amount = readAmount(field.current?.value ?? "")
        setProblem(amount.ok ? null : amount.problem)
        if (amount.ok) void buy(giftOf("once", amount.cents))
        else field.current?.focus()
      }}
    >
      <div className="grid gap-x-3 gap-y-4 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        <TextField
          ref={field}
          id="custom-amount"
          name="amount"
          label="Custom Amount"
          hint={`US dollars, from ${inDollars(donation.customCents.min)} to ${inDollars(donation.customCents.max)}.`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={12}
          required
          defaultValue={wrong?.typed ?? ""}
          onChange={() => setProblem(null)}
          {...(problem ? { error: problem } : {})}
        />
        <Button type="submit" className="sm:mt-[1.6rem]" aria-disabled={busy || undefined}>
          {busy ? "One moment…" : "Give this amount"}
        </Button>
      </div>
      <OpenedNote url={opened} />
    </form>
  )
}
