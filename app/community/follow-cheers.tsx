import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { type CheerPhrase, isCheerPhrase } from "#content/cheers.ts"
import { shortDate } from "#content/dates.ts"
import type { CheeredDays } from "#domain/community/cheered-days.ts"
import { keepReading } from "../live/keep-reading.ts"
import type { useAuth } from "../session/session.tsx"
import { TextButton } from "../ui/text-button.tsx"
import type { useToast } from "../ui/toast.tsx"
import { askAsMember } from "./ask-as-member.ts"
import type { CheerDayProps, Cheers } from "./cheers.ts"
import { PhraseOptions } from "./phrase-options.tsx"

/** A tap of the member. */
interface CheerTap {
  do: "cheer" | "take-back"
  athlete: string
  /** "2026-11-20" */
  on: string
  phrase?: CheerPhrase | null
}

interface Loaded extends Cheers {
  days(athlete: string): CheeredDays["athletes"][string]
  tap(tap: CheerTap): void
}

type Client = ReturnType<typeof useAuth>["client"]

/** Reads the cheers of these athletes (slugs, separated by commas), and again after each tap, until `signal` aborts. */
export function followCheers(options: {
  slugs: string
  days: number
  until: string | undefined
  client: Client
  toast: ReturnType<typeof useToast>["toast"]
  onCheers(cheers: Cheers): void
  signal: AbortSignal
}): void {
  const { slugs, days, until, client, toast, onCheers, signal } = options
  if (signal.aborted) return
  const asked = new URLSearchParams({ athletes: slugs, days: String(days), ...(until && { until }) })
  const tap = ({ phrase, ...day }: CheerTap) => {
    const body = new URLSearchParams({ ...day, ...(phrase && { phrase }) })
    askAsMember(client, "/cheers", { method: "POST", body })
      .catch((error: Error) => toast({ title: "Not sent", description: error.message }))
      .finally(() => reading.again())
  }
  const reading = keepReading({
    read: (signal) => askAsMember<CheeredDays>(client, `/cheers?${asked}`, { signal }),
    onValue({ athletes, unseen }) {
      const cheers: Loaded = {
        Day: CheerDay,
        days: (athlete) => athletes[athlete] ?? [],
        isUnseen: (athlete) => unseen.includes(athlete),
        tap,
      }
      onCheers(cheers)
    },
    // The page stays as it is for a visitor, and asks again with the next tap or visit.
    onFailed: () => {},
    waitMs: 0,
    restMs: 0,
  })
  signal.addEventListener("abort", () => reading.stop())
}

/**
 * One tap cheers a day, another takes it back; once cheered, a sentence can be added. Others' cheers are a number, from
 * three up.
 */
function CheerDay({ cheers, athlete, on, name, className }: CheerDayProps) {
  const { days, tap } = cheers as Loaded
  const day = days(athlete).find((one) => on === null || one.on === on)
  if (!day) return null
  const about = `${name ? `${name}, ` : ""}${shortDate(day.on)}`
  return (
    <span
      className={`flex flex-wrap items-center gap-x-4 gap-y-1 text-small print:hidden ${className ?? ""}`}
    >
      {!day.own && (
        <TextButton
          aria-pressed={day.mine}
          onClick={() => tap({ do: day.mine ? "take-back" : "cheer", athlete, on: day.on })}
        >
          {day.mine ? "Cheered" : "Cheer"}
          <span className="sr-only"> {about}</span>
        </TextButton>
      )}
      {day.comments !== undefined && (
        <Link
          to={`/leaderboard/athletes/${athlete}/days/${day.on}`}
          className="figures inline-flex min-h-11 items-center underline underline-offset-4"
        >
          {day.comments > 0 ? countOf(day.comments, "comment") : "Comment"}
          <span className="sr-only"> {about}</span>
        </Link>
      )}
      {day.count !== null && (
        <span className="figures inline-flex min-h-11 items-center text-muted">{day.count} cheers</span>
      )}
      {day.mine && (
        <select
          aria-label={`A few words with your cheer: ${about}`}
          value={day.phrase ?? ""}
          onChange={({ target: { value } }) =>
            tap({ do: "cheer", athlete, on: day.on, phrase: isCheerPhrase(value) ? value : null })
          }
          className="min-h-11 max-w-full cursor-pointer border border-line bg-raised px-2 text-text"
        >
          <PhraseOptions />
        </select>
      )}
    </span>
  )
}
