import { lazy, Suspense } from "react"
import { useReady } from "../../ui/use-ready.ts"
import { inWords, type LineProps } from "./series.ts"

const Chart = lazy(() => import("./chart.tsx"))

const width = 640
const height = 150

/** One measure over time, against the limits of the rule: a drawing that works without scripts, then a chart that tells values. */
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
  const still = <Still {...props} />
  if (!ready) return still
  return (
    <Suspense fallback={still}>
      <Chart {...props} height={height} />
    </Suspense>
  )
}

function Still({ at, values, limits = [], words }: LineProps & { words: string }) {
  const top = 1.08 * Math.max(...values.map((one) => one ?? 0), ...limits.map(({ value }) => value), 1)
  const end = at.at(-1) || 1
  const x = (seconds: number) => (seconds / end) * width
  const y = (value: number) => height - (value / top) * height
  const line = values
    .map((one, index) =>
      one === null
        ? ""
        : `${index === 0 || values[index - 1] === null ? "M" : "L"}${x(at[index] ?? 0).toFixed(1)} ${y(one).toFixed(1)}`,
    )
    .join("")
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
      className="h-[150px] w-full border-b border-line"
    >
      {limits.map(({ value, label }) => (
        <line
          key={label}
          x1="0"
          x2={width}
          y1={y(value)}
          y2={y(value)}
          stroke="var(--danger)"
          strokeDasharray="6 4"
          vectorEffect="non-scaling-stroke"
        />
      ))}
      <path d={line} fill="none" stroke="currentColor" strokeWidth="1.5" vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
