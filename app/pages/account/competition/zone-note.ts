/** Why an activity counts for a different day than in its file; null if both have the same UTC offset. */
export function zoneNote(row: { utc_offset_s: number; told_offset_s: number | null }): string | null {
  if (row.told_offset_s === null) return null
  return `Its file says ${clock(row.told_offset_s)}, which is far from where it was recorded or from your account. It counts for the day at ${clock(row.utc_offset_s)}.`
}

/** "UTC+5:30", "UTC−8" */
function clock(offsetS: number): string {
  const minutes = Math.round(Math.abs(offsetS) / 60)
  const rest = minutes % 60
  const sign = offsetS < 0 ? "−" : "+"
  return `UTC${sign}${Math.floor(minutes / 60)}${rest === 0 ? "" : `:${String(rest).padStart(2, "0")}`}`
}
