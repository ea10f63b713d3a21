import { Button } from "../../ui/button.tsx"
import { Area, Check, Choice } from "../frame/fields.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Text } from "./fields.tsx"
import type { SeriesDraft } from "./read-series-form.ts"

interface SeriesFormProps {
  draft: SeriesDraft
  /** Once its first season has begun, only its name, prizes and finishers change, for later seasons. */
  begun: boolean
  /** The series whose races can be copied; only for a new one. */
  others: readonly { slug: string; name: string }[]
  save: { value: string; label: string }
}

/** The form of a series. "Preview" shows what its last season would have been, and saves nothing. */
export function SeriesForm({ draft, begun, others, save }: SeriesFormProps) {
  const isNew = others.length > 0
  return (
    <PressForm className="grid gap-4 text-small" key={JSON.stringify(draft)}>
      {isNew ? (
        <Text label="Address, such as winter-weeks" name="slug" value={draft.slug} most={30} />
      ) : (
        <input type="hidden" name="slug" value={draft.slug} />
      )}
      <Text label="Name, such as Winter race" name="name" value={draft.name} most={40} />
      {begun ? (
        <>
          {(["length", "beginsOn", "shipping"] as const).map((name) => (
            <input key={name} type="hidden" name={name} value={draft[name]} />
          ))}
          {draft.noBackToBack && <input type="hidden" name="noBackToBack" value="yes" />}
        </>
      ) : (
        <div className="grid items-end gap-3 sm:grid-cols-2">
          <Text
            label="Days of a season, 7 to 31 (empty: calendar months)"
            name="length"
            value={draft.length}
            number
          />
          <Text label="First day" name="beginsOn" value={draft.beginsOn} date />
          {isNew && (
            <Text
              label="Number of seasons (1: it is held once; empty: it goes on)"
              name="seasons"
              value={draft.seasons}
              number
            />
          )}
          <Text label="Shipping that a winner pays, in dollars" name="shipping" value={draft.shipping} />
        </div>
      )}
      <Text label="Active days of a finisher" name="finishDays" value={draft.finishDays} number />
      <Area
        label="Prizes, one per line, first place first (empty: none)"
        name="prizes"
        rows={3}
        maxLength={5000}
        defaultValue={draft.prizes}
      />
      {!begun && (
        <Check
          label="Winners of one season cannot win the next"
          name="noBackToBack"
          value="yes"
          defaultChecked={draft.noBackToBack}
        />
      )}
      {isNew && (
        <Choice label="Begin with the side races of" name="copied" defaultValue={draft.copied}>
          <option value="">No other race</option>
          {others.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Choice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" name="do" value={save.value}>
          {save.label}
        </Button>
        <Button type="submit" name="do" value="preview" look="quiet">
          Preview on last season
        </Button>
      </div>
    </PressForm>
  )
}
