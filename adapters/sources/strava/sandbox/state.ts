import { randomBytes } from "node:crypto"

export interface SandboxActivity {
  id: string
  athlete: string
  /** The response's fields besides id and athlete. */
  fields: Record<string, unknown>
}

export interface Grant {
  athlete: string
  access: string
  refresh: string
  /** Seconds since 1970. */
  until: number
}

export interface SandboxOptions {
  clientId: string
  clientSecret: string
  now?: () => Date
}

/** The state of the sandbox. Tests read and change it. */
export interface SandboxState {
  /** Athletes by id, with their clubs. */
  athletes: Map<string, { name: string; clubs: string[] }>
  activities: Map<string, SandboxActivity>
  /** Calls that were answered, by path. */
  calls: string[]
  limits: { quarter: number; day: number; quarterUsed: number; dayUsed: number }
  /** Lifetime of access tokens in seconds. */
  accessSeconds: number
  manners: SandboxManners
}

/** Failures of Strava that can be simulated. */
export interface SandboxManners {
  /** Valid access tokens are rejected. */
  refusesTokens: boolean
  /** Valid refresh tokens are rejected. */
  refusesRefreshes: boolean
  /** The application is refused, whoever the athlete is: wrong secret, lapsed subscription, too many athletes. */
  refusesApplication: "credentials" | "inactive" | "capacity" | null
  /** Every request exceeds the limit; `retryAfter` is the header's text, null omits it. */
  tooMany: { retryAfter: string | null } | null
  /** Every request is answered with 503. */
  down: boolean
  /** Events wait until they are sent together, the last one first. */
  late: boolean
  /** Each event is sent twice. */
  doubled: boolean
  /** Events are of another subscription. */
  forged: boolean
  /** The rate limit headers: real, all zeros, or none. */
  limitHeaders: "true" | "zero" | "none"
}

export const goodManners: SandboxManners = {
  refusesTokens: false,
  refusesRefreshes: false,
  refusesApplication: null,
  tooMany: null,
  down: false,
  late: false,
  doubled: false,
  forged: false,
  limitHeaders: "true",
}

/** State shared by the parts of the sandbox. */
export interface Inside {
  state: SandboxState
  client: { id: string; secret: string }
  grants: Grant[]
  /** Authorization codes that were not used yet. */
  codes: Map<string, { athlete: string; scope: string }>
  subscription: { id: number; callback: string } | null
  /** Events that wait because it is late, and the last one that was sent. */
  waiting: string[]
  lastEvent: string | null
  now(): Date
}

export function createInside({ clientId, clientSecret, now = () => new Date() }: SandboxOptions): Inside {
  return {
    state: {
      athletes: new Map([
        ["1001", { name: "Sandbox Ana", clubs: ["77"] }],
        ["1002", { name: "Sandbox Ben", clubs: [] }],
      ]),
      activities: new Map(),
      calls: [],
      limits: { quarter: 200, day: 2000, quarterUsed: 0, dayUsed: 0 },
      accessSeconds: 21_600,
      manners: { ...goodManners },
    },
    client: { id: clientId, secret: clientSecret },
    grants: [],
    codes: new Map(),
    subscription: null,
    waiting: [],
    lastEvent: null,
    now,
  }
}

/** Seconds since 1970. */
export function seconds({ now }: Inside): number {
  return Math.floor(now().getTime() / 1000)
}

export function endGrants({ grants }: Inside, ends: (grant: Grant) => boolean): void {
  for (const grant of grants.filter(ends)) grants.splice(grants.indexOf(grant), 1)
}

export function randomToken(): string {
  return randomBytes(20).toString("hex")
}
