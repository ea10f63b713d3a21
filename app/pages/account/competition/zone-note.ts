/** Why an activity counts for a different day than in its file; null if both have the same UTC offset. */
export function zoneNote(row: { utcOffsetS: number; toldOffsetS: number | null }): string | null {
  if (row.toldOffsetS === null) return null
  return `Its file says ${clock(row.toldOffsetS)}, which is far from where it was recorded or from your account. It counts for the day at ${clock(row.utcOffsetS)}.`
}

/** "UTC+5:30", "UTC−8" */
function clock(offsetS: number): string {
  const minutes = Math.round(Math.abs(offsetS) / 60)
  const rest = minutes % 60
  const sign = offsetS < 0 ? "−" : "+"
  return `UTC${sign}${Math.floor(minutes / 60)}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`
}
