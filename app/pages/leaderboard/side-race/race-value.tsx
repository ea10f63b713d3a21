import { grouped } from "#content/amounts.ts"
import type { Metric } from "#content/races.ts"
import { valueInWords } from "#content/value-in-words.ts"
import { InBothUnits } from "../../../ui/distance.tsx"

const feetPerMeter = 1 / 0.3048

/** A value of a side race in the units that the visitor has chosen; without a script in miles and feet. */
export function RaceValue({ metric, value }: { metric: Metric; value: number }) {
  const text = valueInWords(metric, value)
  if (metric !== "climb") return <InBothUnits text={text} />
  return (
    <>
      <span className="in-data-metric:hidden">{grouped(Math.round(value * feetPerMeter))} ft</span>
      <span className="hidden in-data-metric:inline">{text}</span>
    </>
  )
}
