import type { LineProps } from "./measure.ts"

const width = 640
/** Pixels. */
export const lineHeight = 150

/**
 * One measure over time as a drawing, against the limits of the rule. `low`: with less height, starting at the minimum
 * value instead of zero.
 */
export function StillLine({
  at,
  values,
  limits = [],
  words,
  low = false,
}: LineProps & { words: string; low?: boolean }) {
  const top = 1.08 * Math.max(...values.map((one) => one ?? 0), ...limits.map(({ value }) => value), 1)
  const end = at.at(-1) || 1
  const x = (seconds: number) => (seconds / end) * width
  const bottom = low ? 0.92 * Math.min(...values.filter((one) => one !== null)) : 0
  const y = (value: number) => lineHeight - ((value - bottom) / (top - bottom)) * lineHeight
  const line = values
    .map((one, index) =>
      one === null
        ? ""
        : `${index === 0 || values[index - 1] === null ? "M" : "L"}${x(at[index] ?? 0).toFixed(1)} ${y(one).toFixed(1)}`,
    )
    .join("")
  return (
    <svg
      viewBox={`0 0 ${width} ${lineHeight}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words}
      className={`${low ? "h-20" : "h-[150px]"} w-full border-b border-line`}
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
