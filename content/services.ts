import { site } from "./site.ts"

/** What the terms of a service require. Plain data, so that it applies while the service is disabled, too. */
export interface ServiceTerms {
  /** Its name as spelled by its owner. */
  title: string
  /**
   * Days after the service's last confirmation for which raw data may be stored, and its results shown to others; null
   * if its terms set no limit.
   */
  keepRawDays: number | null
  /** Days within which everything must be deleted after an athlete withdraws consent. */
  deleteWithinDays: number
  /**
   * Days for which data is kept while the service rejects the athlete's grant, so that reconnecting restores everything.
   * Never longer than `deleteWithinDays`, because the athlete may have revoked the grant.
   */
  graceDays: number
  /** Whether its terms restrict its data to members of the competition. */
  membersOnly: boolean
  /** Whether its terms allow storing original files and fingerprints of recordings. */
  keepsOriginals: boolean
  /** Whether it returns "not found" for an activity that only its owner may see there. */
  hidesPrivate: boolean
  /** Whether it reports membership in the competition's club, which winners require. */
  tellsClub: boolean
  /**
   * The attribution required beside its data: its name, the device's name if that begins with `device`, or nothing. If
   * `derived`, also beside points, days and places derived from the data, everywhere.
   */
  credit: { name: string; device?: string; derived: boolean } | null
  /**
   * The exact text that a member accepts before others may see any of the data; null if its terms do not require
   * consent.
   */
  consent: string | null
}

/** For services that show nothing to others without the member's own permission. */
function permission(title: string): string {
  return `I allow ${site.name} to read my activities on ${title}, to turn them into points, and to show my name, points, active days and what earned them to the people I choose on my account page. I can withdraw this at any time by disconnecting ${title}, which deletes everything that came from it.`
}

/** No terms that we have read set this: 30 days is the shortest limit among the others. */
const usual = {
  keepRawDays: null,
  deleteWithinDays: 30,
  graceDays: 28,
  membersOnly: false,
  keepsOriginals: true,
  tellsClub: false,
  hidesPrivate: false,
} as const

/** Services that an athlete can connect, by their names in URLs and in `activities.source`. */
export const services = {
  strava: {
    title: "Strava",
    // API policy, 6.2: copies for seven days; one day is a safety margin.
    keepRawDays: 6,
    // API policy, 2.5 and 7.4: 30 days after consent is withdrawn; two days are a safety margin.
    deleteWithinDays: 30,
    graceDays: 28,
    membersOnly: true,
    // Files and samples would have to be deleted after those seven days, so none are stored.
    keepsOriginals: false,
    tellsClub: true,
    hidesPrivate: true,
    // API policy, 4.4: activities recorded with a Garmin device name it. Derived data names no device: others must not
    // see it.
    credit: { name: "Strava", device: "Garmin", derived: false },
    consent: null,
  },
  polar: {
    ...usual,
    title: "Polar",
    // AccessLink agreement, 3.1.5: Polar must be named as the source of its data and of everything derived from it.
    credit: { name: "Polar", derived: true },
    // 3.1.1: nobody else sees it without the member's explicit permission.
    consent: permission("Polar"),
  },
  wahoo: {
    ...usual,
    title: "Wahoo",
    // Requests for deletion are fulfilled within 48 hours; ours are immediately. Its artwork needs approval, so its
    // name is text.
    credit: { name: "Wahoo", derived: false },
    // API agreement: other users see nothing without a legal basis.
    consent: permission("Wahoo"),
  },
  intervals: {
    ...usual,
    title: "Intervals.icu",
    credit: { name: "Intervals.icu", device: "Garmin", derived: false },
    consent: permission("Intervals.icu"),
  },
  concept2: {
    ...usual,
    title: "Concept2 Logbook",
    credit: { name: "Concept2 Logbook", derived: false },
    consent: permission("Concept2 Logbook"),
  },
  suunto: {
    ...usual,
    title: "Suunto",
    // The partner contract decides; until then, the strictest terms that we have read apply.
    credit: { name: "Suunto", derived: true },
    consent: permission("Suunto"),
  },
  coros: {
    ...usual,
    title: "COROS",
    credit: { name: "COROS", derived: true },
    consent: permission("COROS"),
  },
  garmin: {
    ...usual,
    title: "Garmin Connect",
    // Brand guidelines: "Garmin [device model]" beside data, in exports, and beside derived figures.
    credit: { name: "Garmin", device: "Garmin", derived: true },
    consent: permission("Garmin Connect"),
  },
} as const satisfies Record<string, ServiceTerms>

export type ServiceName = keyof typeof services

export const serviceNames = Object.keys(services) as ServiceName[]

/** Services whose terms forbid storing original files and samples, so copies of their recordings cannot be detected. */
export const servicesWithoutOriginals: readonly string[] = serviceNames.filter(
  (name) => !services[name].keepsOriginals,
)

/** Services whose terms do not allow showing their data to visitors. */
export const restrictedServices: readonly ServiceName[] = serviceNames.filter(
  (name) => services[name].membersOnly,
)

/**
 * The attribution required beside an activity of this source; null for files and samples.
 * @param device the device's name, when the source tells it
 */
export function creditOf(source: string, device: string | null): string | null {
  const terms: ServiceTerms | undefined = Object.hasOwn(services, source)
    ? services[source as ServiceName]
    : undefined
  if (!terms?.credit) return null
  const { name, device: maker } = terms.credit
  const names = maker !== undefined && device?.toLowerCase().startsWith(maker.toLowerCase())
  return names ? (source === "garmin" ? device : `${name}, ${device}`) : name
}

/** The attribution that is also required beside data derived from an activity; null if its terms do not require it. */
export function derivedCreditOf(source: string, credit: string | null): string | null {
  const terms: ServiceTerms | undefined = Object.hasOwn(services, source)
    ? services[source as ServiceName]
    : undefined
  return terms?.credit?.derived ? credit : null
}
