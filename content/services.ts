/** What the terms of a service ask of us. Plain facts, so that they hold while the service is switched off, too. */
interface ServiceTerms {
  /** Its name as its owners write it. */
  title: string
  /** Days for which raw data may be kept that the service has not shown again; null where its terms set no limit. */
  keepRawDays: number | null
  /** Whether its terms keep what it brings among the members of the competition. */
  membersOnly: boolean
  /** Whether it tells who belongs to the competition's club, which winners must. */
  tellsClub: boolean
}

/** Services that an athlete can connect, by their names in addresses and in `activities.source`. */
export const services = {
  // Strava allows a copy for seven days (API policy, 6.2); a day is kept in hand.
  strava: { title: "Strava", keepRawDays: 6, membersOnly: true, tellsClub: true },
} as const satisfies Record<string, ServiceTerms>

export type ServiceName = keyof typeof services

export const serviceNames = Object.keys(services) as ServiceName[]

/** Services whose terms keep what they bring from visitors. */
export const restrictedServices: readonly ServiceName[] = serviceNames.filter(
  (name) => services[name].membersOnly,
)
