/** The units in which distances are shown to this visitor. Pages contain both; without a script miles are shown. */
export type Units = "metric" | "imperial"

const key = "units"

/** Dispatched on the window when the choice has changed. */
export const unitsEvent = "units-chosen"

/** Regions that use miles on road signs. */
const inMiles = new Set(["US", "GB", "LR", "MM", "PR", "VI", "GU", "AS", "MP"])

/** The units chosen in this browser, by the switch or on the account page; otherwise those of the browser's region. */
export function preferredUnits(): Units {
  const chosen = stored()
  if (chosen === "metric" || chosen === "imperial") return chosen
  return unitsOfLanguage(navigator.language)
}

/** By the region of a language tag; miles for a language without one, as without a script. */
function unitsOfLanguage(language: string): Units {
  const region = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(language)?.[1]
  return region === undefined || inMiles.has(region.toUpperCase()) ? "imperial" : "metric"
}

/** Applies the member's choice, if nothing has been chosen in this browser. */
export function adoptUnits(units: Units): void {
  if (stored() === null) rememberUnits(units)
}

/** Stores a choice in this browser, and applies it. */
export function rememberUnits(units: Units): void {
  try {
    localStorage.setItem(key, units)
  } catch {
    // The browser blocks storage: the choice applies to this page only.
  }
  markUnits(units)
  dispatchEvent(new Event(unitsEvent))
}

/** The units that the document shows. */
export function shownUnits(): Units {
  return document.documentElement.hasAttribute("data-metric") ? "metric" : "imperial"
}

/** Read by the class names of ui/distance.tsx. */
export function markUnits(units: Units): void {
  document.documentElement.toggleAttribute("data-metric", units === "metric")
}

function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
