import { kindWords } from "#content/activity-kinds.ts"
import { type ServiceName, services } from "#content/services.ts"
import type { OwnActivity } from "#domain/competition/account/activities.ts"
import type { Units } from "../../../units/units.ts"
import { distance, duration } from "../measures.ts"

/** How the verdict on an activity is shown. */
export const verdicts = {
  counted: { word: "Counted", look: "bg-volt text-ink" },
  review: { word: "In review", look: "border border-text text-text" },
  excluded: { word: "Not counted", look: "border border-line text-muted" },
}

/** Its own name, or what it is. */
export function nameOf({ name, kind }: Pick<OwnActivity, "name" | "kind">): string {
  return name || kindWords[kind].noun
}

/** "Run", "32 min", "3.8 mi", "Strava"; what it is is left out where that is its name. */
export function factsOf(row: OwnActivity, units: Units): string[] {
  const credit = creditOf(row)
  return [
    ...(row.name ? [kindWords[row.kind].noun] : []),
    duration(row.movingS),
    distance(row.distanceM, units),
    credit,
  ].filter((fact) => fact !== null)
}

/** "Strava", "Garmin Forerunner 965", "a file" */
export function originOf(row: OwnActivity): string {
  return creditOf(row) ?? "a file"
}

/** The attribution that the source's terms require; otherwise the source's name. */
function creditOf({ credit, source }: OwnActivity): string | null {
  return credit ?? (Object.hasOwn(services, source) ? services[source as ServiceName].title : null)
}
