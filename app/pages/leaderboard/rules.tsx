import { competition, rulesets } from "#content/competitions.ts"
import { longDate } from "#content/dates.ts"
import { zoneCity } from "#content/site.ts"
import { Chevron } from "../../ui/chevron.tsx"

/** Word for word from the specification. */
const rules = [
  "Must be a member of the activity club.",
  "Activities must be public.",
  "Winners cannot win in back-to-back months.",
  "Prizes may change; winners are told by e-mail or direct message.",
  "Cheating means disqualification.",
]

interface RulesProps {
  races: readonly { name: string; finishDays: number; finishGift: string | null }[]
}

/** The rules of the competition and how points are earned, collapsed by default. */
export function Rules({ races }: RulesProps) {
  return (
    <section className="gutter pb-section">
      <div className="border-b border-line">
        <Fold title="Competition rules">
          <ul className="max-w-[60ch] list-disc space-y-2 pl-5 text-lead">
            {rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Fold>
        <Fold title="How points are earned">
          <Points races={races} />
        </Fold>
      </div>
    </section>
  )
}

function Fold({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-6 py-5 [&::-webkit-details-marker]:hidden">
        <h2 className="display text-card">{title}</h2>
        <Chevron className="size-6 group-open:rotate-180" />
      </summary>
      <div className="pb-8">{children}</div>
    </details>
  )
}

function Points({ races }: RulesProps) {
  const ruleset = rulesets.at(-1)
  if (!ruleset) return null
  const { consistency, distance, from, maxPointsPerDay } = ruleset
  const run = distance.factors.run ?? 0
  const swim = distance.factors.swim ?? 0
  const chair = distance.factors.wheelchair ?? 0
  const kayak = distance.factors.kayak ?? 0
  const skate = distance.factors.skating ?? 0
  return (
    <div className="max-w-[64ch] space-y-4 text-lead">
      <p>Every day is scored on its own, and you can see what earned each point.</p>
      <ul className="list-disc space-y-2 pl-5">
        <li>
          Time: a minute of running, swimming or rowing earns one point in the first hour, half a point in the
          second and a quarter after that. Riding and strength training earn 80% as much, hiking 70%, walking
          50%, mobility and yoga 40%.
        </li>
        <li>
          Distance:{" "}
          <span className="in-data-metric:hidden">
            a mile of running earns {inMiles(run)} points, of swimming {inMiles(swim)}, of riding{" "}
            {inMiles(distance.factors.ride ?? 0)}
          </span>
          <span className="hidden in-data-metric:inline">
            a kilometer of running earns {run} points, of swimming {swim}, of riding {distance.factors.ride}
          </span>
          . The first {distance.wholePoints} points a day count in full, the rest count half.
        </li>
        <li>
          Other ways to move: from {longDate(from)} on, wheelchairs, handcycles, kayaks, paddleboards, skates
          and cross-country skis have numbers of their own. Their{" "}
          <span className="in-data-metric:hidden">
            mile earns {inMiles(chair)} points in a wheelchair, {inMiles(kayak)} in a kayak, {inMiles(skate)}{" "}
            on skates
          </span>
          <span className="hidden in-data-metric:inline">
            kilometer earns {chair} points in a wheelchair, {kayak} in a kayak, {skate} on skates
          </span>
          . A season that started earlier keeps its own rules until it ends.
        </li>
        <li>
          Consistency: {consistency.points} points for every day with at least {consistency.minMovingMinutes}{" "}
          minutes of movement.
        </li>
        <li>At most {maxPointsPerDay} points a day.</li>
      </ul>
      <p>
        A day with points for consistency is an active day. With{" "}
        {races.map(({ name, finishDays }) => `${finishDays} in the ${name.toLowerCase()}`).join(" or ")} you
        are a finisher, whatever your place.
        {races.map(({ name, finishGift }) =>
          finishGift === null
            ? ""
            : ` Finishers of the ${name.toLowerCase()} get a code each: ${finishGift}.`,
        )}
      </p>
      <p>
        Ties go to the athlete with more active days, then to whoever got there first. Days follow your own
        time zone. Seasons open and close at midnight in {zoneCity}, and late syncs count for another{" "}
        {competition.graceHours} hours.
      </p>
    </div>
  )
}

/** Points of a kilometer as those of a mile, rounded to one decimal. */
function inMiles(points: number): number {
  return Math.round(points * 16.09344) / 10
}
