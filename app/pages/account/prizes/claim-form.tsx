import { prizeConsentText } from "#content/competition-consent.ts"
import { Button } from "../../../ui/button.tsx"
import { CheckField } from "../../../ui/choices.tsx"
import { SelectField, TextField } from "../../../ui/field.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import type { Country } from "./countries.ts"
import { fields } from "./fields.ts"

/**
 * Where to send a prize.
 * @param form its name, "claim-12"
 * @param said the stored address, or what was typed and not saved
 * @param pays whether payment of the shipping comes next
 */
export function ClaimForm(props: {
  form: string
  said: Readonly<Record<string, string | null>>
  pays: boolean
  countries: readonly Country[]
  answered: Answered | undefined
}) {
  const { form, said, pays, countries, answered } = props
  const busy = useSending(form)
  return (
    <MemberForm name={form} className="grid gap-5 sm:grid-cols-2">
      {fields.map(({ name, label, ...field }, index) => (
        <TextField
          key={name}
          label={label}
          name={name}
          {...field}
          defaultValue={said[name] ?? ""}
          className={index < 3 ? "sm:col-span-2" : ""}
        />
      ))}
      <SelectField
        label="Country"
        name="country"
        autoComplete="country"
        required
        defaultValue={said.country ?? ""}
      >
        <option value="" disabled>
          Choose a country
        </option>
        {countries.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="sm:col-span-2">
        <CheckField
          id={`consent-${form}`}
          name="consent"
          value={prizeConsentText}
          defaultChecked={said.consent !== undefined}
          required
          label={prizeConsentText}
        />
      </div>
      <div className="empty:hidden sm:col-span-2">
        <FormOutcome name={form} answered={answered} />
      </div>
      <Button type="submit" aria-disabled={busy || undefined} className="justify-self-start sm:col-span-2">
        {busy ? "One moment…" : pays ? "Send it here and pay for shipping" : "Send it here"}
      </Button>
    </MemberForm>
  )
}
