import type { Units } from "../../units/units.ts"

/** "32 min", "1 h 05 min" */
export function duration(seconds: number): string {
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`
}

/** "6.1 km", "3.8 mi"; null for a tiny distance. */
export function distance(meters: number, units: Units): string | null {
  if (meters < 10) return null
  const [value, unit] = units === "metric" ? [meters / 1000, "km"] : [meters / 1609.344, "mi"]
  return `${value.toLocaleString("en-US", { maximumFractionDigits: 1, minimumFractionDigits: 1 })} ${unit}`
}
