/** Failures of a service that its stand-in can simulate. */
export interface Faults {
  /** Valid access tokens are rejected. */
  refusesTokens: boolean
  /** Valid refresh tokens are rejected. */
  refusesRefreshes: boolean
  /**
   * Why the application itself is refused, regardless of the athlete; null if it is not. Only wrong credentials also
   * prevent it from refreshing grants.
   */
  refusesApplication: "credentials" | "inactive" | "capacity" | null
  /** Every request exceeds the limit; `retryAfter` is the header's value, and null omits it. */
  tooMany: { retryAfter: string | null } | null
  /** Every request fails with 503. */
  down: boolean
  /** Events are held back until they are sent together, in reverse order. */
  late: boolean
  /** Each event is sent twice. */
  doubled: boolean
  /** Events have a wrong signature or secret. */
  forged: boolean
  /** Recordings: complete, truncated, missing, or at a foreign URL. */
  files: "whole" | "half" | "none" | "elsewhere"
  /** Requests for recordings fail with this status, such as 401; null disables that. */
  filesRefusedWith: 401 | 403 | null
  /** Lists are empty but otherwise valid. */
  listsNothing: boolean
}

export const noFaults: Faults = {
  refusesTokens: false,
  refusesRefreshes: false,
  refusesApplication: null,
  tooMany: null,
  down: false,
  late: false,
  doubled: false,
  forged: false,
  files: "whole",
  filesRefusedWith: null,
  listsNothing: false,
}
