/** Zones that each format keeps: those of a site and its events, and room for more. */
const zonesKept = 50

/**
 * Writes instants in a form and zone. A formatter of ICU is thousands of pieces of memory outside of V8's, which does not
 * know how many: made for every page they were most of what a busy process took. So each is made once.
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
