/** What the terms of a service require. Plain data, so that it applies while the service is disabled, too. */
export interface ServiceTerms {
  /** Its name as spelled by its owner. */
  title: string
  /**
   * Days for which raw data may be stored, and its results shown to others, since the service last confirmed it; null if its
   * terms set no limit.
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
  /** Whether it reports membership in the competition's club, which winners require. */
  tellsClub: boolean
}

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
