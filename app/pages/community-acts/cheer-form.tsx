import type { ReactNode } from "react"
import { longDate } from "#content/dates.ts"
import type { CheeredDays } from "#domain/community/cheered-days.ts"
import { PhraseOptions } from "../../community/phrase-options.tsx"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { MemberForm } from "../account/member-form.tsx"

/** Cheers one day of another athlete, also without scripts; saved by save-cheer.ts. `children`: what stands before it. */
export function CheerForm({
  day,
  children,
}: {
  day: CheeredDays["athletes"][string][number]
  children?: ReactNode
}) {
  return (
    <MemberForm name="cheer" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <input type="hidden" name="on" value={day.on} />
      <span className="figures flex grow basis-full justify-between gap-x-4 sm:basis-0">
        {children}
        {day.count !== null && <span className="text-muted">{day.count} cheers</span>}
      </span>
      <label className="min-w-0 grow sm:grow-0">
        <span className="sr-only">A few words with it</span>
        <select
          name="phrase"
          defaultValue={day.phrase ?? ""}
          key={day.phrase}
          className={`${controlClass} mt-0 min-h-11`}
        >
          <PhraseOptions />
        </select>
      </label>
      <Button type="submit" name="do" value="cheer" look={day.mine ? "quiet" : "main"}>
        {day.mine ? "Change the words" : "Cheer"}
        <span className="sr-only"> {longDate(day.on)}</span>
      </Button>
      {day.mine && (
        <Button type="submit" name="do" value="take-back" look="quiet">
          Undo<span className="sr-only"> the cheer for {longDate(day.on)}</span>
        </Button>
      )}
    </MemberForm>
  )
}
