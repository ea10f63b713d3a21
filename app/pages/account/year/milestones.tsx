import { longDate, longSpan, monthName } from "#content/dates.ts"
import { milestoneInWords } from "#content/milestone-words.ts"
import type { Milestone } from "#domain/competition/streaks/milestones.ts"
import { Credit } from "../../../ui/credit.tsx"
import { Part } from "../part.tsx"
import { sundayOf } from "./months.ts"

/** What the member has reached, each with its reason, the latest first; nothing before the first. */
export function Milestones(told: { milestones: readonly Milestone[]; credits: readonly string[] }) {
  const { milestones, credits } = told
  if (milestones.length === 0) return null
  return (
    <Part
      id="milestones"
      title="Milestones"
      text="As of now: if an activity is changed or deleted, these change, too."
    >
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-x-10 border-t border-line md:grid-cols-[repeat(2,minmax(0,1fr))]">
        {milestones.map((one) => {
          const { title, reason } = milestoneInWords(one)
          return (
            <li key={`${title} ${one.on}`} className="border-b border-line py-3">
              <p className="display text-card">{title}</p>
              <p className="figures mt-1 text-small wrap-anywhere text-muted">
                {whenOf(one)}
                {reason && `, ${reason}`}
              </p>
              {"activity" in one && <Credit names={one.activity.credit ? [one.activity.credit] : []} />}
            </li>
          )
        })}
      </ol>
      <Credit names={credits} className="mt-3" />
    </Part>
  )
}

function whenOf({ kind, on }: Milestone): string {
  if (kind === "best-month") return `${monthName(on.slice(0, 7))} ${on.slice(0, 4)}`
  if (kind === "best-week") return longSpan(on, sundayOf(on))
  return longDate(on)
}
