/** "2 hours", "15 minutes" */
export function describeLifetime(seconds: number): string {
  const [amount, unit] = seconds >= 3_600 ? [seconds / 3_600, "hour"] : [seconds / 60, "minute"]
  const rounded = Math.max(1, Math.floor(amount))
  return `${rounded} ${unit}${rounded === 1 ? "" : "s"}`
}
