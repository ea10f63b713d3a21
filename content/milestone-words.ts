import { type ActivityKind, kindWords } from "./activity-kinds.ts"
import { countOf } from "./amounts.ts"

/** What the sentences about a milestone contain. */
type Told =
  | { kind: "first-points" | "best-day"; points: number; kinds: readonly ActivityKind[] }
  | { kind: "active-days"; count: number; points: number; kinds: readonly ActivityKind[] }
  | { kind: "hours"; hours: number; activity: { kind: ActivityKind; name: string | null } }
  | { kind: "first-of-kind"; activity: { kind: ActivityKind; name: string | null } }
  | { kind: "best-week" | "best-month"; points: number; days: number }

/** "Run, Strength" */
export function kindsInWords(kinds: readonly ActivityKind[]): string {
  return kinds.map((kind) => kindWords[kind].noun).join(", ")
}

/** What was reached, and by what. */
export function milestoneInWords(told: Told): { title: string; reason: string } {
  switch (told.kind) {
    case "first-points":
      return { title: "First points", reason: dayInWords(told) }
    case "active-days":
      return { title: `${countOf(told.count, "active day")}`, reason: dayInWords(told) }
    case "best-day":
      return { title: "Best day", reason: dayInWords(told) }
    case "best-week":
    case "best-month":
      return {
        title: told.kind === "best-week" ? "Best week" : "Best month",
        reason: `${countOf(told.points, "point")} on ${countOf(told.days, "day")}`,
      }
    case "hours":
      return { title: `${told.hours} hours of training`, reason: activityInWords(told.activity) }
    case "first-of-kind":
      return { title: `First time: ${kindWords[told.activity.kind].noun}`, reason: told.activity.name ?? "" }
  }
}

function dayInWords({ points, kinds }: { points: number; kinds: readonly ActivityKind[] }): string {
  return [countOf(points, "point"), kindsInWords(kinds)].filter(Boolean).join(": ")
}

function activityInWords({ kind, name }: { kind: ActivityKind; name: string | null }): string {
  const { noun } = kindWords[kind]
  return name ? `${noun}: ${name}` : noun
}
