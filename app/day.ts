/** A calendar day in long words of en-US: "July 14, 2025". */
export function longDate(day: string): string {
  return new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  )
}
