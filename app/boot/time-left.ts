const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, "0")

/** "2d 04h 05m", and in the last hour "59m 12s"; empty when it is over. */
export function timeLeft(ms: number): string {
  if (ms <= 0) return ""
  const [minutes, hours] = [(ms / 60_000) % 60, (ms / 3_600_000) % 24]
  if (ms < 3_600_000) return `${Math.floor(minutes)}m ${twoDigits((ms / 1000) % 60)}s`
  return `${Math.floor(ms / 86_400_000)}d ${twoDigits(hours)}h ${twoDigits(minutes)}m`
}
