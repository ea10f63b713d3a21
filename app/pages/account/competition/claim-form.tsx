import { useState } from "react"
import { prizeConsentText } from "#content/competition-consent.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { Button } from "../../../ui/button.tsx"
import { CheckField } from "../../../ui/choices.tsx"
import { TextField } from "../../../ui/field.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextButton } from "../../../ui/text-button.tsx"
import { textOf, useSubmit } from "../../../use-submit.ts"
import { useRefresh } from "../use-rows.ts"
import { type PrizeRow, shipping } from "./prizes.tsx"

const fields = [
  { name: "name", label: "Full name", autoComplete: "name", required: true },
  { name: "line1", label: "Street and number", autoComplete: "address-line1", required: true },
  { name: "line2", label: "Apartment or floor", autoComplete: "address-line2", required: false },
  { name: "city", label: "City", autoComplete: "address-level2", required: true },
  { name: "region", label: "State or region", autoComplete: "address-level1", required: false },
  { name: "postalCode", label: "Postal code", autoComplete: "postal-code", required: true },
  { name: "country", label: "Country, two letters (US)", autoComplete: "country", required: true },
] as const

/** Where a prize is to go. Given once, it shows the address and a way to correct it until the prize is sent. */
export function ClaimForm({ prize }: { prize: PrizeRow }) {
  const call = useFunctions()
  const refresh = useRefresh()
  const [changing, setChanging] = useState(prize.status === "awarded")
  const submission = useSubmit(async (form) => {
    const address = Object.fromEntries(fields.map(({ name }) => [name, textOf(form, name)]))
    const answer = await call("claim-prize", { prizeId: prize.id, address, consent: prizeConsentText })
    if (!answer.ok) return answer.message
    await refresh("prizes")
    setChanging(false)
    return null
  })
  if (!changing && prize.address)
    return (
      <>
        <Notice kind="done">Claimed. {shipping(prize)}</Notice>
        <address className="not-italic">
          {fields.flatMap(({ name }) => (prize.address?.[name] ? [prize.address[name]] : [])).join(", ")}
        </address>
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
          maxLength={name === "country" ? 2 : 100}
          className={index < 3 ? "sm:col-span-2" : ""}
        />
      ))}
      <div className="sm:col-span-2">
        <CheckField id={`consent-${prize.id}`} name="consent" required label={prizeConsentText} />
      </div>
      {submission.error && (
        <div className="sm:col-span-2">
          <Notice kind="problem">{submission.error}</Notice>
        </div>
      )}
      <Button type="submit" aria-disabled={submission.busy || undefined} className="justify-self-start">
        {submission.busy ? "One moment…" : "Send it there"}
      </Button>
    </form>
  )
}
