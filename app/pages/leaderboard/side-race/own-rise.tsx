import { countOf, grouped, ordinal } from "#content/amounts.ts"
import { riseRule } from "#content/rise-rule.ts"
import type { Rise } from "#domain/competition/rise/rise.ts"
import { longDay } from "../../../day.ts"

const { best, medianWeeks, mostPercent } = riseRule

/** The signed-in athlete's rise, and how it came about; nobody else sees it. @param rise null without points in the season */
export function OwnRise({ rank, total, rise }: { rank: number | null; total: number; rise: Rise | null }) {
  if (!rise)
    return (
      <p className="mt-6 bg-volt px-4 py-3 font-semibold text-ink">
        {rank === null
          ? "Your first points of the season begin your comparison with your own past."
          : `You were ${ordinal(rank)} of ${grouped(total)}.`}
      </p>
    )
  const { least, median, best: bestMean, bestWeeks } = rise.why
  return (
    <section aria-label="Your rise" className="mt-6 bg-volt px-4 py-4 text-ink">
      <p className="font-semibold">{inWords(rise, { rank, total })}</p>
      <dl className="figures mt-3 grid max-w-[46rem] grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1.5 text-small">
        <Line what="This season so far, a week" points={rise.pointsAWeek} />
        <Line what="Your usual week, the largest of these three" points={rise.baseline} />
        <Line what="– The least that anybody is compared with" points={least} />
        <Line what={`– The median of your last ${medianWeeks} weeks before the season`} points={median} />
        <Line
          what={`– ${best.share} of your best ${best.weeks} weeks in a row${bestWeeks ? `, from ${longDay(bestWeeks)} on` : ""}`}
          points={bestMean}
        />
      </dl>
      <p className="mt-3 text-small">Only you see these numbers.</p>
    </section>
  )
}

function Line({ what, points }: { what: string; points: number }) {
  return (
    <>
      <dt>{what}</dt>
      <dd className="text-right font-semibold">{countOf(points, "point")}</dd>
    </>
  )
}

function inWords(
  { percent, unranked, history }: Rise,
  place: { rank: number | null; total: number },
): string {
  const own =
    percent === mostPercent
      ? `${mostPercent}% or more of your usual week, the most that is shown`
      : `${percent}% of your usual week so far`
  if (unranked === "break") return `${own}. A season with a declared break has no place.`
  if (unranked === "history")
    return `${own}. A place needs ${medianWeeks} weeks of history before the season, and you have ${history}.`
  if (place.rank === null) return `${own}.`
  return `You are ${ordinal(place.rank)} of ${grouped(place.total)}: ${own}.`
}
