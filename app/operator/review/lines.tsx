import { lazy, Suspense } from "react"
import { inWords, type LineProps } from "../../recording/measure.ts"
import { lineHeight, StillLine } from "../../recording/still-line.tsx"
import { useReady } from "../../ui/use-ready.ts"

const Chart = lazy(() => import("./chart.tsx"))

/**
 * One measure over time, against the limits of the rule: first a drawing that works without scripts, then a chart that
 * shows values.
 */
export function Line(props: LineProps) {
  const words = inWords(props.label, props.unit, props.values)
  if (!props.values.some((one) => one !== null)) return <p className="text-small text-muted">{words}.</p>
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-small">
        <span className="font-semibold">{props.label}</span>{" "}
        <span className="figures text-muted">{words.slice(props.label.length + 2)}</span>
      </figcaption>
      <Drawn {...props} words={words} />
    </figure>
  )
}

function Drawn(props: LineProps & { words: string }) {
  const ready = useReady()
  const still = <StillLine {...props} />
  if (!ready) return still
  return (
    <Suspense fallback={still}>
      <Chart {...props} height={lineHeight} />
    </Suspense>
  )
}
