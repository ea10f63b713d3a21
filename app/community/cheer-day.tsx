import { cheerPhrases, isCheerPhrase } from "#content/cheers.ts"
import { shortDate } from "#content/dates.ts"
import { TextButton } from "../ui/text-button.tsx"
import type { Cheers } from "./use-cheers.ts"

interface CheerDayProps {
  cheers: Cheers | null
  athlete: string
  /** Null: the athlete's latest day. */
  on: string | null
  /** For the names of the controls, where several athletes are on the page. */
  name?: string
  className?: string
}

/**
 * One tap cheers a day, another takes it back; once cheered, a sentence can be added. Nothing for visitors and for days
 * that the member may not cheer. Others' cheers are a number, from three up.
 */
export function CheerDay({ cheers, athlete, on, name, className }: CheerDayProps) {
  const day = cheers?.days(athlete).find((one) => on === null || one.on === on)
  if (!cheers || !day) return null
  const about = `${name ? `${name}, ` : ""}${shortDate(day.on)}`
  return (
    <span
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 text-small print:hidden ${day.mine ? "" : "-mb-2"} ${className ?? ""}`}
    >
      <TextButton
        aria-pressed={day.mine}
        onClick={() => cheers.tap({ do: day.mine ? "take-back" : "cheer", athlete, on: day.on })}
      >
        {day.mine ? "Cheered" : "Cheer"}
        <span className="sr-only"> {about}</span>
      </TextButton>
      {day.count !== null && <span className="figures text-muted">{day.count} cheers</span>}
      {day.mine && (
        <select
          aria-label={`A few words with your cheer: ${about}`}
          value={day.phrase ?? ""}
          onChange={({ target: { value } }) =>
            cheers.tap({ do: "cheer", athlete, on: day.on, phrase: isCheerPhrase(value) ? value : null })
          }
          className="min-h-11 max-w-full cursor-pointer border border-line bg-raised px-2 text-text"
        >
          <option value="">Without words</option>
          {Object.entries(cheerPhrases).map(([phrase, text]) => (
            <option key={phrase} value={phrase}>
              {text}
            </option>
          ))}
        </select>
      )}
    </span>
  )
}
