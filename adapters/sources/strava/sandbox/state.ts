import { randomBytes } from "node:crypto"

export interface SandboxActivity {
  id: string
  athlete: string
  /** The answer's fields beside id and athlete. */
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

/** What the stand-in knows. Tests read and change it. */
export interface SandboxState {
  /** Athletes by id, with their clubs. */
  athletes: Map<string, { name: string; clubs: string[] }>
  activities: Map<string, SandboxActivity>
  /** Calls that were answered, by path. */
  calls: string[]
  limits: { quarter: number; day: number; quarterUsed: number; dayUsed: number }
  /** Access tokens end after this many seconds. */
  accessSeconds: number
  manners: SandboxManners
}

/** How Strava behaves on a bad day. */
export interface SandboxManners {
  /** Good access tokens are refused as if they were not. */
  refusesTokens: boolean
  /** Good refresh tokens, too. */
  refusesRefreshes: boolean
  /** The application is refused, whoever the athlete is: a wrong secret, a lapsed subscription, too many athletes. */
  refusesApplication: "credentials" | "inactive" | "capacity" | null
  /** Every request is one too many; `retryAfter` is the header's text, null leaves it out. */
  tooMany: { retryAfter: string | null } | null
  /** The headers about limits: as they are, all zeros, or none. */
  limitHeaders: "true" | "zero" | "none"
}

export const goodManners: SandboxManners = {
  refusesTokens: false,
  refusesRefreshes: false,
  refusesApplication: null,
  tooMany: null,
  limitHeaders: "true",
}

/** What the parts of the stand-in share. */
export interface Inside {
  state: SandboxState
  client: { id: string; secret: string }
  grants: Grant[]
  /** Codes of the sign-in that were not used yet. */
  codes: Map<string, { athlete: string; scope: string }>
  subscription: { id: number; callback: string } | null
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
