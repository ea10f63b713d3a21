import { countOf, grouped } from "./amounts.ts"
import type { Metric } from "./races.ts"

/** A value of a side race with its unit: "1,204 points", "5 h 20 min", "1,042.3 km", "1,310 m", "3 days", "112%". */
export function valueInWords(metric: Metric, value: number): string {
  switch (metric) {
    case "points":
      return countOf(value, "point")
    case "active_days":
      return countOf(value, "day")
    case "kinds":
      return countOf(value, "kind")
    case "minutes":
      return value < 60
        ? `${value} min`
        : `${grouped(Math.floor(value / 60))} h ${value % 60 === 0 ? "" : `${value % 60} min`}`.trimEnd()
    case "distance":
      return `${grouped(Math.floor(value / 100) / 10)} km`
    case "rise":
      return `${value}%`
    case "climb":
      return `${grouped(value)} m`
  }
}
