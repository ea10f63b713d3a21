import type { ActivityKind } from "#content/activity-kinds.ts"
import type { Units } from "../../../units/units.ts"

/** Kinds whose speed people state as time per distance. */
const onFoot: readonly ActivityKind[] = ["run", "walk", "hike"]

const metersOf = { metric: 1000, imperial: 1609.344 } as const

/** "Pace" and "5:33 per km", or "Speed" and "28.1 km/h"; without a distance or time there is none. */
export function paceOf(
  { kind, movingS, distanceM }: { kind: ActivityKind; movingS: number; distanceM: number },
  units: Units,
): { label: "Pace" | "Speed"; text: string | null } {
  const label = onFoot.includes(kind) ? "Pace" : "Speed"
  if (movingS === 0 || distanceM < 10) return { label, text: null }
  const perUnit = (movingS / distanceM) * metersOf[units]
  if (label === "Speed")
    return { label, text: `${(3600 / perUnit).toFixed(1)} ${units === "metric" ? "km/h" : "mph"}` }
  const seconds = Math.round(perUnit)
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
  return { label, text: `${text} per ${units === "metric" ? "km" : "mile"}` }
}

/** Speeds in the member's units, to one decimal. */
export function speedsIn(kmh: readonly (number | null)[], units: Units): (number | null)[] {
  if (units === "metric") return [...kmh]
  return kmh.map((one) => (one === null ? null : Math.round((one / 1.609344) * 10) / 10))
}
