import { useState } from "react"
import { site } from "#content/site.ts"
import { pageMeta } from "../../../meta.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { Failed } from "../failed.tsx"
import { Loading } from "../part.tsx"
import { Calendar } from "./calendar.tsx"
import { Milestones } from "./milestones.tsx"
import { Streak } from "./streak.tsx"
import { useYear } from "./use-year.ts"
import { WeekSettings } from "./week-settings.tsx"

export const meta = () => [
  ...pageMeta({ title: "Your year", description: `Your weeks, days and milestones on ${site.name}.` }),
  { name: "robots", content: "noindex" },
]

/** A member's own year, which nobody else sees: streak, milestones, calendar, and what makes a week count. */
export default function Year() {
  const [chosen, setChosen] = useState<number | null>(null)
  const { data, error, refetch } = useYear(chosen)
  const year = data === "not_joined" ? null : data
  return (
    <>
      <h1 className="display mt-6 text-title">Your year</h1>
      <p className="mt-3 mb-10 max-w-[62ch] text-muted">
        Your weeks, days and milestones. Only you see this page, and nothing on it changes your points.
      </p>
      {error && <Failed what="Your year" onRetry={() => void refetch()} />}
      {!data && !error && <Loading>Loading your year…</Loading>}
      {data === "not_joined" && (
        <>
          <p className="mb-5">Join the competition, and your first activity that counts begins your year.</p>
          <ButtonLink to="/account">Go to Your Account</ButtonLink>
        </>
      )}
      {year && (
        <>
          <Streak streak={year.streak} />
          <Calendar year={year} onYear={setChosen} />
          <Milestones milestones={year.milestones} credits={year.credits} />
          <WeekSettings year={year} />
        </>
      )}
    </>
  )
}
