/** One measure over time. */
export interface LineProps {
  label: string
  unit: string
  /** Seconds from the start. */
  at: readonly number[]
  values: readonly (number | null)[]
  /** Limits of the rule, drawn as horizontal lines. */
  limits?: readonly { value: number; label: string }[]
}

/** A one-sentence summary of a line, for those who do not see it. */
export function inWords(label: string, unit: string, values: readonly (number | null)[]): string {
  const known = values.filter((one) => one !== null)
  if (known.length === 0) return `${label}: not recorded`
  const mean = known.reduce((sum, one) => sum + one, 0) / known.length
  return `${label}: from ${Math.min(...known)} to ${Math.max(...known)} ${unit}, ${mean.toFixed(1)} on average`
}
