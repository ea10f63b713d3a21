import { Button } from "../../ui/button.tsx"
import { Line } from "../frame/fields.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface Person {
  id: string
  name: string
  email: string | null
  state: string
  guests: number
  guestLines: readonly { number: number; isHere: boolean }[]
  walkIn: boolean
  checkedInAt: string | null
}

/**
 * One person on the list of a day. Each is a separate form, so that Enter in the guests field saves that person's
 * guests.
 */
export function AttendeeRow({ person, action }: { person: Person; action: string }) {
  const { id, name, email, state, guests, walkIn, checkedInAt } = person
  const guestLines = state === "going" ? person.guestLines : []
  return (
    <li className="border-t border-line py-2 text-small">
      <PressForm
        action={action}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 lg:grid-cols-[minmax(0,1fr)_auto_9rem]"
      >
        <span className="min-w-0">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-muted">
            {[walkIn ? "walked in without a spot" : "", email, checkedInAt && `here since ${checkedInAt}`]
              .filter(Boolean)
              .join(", ")}
          </span>
        </span>
        {state === "going" && (
          <>
            <span className="flex items-center gap-1">
              <label className="flex items-center gap-1">
                <span className="text-muted">+</span>
                <input
                  type="number"
                  name="guests"
                  min={0}
                  max={5}
                  defaultValue={guests}
                  aria-label={`Guests of ${name}`}
                  className="figures min-h-11 w-14 rounded-card border border-line bg-raised px-2"
                />
              </label>
              <Button
                type="submit"
                name="do"
                value={`guests ${id}`}
                look="quiet"
                aria-label={`Save the guests of ${name}`}
              >
                Save
              </Button>
            </span>
            <Button
              type="submit"
              name="do"
              value={`${checkedInAt ? "out" : "in"} ${id}`}
              look={checkedInAt ? "quiet" : "main"}
              className="col-span-2 lg:col-span-1"
              aria-label={checkedInAt ? `Undo check-in of ${name}` : `Check in ${name}`}
            >
              {checkedInAt ? "Undo check-in" : "Here"}
            </Button>
          </>
        )}
      </PressForm>
      {guestLines.length > 0 && (
        <ul className="mt-1 border-l-4 border-line pl-3">
          {guestLines.map((guest) => (
            <li key={guest.number}>
              <PressForm
                action={action}
                className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-4 lg:grid-cols-[minmax(0,1fr)_9rem]"
              >
                <span className="truncate">{`Guest ${guest.number} of ${name}`}</span>
                <Button
                  type="submit"
                  name="do"
                  value={`${guest.isHere ? "out" : "in"} ${id} ${guest.number}`}
                  look={guest.isHere ? "quiet" : "main"}
                  aria-label={`${guest.isHere ? "Undo check-in" : "Check in"}: guest ${guest.number} of ${name}`}
                >
                  {guest.isHere ? "Undo" : "Here"}
                </Button>
              </PressForm>
            </li>
          ))}
        </ul>
      )}
      {!checkedInAt && (
        <details className="mt-1">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-muted underline">
            {state === "going" ? "Free or transfer the spot" : "Change the line"}
          </summary>
          {state === "going" && (
            <PressForm action={action} className="flex flex-wrap items-end gap-2 py-2">
              <Line label="Who gets it" name="name" required maxLength={100} wrap="min-w-0 grow" />
              <Line
                label="Their email"
                type="email"
                name="email"
                required
                maxLength={254}
                wrap="min-w-0 grow"
              />
              <Button
                type="submit"
                name="do"
                value={`transfer ${id}`}
                look="quiet"
                className="min-h-12"
                aria-label={`Give the spot of ${name} to them`}
              >
                Transfer it
              </Button>
            </PressForm>
          )}
          <PressForm action={action} className="flex flex-wrap items-end gap-2 py-2">
            <Line
              label={`Why, for ${name}${email ? ", who gets it by email" : ""}`}
              name="reason"
              maxLength={1000}
              wrap="min-w-0 grow"
            />
            <Button
              type="submit"
              name="do"
              value={`free ${id}`}
              look="quiet"
              className="min-h-12"
              aria-label={state === "going" ? `Free the spot of ${name}` : `Take ${name} out of line`}
            >
              {state === "going" ? "Free it" : "Take out of line"}
            </Button>
            {state === "waiting" && (
              <Button
                type="submit"
                name="do"
                value={`seat ${id}`}
                className="min-h-12"
                aria-label={`Give ${name} a spot`}
              >
                Give a spot
              </Button>
            )}
          </PressForm>
        </details>
      )}
    </li>
  )
}
