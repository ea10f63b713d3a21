import { longSpan } from "#content/dates.ts"
import { streakRule } from "#content/streak-rule.ts"
import type { OwnYear } from "#domain/competition/streaks/own-year.ts"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/field.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { TextButton } from "../../../ui/text-button.tsx"
import { SaveButton } from "../competition/save-button.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { sundayOf } from "./months.ts"

const { least, most } = streakRule.activeDays
const counts = Array.from({ length: most - least + 1 }, (_, n) => least + n)

/**
 * How many active days a week needs, from the next one on.
 * @param present how many the current week needs; null when that is not known
 * @param chosen how many the next one needs, or what was chosen and not saved
 */
export function WeekGoal(props: { present: number | null; chosen: string; answered: Answered | undefined }) {
  const { present, chosen, answered } = props
  return (
    <Setting
      id="week-goal"
      title="My weeks"
      text={`${present === null ? "" : `This week counts with ${present} active days. `}Changes apply starting next Monday.`}
    >
      <MemberForm name="goal" className="grid gap-5">
        <FormOutcome name="goal" answered={answered} saved="Saved, from next Monday on." />
        <SelectField key={chosen} label="Active days a week" name="activeDays" defaultValue={chosen} required>
          {counts.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
        <SaveButton busy={useSending("goal")} />
      </MemberForm>
    </Setting>
  )
}

/** Weeks of break: those ahead, and a form for one more. @param chosen the week that was chosen and not saved */
export function Breaks(props: {
  breaks: OwnYear["breaks"]
  chosen?: string | undefined
  answered: Answered | undefined
}) {
  const { breaks, chosen, answered } = props
  const { ahead } = breaks
  // Keeps the week that was chosen, even if it can no longer be chosen.
  const choices = chosen ? [...new Set([...breaks.choices, chosen])].sort() : breaks.choices
  const busy = useSending("declare")
  return (
    <Setting
      id="breaks"
      title="Breaks"
      text={`For an illness or a vacation: up to ${streakRule.breakWeeksAYear} weeks a year in which your streak stays as it is. Declare a week before it begins. We do not ask why.`}
    >
      <FormOutcome name="declare" answered={answered} />
      <FormOutcome name="withdraw" answered={answered} />
      {ahead.length > 0 && (
        <ul className="border-t border-line">
          {ahead.map((week) => (
            <li key={week} className="border-b border-line">
              <MemberForm
                name="withdraw"
                className="figures flex flex-wrap items-center justify-between gap-x-4"
              >
                <input type="hidden" name="week" value={week} />
                <span className="py-2">{weekInDays(week)}</span>
                <TextButton type="submit" aria-label={`Withdraw the break of ${weekInDays(week)}`}>
                  Withdraw
                </TextButton>
              </MemberForm>
            </li>
          ))}
        </ul>
      )}
      {choices.length > 0 && (
        <MemberForm name="declare" className="grid gap-5">
          <SelectField label="Week" name="week" defaultValue={chosen} required>
            {choices.map((week) => (
              <option key={week} value={week}>
                {weekInDays(week)}
              </option>
            ))}
          </SelectField>
          <Button type="submit" look="plain" aria-disabled={busy || undefined} className="justify-self-start">
            {busy ? "One moment…" : "Declare This Week"}
          </Button>
        </MemberForm>
      )}
    </Setting>
  )
}

/** "November 30 to December 6, 2026" */
function weekInDays(monday: string): string {
  return longSpan(monday, sundayOf(monday))
}
