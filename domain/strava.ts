import type { Outcome, Refusal } from "#primitives/outcome.ts"

/**
 * Strava as the flows need it; adapters/sources/strava speaks its protocol. Absent from the World until it is configured.
 * An expected refusal is a value; an outage throws, so that a job is tried again.
 */
export interface Strava {
  /** The club that members of the competition belong to; null where there is none to check. */
  clubId: string | null
  /** Where an athlete gives the word. Asks for `read` and `activity:read` and nothing more. */
  authorizeUrl(options: { state: string; redirectUri: string }): string
  exchange(code: string): Promise<StravaAnswer<StravaGrant>>
  refresh(refreshToken: string): Promise<StravaAnswer<StravaGrant>>
  /** Ends a grant; both of its tokens are dead afterwards. A token that Strava does not know is no error. */
  revoke(token: string): Promise<StravaAnswer<null>>
  activity(token: string, id: string): Promise<StravaAnswer<StravaActivity>>
  /** Activities that began after `after`, at most 200 a page, pages from 1. */
  activities(token: string, options: { after: Date; page: number }): Promise<StravaAnswer<StravaActivity[]>>
  /** Ids of the clubs that the athlete is in. */
  clubs(token: string): Promise<StravaAnswer<string[]>>
  /** Encrypts a token, so that whoever has only the database cannot use it. */
  seal(token: string): Promise<string>
  /** Null when it was sealed under another installation's secret, or was altered since. */
  unseal(sealed: string): Promise<string | null>
}

/**
 * `unauthorized`: the token is no longer good. `not_found`: it is gone, or the athlete does not show it.
 * `forbidden`: the application may not, because it has too many athletes or its subscription has lapsed.
 * `limited`: the allowance is used up `until` then, and Strava was not asked.
 */
export type StravaAnswer<Value> = Outcome<
  Value,
  Refusal<"unauthorized"> | Refusal<"not_found"> | Refusal<"forbidden"> | Refusal<"limited", { until: Date }>
>

export interface StravaGrant {
  accessToken: string
  refreshToken: string
  until: Date
  /** What the athlete agreed to; null when the answer does not say. */
  scopes: string[] | null
  /** The athlete's id at Strava; null in answers to a refresh. */
  stravaId: string | null
}

/** One activity in Strava's facts, in whole seconds and metres, still with Strava's own names for the sport. */
export interface StravaActivity {
  id: string
  stravaId: string | null
  sports: string[]
  name: string | null
  startedAt: Date
  utcOffsetS: number | null
  elapsedS: number
  movingS: number
  distanceM: number
  elevationM: number | null
  topKmh: number | null
  manual: boolean
  flagged: boolean
  indoor: boolean
  virtual: boolean
  public: boolean
  detail: number
}
