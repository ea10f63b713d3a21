const milesPerKm = 1 / 1.609344

/**
 * A text that begins with a distance in kilometers, such as "6.1 km running", in both units. The document's mark chooses
 * (units.ts); without a script it is miles. Any other text is shown as it is.
 */
export function InBothUnits({ text }: { text: string }) {
  const [, km, rest] = /^(\d[\d,]*(?:\.\d+)?) km(.*)$/.exec(text) ?? []
  if (km === undefined) return text
  return (
    <>
      <span className="in-data-metric:hidden">{miles(km)} mi</span>
      <span className="hidden in-data-metric:inline">{km} km</span>
      {rest}
    </>
  )
}

/** With as many decimals as a score line has: two below two kilometers, otherwise one. */
function miles(km: string): string {
  const value = Number(km.replaceAll(",", ""))
  const rounded = Number((value * milesPerKm).toFixed(value < 2 ? 2 : 1))
  return String(rounded).replace(/\B(?=(\d{3})+(?!\d))/g, ",")
}
