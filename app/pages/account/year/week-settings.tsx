import { useState } from "react"
import { streakRule } from "#content/streak-rule.ts"
import type { OwnYear } from "#domain/competition/streaks/own-year.ts"
import { longDate, shortDay } from "../../../day.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { Button } from "../../../ui/button.tsx"
import { SelectField } from "../../../ui/field.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { TextButton } from "../../../ui/text-button.tsx"
import { textOf, useSubmit } from "../../../use-submit.ts"
import { SaveButton } from "../competition/save-button.tsx"
import { useRefresh } from "../use-rows.ts"
import { sundayOf } from "./months.ts"

const { least, most } = streakRule.activeDays
const counts = Array.from({ length: most - least + 1 }, (_, n) => least + n)

/** What makes a week count, and weeks of break: both from the next week on. */
export function WeekSettings({ year }: { year: OwnYear }) {
  return (
    <>
      <Goal year={year} />
      <Breaks breaks={year.breaks} />
    </>
  )
}

/** Sends a change of the member's weeks and reloads the page's data; answers a message on failure. */
function useChange() {
  const call = useFunctions()
  const refresh = useRefresh()
  return async (change: { activeDays?: number; breaks?: string[] }) => {
    const answer = await call("change-weeks", change)
    if (!answer.ok) return answer.message
    await refresh("year")
    return null
  }
}

function Goal({ year: { nextGoal, streak } }: { year: OwnYear }) {
  const change = useChange()
  const [saved, setSaved] = useState(false)
  const submission = useSubmit(async (form) => {
    setSaved(false)
    const problem = await change({ activeDays: Number(textOf(form, "activeDays")) })
    setSaved(problem === null)
    return problem
  })
  return (
    <Setting
      id="week-goal"
      title="My weeks"
      text={`This week counts with ${streak.present.goal} active days. What you choose applies from next Monday on.`}
    >
      <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        {saved && !submission.busy && <Notice kind="done">Saved, from next Monday on.</Notice>}
        <SelectField label="Active days a week" name="activeDays" defaultValue={nextGoal} required>
          {counts.map((count) => (
            <option key={count} value={count}>
              {count}
            </option>
          ))}
        </SelectField>
        <SaveButton busy={submission.busy} />
      </form>
    </Setting>
  )
}

function Breaks({ breaks: { ahead, choices } }: { breaks: OwnYear["breaks"] }) {
  const change = useChange()
  const add = useSubmit((form) => change({ breaks: [...ahead, textOf(form, "week")] }))
  const withdraw = useSubmit((form) => {
    const gone = textOf(form, "week")
    return change({ breaks: ahead.filter((week) => week !== gone) })
  })
  const error = add.error ?? withdraw.error
  return (
    <Setting
      id="breaks"
      title="Breaks"
      text={`For an illness or a vacation: up to ${streakRule.breakWeeksAYear} weeks a year in which your streak stays as it is. Declare a week before it begins. We do not ask why.`}
    >
      {error && <Notice kind="problem">{error}</Notice>}
      {ahead.length > 0 && (
        <ul className="border-t border-line">
          {ahead.map((week) => (
            <li key={week} className="border-b border-line">
              <form
                method="post"
                onSubmit={withdraw.onSubmit}
                className="figures flex flex-wrap items-center justify-between gap-x-4"
              >
                <input type="hidden" name="week" value={week} />
                <span className="py-2">{weekInDays(week)}</span>
                <TextButton type="submit" aria-label={`Withdraw the break of ${weekInDays(week)}`}>
                  Withdraw
                </TextButton>
              </form>
            </li>
          ))}
        </ul>
      )}
      {choices.length > 0 && (
        <form method="post" onSubmit={add.onSubmit} className="grid gap-5">
          <SelectField label="Week" name="week" required>
            {choices.map((week) => (
              <option key={week} value={week}>
                {weekInDays(week)}
              </option>
            ))}
          </SelectField>
          <Button
            type="submit"
            look="plain"
            aria-disabled={add.busy || undefined}
            className="justify-self-start"
          >
            {add.busy ? "One moment…" : "Declare This Week"}
          </Button>
        </form>
      )}
    </Setting>
  )
}

/** "Nov 30 to December 6, 2026" */
function weekInDays(monday: string): string {
  return `${shortDay(monday)} to ${longDate(sundayOf(monday))}`
}
