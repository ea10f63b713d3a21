import { fields } from "../../pages/account/prizes/fields.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Choice, Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import type { PrizeRow } from "./prize-columns.tsx"

/** What an operator can do with a prize in its state. The winner gets an email about each. */
export function PrizeForms({
  row,
  countries,
}: {
  row: PrizeRow
  countries: readonly { code: string; name: string }[]
}) {
  const { status } = row
  const claimed = status === "unpaid" || status === "ready"
  return (
    <div className="grid content-start gap-5">
      {status === "ready" && (
        <Tracking row={row} title="Ship it" name="ship" label="Mark as shipped" said="" />
      )}
      {status === "shipped" && (
        <Tracking
          row={row}
          title="Correct the tracking number"
          name="tracking"
          label="Correct it"
          said={row.tracking ?? ""}
        />
      )}
      {status === "awarded" && (
        <Panel title="More time to claim">
          <PressForm key={row.claimUntil} className="flex flex-wrap items-end gap-3 text-small">
            <Line
              label={`Last day to claim; now ${row.claimUntil}`}
              type="date"
              name="until"
              required
              data-key="e"
              data-says="More time to claim"
              className="figures"
              wrap="grow"
            />
            <Button type="submit" name="do" value="extend" look="quiet" className="min-h-12">
              Set the day
            </Button>
          </PressForm>
        </Panel>
      )}
      {claimed && (
        <Panel title="Correct the address">
          <PressForm key={row.line1} className="grid gap-3 text-small sm:grid-cols-2">
            {fields.map(({ name, label, maxLength, required }) => (
              <label key={name}>
                <span className="text-muted">{label}</span>
                <input
                  name={name}
                  maxLength={maxLength}
                  required={required}
                  defaultValue={row[name] ?? ""}
                  autoComplete="off"
                  className={`${controlClass} mt-1`}
                />
              </label>
            ))}
            <Choice label="Country" name="country" defaultValue={row.country ?? ""}>
              {countries.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Choice>
            <div className="sm:col-span-2">
              <Button type="submit" name="do" value="address" look="quiet">
                Correct the address
              </Button>
            </div>
          </PressForm>
        </Panel>
      )}
      {status !== "shipped" && (
        <Panel title="The winner does not want it">
          <PressForm className="grid gap-3 text-small">
            <Line label="What they wrote; they get it by email" name="reason" required maxLength={1000} />
            <label className="flex min-h-11 items-center gap-2">
              <input type="checkbox" name="sure" value="yes" required className="size-5" />
              It goes to the next athlete, who is told at once. This cannot be undone.
            </label>
            <div>
              <Button type="submit" name="do" value="decline" look="quiet">
                Pass it on
              </Button>
            </div>
          </PressForm>
        </Panel>
      )}
    </div>
  )
}

function Tracking(props: { row: PrizeRow; title: string; name: string; label: string; said: string }) {
  return (
    <Panel title={props.title}>
      <PressForm key={props.said} className="flex flex-wrap items-end gap-3 text-small">
        <Line
          label="Tracking number"
          name="tracking"
          maxLength={100}
          defaultValue={props.said}
          autoComplete="off"
          data-key="t"
          data-says={props.title}
          className="figures"
          wrap="grow"
        />
        <Button type="submit" name="do" value={props.name} look="quiet" className="min-h-12">
          {props.label}
        </Button>
      </PressForm>
    </Panel>
  )
}
