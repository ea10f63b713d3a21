import type { ServiceName } from "./services.ts"

/** How training gets here from a watch or app, with or without a connection. */
export interface WayIn {
  /** The name on the watch or app. */
  brand: string
  /** The services through which it arrives automatically, the most direct first, if they are set up on the site. */
  through: readonly ServiceName[]
  /** How to get a file out of it. */
  file: string
}

/** In the order in which athletes ask for them. Menus as of November 2026. */
export const waysIn: readonly WayIn[] = [
  {
    brand: "Garmin",
    through: ["garmin", "intervals", "strava"],
    file: "On a computer, open the activity at connect.garmin.com and choose “Export File” from the gear menu. For everything at once, ask for your data at garmin.com/account/datamanagement. A .zip comes by email.",
  },
  {
    brand: "Apple Watch",
    through: ["strava"],
    file: "On your iPhone, open Health, tap your picture, then “Export All Health Data”, and save the .zip to Files.",
  },
  {
    brand: "COROS",
    through: ["coros", "intervals", "strava"],
    file: "In the COROS app, open the activity, choose “Export Data” from its menu, then FIT.",
  },
  {
    brand: "Suunto",
    through: ["suunto", "intervals", "strava"],
    file: "In the Suunto app, open the activity and export it as FIT from its menu.",
  },
  {
    brand: "Polar",
    through: ["polar", "intervals", "strava"],
    file: "On a computer, open the session at flow.polar.com and choose “Export session”, then TCX.",
  },
  {
    brand: "Wahoo",
    through: ["wahoo", "intervals", "strava"],
    file: "In the Wahoo app, open the workout, tap the share icon and choose the FIT file.",
  },
  {
    brand: "Strava",
    through: ["strava"],
    file: "On a computer, open your activity at strava.com and choose “Export Original” from its menu. For everything at once, request your archive in Strava’s settings. A .zip comes by email.",
  },
  {
    brand: "Zwift",
    through: ["strava"],
    file: "On a computer, open the activity at zwift.com and download its FIT file.",
  },
  {
    brand: "Google Fit",
    through: [],
    file: "At takeout.google.com, choose Fit. A .zip comes by email.",
  },
  {
    brand: "Hevy and Strong",
    through: [],
    file: "Export your workouts as CSV in the app’s settings. What you typed in earns no points, but adds sets and volume to a recording from the same time.",
  },
]

/**
 * The service to mention for a watch or app whose training arrives automatically: one that the member is connected to,
 * or else the most direct that the site offers. Null if there is none. In a service by another company, the athlete
 * must first set up the transfer from the watch or app.
 */
export function byItself(
  { brand, through }: WayIn,
  states: Partial<
    Record<ServiceName, { available: boolean; connectedSince: string | null; reconnectBy: string | null }>
  >,
): { service: ServiceName; isConnected: boolean; isOwn: boolean } | null {
  const found = (service: ServiceName, isConnected: boolean) => ({
    service,
    isConnected,
    isOwn: service === brand.toLowerCase(),
  })
  const connected = through.find((name) => states[name]?.connectedSince && !states[name].reconnectBy)
  if (connected) return found(connected, true)
  const offered = through.find((name) => states[name]?.available)
  return offered ? found(offered, false) : null
}
