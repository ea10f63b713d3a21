import { weekday } from "#content/dates.ts"
import {
  choicesFrom,
  type NoticeChannel,
  type NoticeChoices,
  noticeKinds,
  quietHours,
  weekTimes,
} from "#content/notice-kinds.ts"
import { SelectField } from "../../../ui/field.tsx"

const columns = [
  ["mail", "Email"],
  ["push", "Push"],
  ["off", "Not at all"],
] as const satisfies readonly (readonly [NoticeChannel, string])[]

const { from, to } = weekTimes.hours
const hours = Array.from({ length: to - from + 1 }, (_, n) => from + n)
// Any Monday: only the names of the days are shown.
const days = Array.from({ length: 7 }, (_, n) => ({ day: n + 1, name: weekday(`2026-11-${23 + n}`) }))

/** 18 -> "6 PM" */
function onTheClock(hour: number): string {
  return `${hour % 12 || 12} ${hour < 12 ? "AM" : "PM"}`
}

/** "9 PM and 7 AM" */
export const quietInWords = `${onTheClock(quietHours.from)} and ${onTheClock(quietHours.to)}`

/** The choices in a form that was not saved. */
export function choicesIn(typed: Readonly<Record<string, string>>): NoticeChoices {
  return choicesFrom(Object.fromEntries(noticeKinds.map(({ kind }) => [kind, typed[`notice-${kind}`]])))
}

/** What a member is told of, and how: one row for each kind, and when the week is told. */
export function NoticeTable(props: {
  choices: NoticeChoices
  week: { day: number | string; hour: number | string }
  /** Whether this installation sends push notifications. */
  pushes: boolean
}) {
  const { choices, week, pushes } = props
  const shown = columns.filter(([channel]) => channel !== "push" || pushes)
  return (
    <>
      <table className="w-full border-collapse">
        <caption className="sr-only">What you are told of, and how</caption>
        <thead>
          <tr className="border-b border-line text-label text-muted">
            <td />
            {shown.map(([channel, name]) => (
              <th key={channel} scope="col" className="w-16 px-1 pb-2 font-normal sm:w-20">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {noticeKinds
            .filter(({ channels }) => channels.filter((one) => shown.some(([c]) => c === one)).length > 1)
            .map(({ kind, label, channels }) => (
              <tr key={kind} className="border-b border-line">
                <th scope="row" className="py-2 pr-3 text-left font-normal">
                  {label}
                </th>
                {shown.map(([channel, name]) => (
                  <td key={channel} className="p-0 text-center">
                    {(channels as readonly NoticeChannel[]).includes(channel) && (
                      <label className="inline-grid size-11 cursor-pointer place-items-center">
                        <input
                          type="radio"
                          name={`notice-${kind}`}
                          value={channel}
                          aria-label={`${label}: ${name}`}
                          defaultChecked={choices[kind] === channel}
                          className="size-6 accent-mark"
                        />
                      </label>
                    )}
                  </td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
      <div className="grid grid-cols-2 items-end gap-4">
        <SelectField label="My week on" name="weekDay" defaultValue={String(week.day)} required>
          {days.map(({ day, name }) => (
            <option key={day} value={day}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField label="At about" name="weekHour" defaultValue={String(week.hour)} required>
          {hours.map((hour) => (
            <option key={hour} value={hour}>
              {onTheClock(hour)}
            </option>
          ))}
        </SelectField>
      </div>
    </>
  )
}
