import { Link, useLocation } from "react-router"
import { inDollars } from "#content/amounts.ts"
import type { Fulfillment } from "#domain/shop/fulfillment.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Line } from "../frame/fields.tsx"
import { NoteForm } from "../frame/note-form.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

/** Asks for the amount, and whether the subscription ends; the response shows what would happen. */
export function RefundForm({ left, running }: { left: number; running: boolean }) {
  return (
    <Panel title="Refund">
      <PressForm className="grid max-w-xl gap-4">
        <Line
          label={`Dollars; leave empty for all of ${inDollars(left)}`}
          name="amount"
          inputMode="decimal"
          maxLength={12}
          placeholder={(left / 100).toFixed(2)}
          data-key="a"
          data-says="Amount of the refund"
          className="figures"
          wrap="text-small"
        />
        {running && (
          <fieldset className="grid gap-1 text-small">
            <legend className="text-muted">The subscription would charge them again</legend>
            <label className="flex min-h-11 items-center gap-2">
              <input type="radio" name="subscription" value="end" required className="size-5" />
              End it now
            </label>
            <label className="flex min-h-11 items-center gap-2">
              <input type="radio" name="subscription" value="keep" className="size-5" />
              Keep it going
            </label>
          </fieldset>
        )}
        <Line label="Why, for the journal" name="reason" maxLength={1000} wrap="text-small" />
        <div>
          <Button type="submit" name="do" value="refund" look="plain">
            Refund…
          </Button>
        </div>
      </PressForm>
    </Panel>
  )
}

interface RefundPreview {
  amount: string
  cents: number
  subscription: string
  reason: string
  /** Cents refunded before; if more has been refunded since, nothing happens. */
  seen: number
  /** Whether a wrong number was typed. */
  again: boolean
  number: string
  email: string
  running: boolean
}

/** The effect of the refund; nothing happens until the order number is typed. */
export function ConfirmRefund(props: RefundPreview) {
  const { pathname } = useLocation()
  const ends = props.running && props.subscription === "end"
  return (
    <Panel title="Refund this?" className="border-danger">
      <PressForm className="grid max-w-xl gap-4">
        <p>
          {`${inDollars(props.cents)} goes back${props.email ? ` to ${props.email}, who gets it by email` : ""}.`}
          {ends && " The subscription ends now."}
          {props.running && !ends && " The subscription continues and charges them again."}
          {" A refund cannot be undone."}
        </p>
        <input type="hidden" name="amount" value={props.amount} />
        <input type="hidden" name="subscription" value={props.subscription} />
        <input type="hidden" name="reason" value={props.reason} />
        <input type="hidden" name="seen" value={props.seen} />
        <label className="text-small">
          <span className={props.again ? "text-danger" : "text-muted"}>
            {props.again
              ? `That is not the order number. Type ${props.number}`
              : `Type the order number, ${props.number}`}
          </span>
          <input
            name="number"
            // biome-ignore lint/a11y/noAutofocus: the page has just asked for it
            autoFocus
            required
            autoComplete="off"
            maxLength={8}
            data-key="t"
            data-says="Type the order number"
            className={`${controlClass} figures mt-1`}
          />
        </label>
        <div className="flex flex-wrap items-center gap-4">
          <Button type="submit" name="do" value="refund">
            {`Refund ${inDollars(props.cents)}`}
          </Button>
          <Link
            to={pathname}
            data-key="x"
            data-says="Cancel"
            className="inline-flex min-h-11 items-center text-small"
          >
            Cancel
          </Link>
        </div>
      </PressForm>
    </Panel>
  )
}

const steps: readonly (readonly [Fulfillment, string, string])[] = [
  ["open", "To do", "o"],
  ["in-progress", "In progress", "p"],
  ["done", "Done", "d"],
]

/** The fulfillment state of the order. */
export function DeliveryForm({ stored }: { stored: Fulfillment }) {
  return (
    <Panel title="Delivery">
      <PressForm className="flex flex-wrap gap-2">
        {steps.map(([value, label, key]) => (
          <Button
            key={value}
            type="submit"
            name="do"
            value={value}
            look={value === stored ? "main" : "quiet"}
            aria-pressed={value === stored}
            data-key={key}
          >
            {label}
          </Button>
        ))}
      </PressForm>
    </Panel>
  )
}

/** The receipt, the subscription, and notes. */
export function MoreForms({ paid, running, notes }: { paid: boolean; running: boolean; notes: number }) {
  return (
    <Panel title="More">
      <div className="grid gap-4">
        {(paid || running) && (
          <PressForm className="flex flex-wrap gap-2">
            {paid && (
              <Button type="submit" name="do" value="receipt" look="quiet" data-key="r">
                Send the receipt again
              </Button>
            )}
            {running && (
              <Button type="submit" name="do" value="cancel-period-end" look="quiet">
                End the subscription after this month
              </Button>
            )}
          </PressForm>
        )}
        <NoteForm key={notes} />
      </div>
    </Panel>
  )
}
