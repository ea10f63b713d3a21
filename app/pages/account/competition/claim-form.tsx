import { useState } from "react"
import { inDollars } from "#content/amounts.ts"
import { prizeConsentText } from "#content/competition-consent.ts"
import { nameProblem } from "#primitives/person-name.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { OpenedNote } from "../../../shop/opened-note.tsx"
import { openPayTab } from "../../../shop/pay-tab.ts"
import { Button } from "../../../ui/button.tsx"
import { CheckField } from "../../../ui/choices.tsx"
import { SelectField, TextField } from "../../../ui/field.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextButton } from "../../../ui/text-button.tsx"
import { textOf, useSubmit } from "../../../use-submit.ts"
import { useRefresh } from "../use-rows.ts"
import { countryChoices, countryName } from "./countries.ts"
import { type PrizeRow, shipping } from "./prize.ts"

const fields = [
  { name: "name", label: "Full name", autoComplete: "name", maxLength: 100, required: true },
  { name: "line1", label: "Street address", autoComplete: "address-line1", maxLength: 100, required: true },
  {
    name: "line2",
    label: "Apartment or unit",
    autoComplete: "address-line2",
    maxLength: 100,
    required: false,
  },
  { name: "city", label: "City", autoComplete: "address-level2", maxLength: 80, required: true },
  {
    name: "region",
    label: "State or region",
    autoComplete: "address-level1",
    maxLength: 80,
    required: false,
  },
  { name: "postalCode", label: "Postal code", autoComplete: "postal-code", maxLength: 20, required: true },
] as const
/** In the order of an address. */
const names = [...fields.map(({ name }) => name), "country"]

/** The shipping address of a prize. Once given, it can be corrected until the prize is shipped. */
export function ClaimForm({ prize }: { prize: PrizeRow }) {
  const call = useFunctions()
  const refresh = useRefresh()
  const [changing, setChanging] = useState(prize.status === "awarded")
  const [payAt, setPayAt] = useState<string | null>(null)
  const toPay = prize.shipping_cents > 0 && !prize.shipping_paid_at

  /** Claims the prize or updates the claim; any shipping cost is paid in a tab opened by the click. */
  const claim = async (address: Record<string, string>): Promise<string | null> => {
    const tab = toPay ? openPayTab() : null
    const answer = await call<{ url: string | null }>("claim-prize", {
      prizeId: prize.id,
      address,
      consent: prizeConsentText,
    })
    if (!answer.ok) {
      tab?.close()
      return answer.message
    }
    const { url } = answer.value
    if (url) tab?.show(url)
    else tab?.close()
    setPayAt(url)
    await refresh("prizes")
    setChanging(false)
    if (toPay && !url)
      return "We have your claim, but the payment page did not open. Please try again in a few minutes."
    return null
  }
  const submission = useSubmit(async (form) => {
    const problem = nameProblem(textOf(form, "name").trim())
    if (problem) return `Full name ${problem}`
    return claim(Object.fromEntries(names.map((name) => [name, textOf(form, name)])))
  })
  const payment = useSubmit(() =>
    claim(Object.fromEntries(names.map((name) => [name, prize.address?.[name] ?? ""]))),
  )
  const paymentError = payment.error ?? (toPay ? submission.error : null)
  if (!changing && prize.address)
    return (
      <>
        <Notice kind="done">Claimed. {shipping(prize)}</Notice>
        <address className="not-italic">
          {[
            ...fields.map(({ name }) => prize.address?.[name]),
            prize.address?.country && countryName(prize.address.country),
          ]
            .filter(Boolean)
            .join(", ")}
        </address>
        {toPay && (
          <form method="post" onSubmit={payment.onSubmit} className="grid justify-items-start gap-4">
            {paymentError && <Notice kind="problem">{paymentError}</Notice>}
            <Button type="submit" aria-disabled={payment.busy || undefined}>
              {payment.busy ? "One moment…" : `Pay for shipping, ${inDollars(prize.shipping_cents)}`}
            </Button>
            <OpenedNote url={payAt} />
          </form>
        )}
        <TextButton className="justify-self-start" onClick={() => setChanging(true)}>
          Change the address
        </TextButton>
      </>
    )
  return (
    <form method="post" onSubmit={submission.onSubmit} className="grid gap-5 sm:grid-cols-2">
      {fields.map(({ name, label, ...field }, index) => (
        <TextField
          key={name}
          label={label}
          name={name}
          {...field}
          defaultValue={prize.address?.[name] ?? ""}
          className={index < 3 ? "sm:col-span-2" : ""}
        />
      ))}
      <SelectField
        label="Country"
        name="country"
        autoComplete="country"
        required
        defaultValue={prize.address?.country ?? ""}
      >
        <option value="" disabled>
          Choose a country
        </option>
        {countryChoices(prize.address?.country).map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="sm:col-span-2">
        <CheckField id={`consent-${prize.id}`} name="consent" required label={prizeConsentText} />
      </div>
      {submission.error && (
        <div className="sm:col-span-2">
          <Notice kind="problem">{submission.error}</Notice>
        </div>
      )}
      <Button
        type="submit"
        aria-disabled={submission.busy || undefined}
        className="justify-self-start sm:col-span-2"
      >
        {submission.busy ? "One moment…" : toPay ? "Send it here and pay for shipping" : "Send it here"}
      </Button>
    </form>
  )
}
