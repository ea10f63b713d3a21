/** Formatters cached per format, one per time zone: enough for a site, its events, and a few more. */
const zonesKept = 50

/**
 * Formats instants in a given form and zone. An ICU formatter makes thousands of allocations outside the V8 heap, which
 * V8's garbage collector does not account for; created per page, formatters made up most of a busy process's memory.
 * Each is therefore created once.
 */
export function dateFormat(
  options: Omit<Intl.DateTimeFormatOptions, "timeZone">,
): (at: Date, timeZone: string) => string {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (at, timeZone) => {
    let format = made.get(timeZone)
    if (!format) {
      if (made.size >= zonesKept) made.clear()
      format = new Intl.DateTimeFormat("en-US", { ...options, timeZone })
      made.set(timeZone, format)
    }
    return format.format(at)
  }
}
