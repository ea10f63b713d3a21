/** What the terms of a service ask of us. Plain facts, so that they hold while the service is switched off, too. */
export interface ServiceTerms {
  /** Its name as its owners write it. */
  title: string
  /**
   * Days for which raw data may be kept that the service has not shown again, and for which what it brought may be shown
   * to others without having been confirmed; null where its terms set no limit.
   */
  keepRawDays: number | null
  /** Days within which everything must be deleted once an athlete's consent has ended. */
  deleteWithinDays: number
  /**
   * Days for which data is kept while the service refuses the athlete's grant, so that connecting again restores it all.
   * Never longer than `deleteWithinDays`, because a refused grant may be one that the athlete has ended.
   */
  graceDays: number
  /** Whether its terms keep what it brings among the members of the competition. */
  membersOnly: boolean
  /** Whether its terms let us keep original files and fingerprints of recordings. */
  keepsOriginals: boolean
  /** Whether it tells who belongs to the competition's club, which winners must. */
  tellsClub: boolean
}

/** Services that an athlete can connect, by their names in addresses and in `activities.source`. */
export const services = {
  strava: {
    title: "Strava",
    // API policy, 6.2: a copy for seven days; a day is kept in hand.
    keepRawDays: 6,
    // API policy, 2.5 and 7.4: 30 days after consent was withdrawn; two days are kept in hand.
    deleteWithinDays: 30,
    graceDays: 28,
    membersOnly: true,
    // Files and samples would have to go after those seven days, so none are kept.
    keepsOriginals: false,
    tellsClub: true,
  },
} as const satisfies Record<string, ServiceTerms>

export type ServiceName = keyof typeof services

export const serviceNames = Object.keys(services) as ServiceName[]

/** Services whose terms keep what they bring from visitors. */
export const restrictedServices: readonly ServiceName[] = serviceNames.filter(
  (name) => services[name].membersOnly,
)
