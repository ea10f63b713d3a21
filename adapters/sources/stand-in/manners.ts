/** Failures of a service that its stand-in can simulate. */
export interface Manners {
  /** Valid access tokens are rejected. */
  refusesTokens: boolean
  /** Valid refresh tokens are rejected. */
  refusesRefreshes: boolean
  /**
   * Why the application is refused, whoever the athlete is; null while it is not. Only wrong credentials keep it from renewing
   * grants.
   */
  refusesApplication: "credentials" | "inactive" | "capacity" | null
  /** Every request exceeds the limit; `retryAfter` is the header's text, null omits it. */
  tooMany: { retryAfter: string | null } | null
  /** Every request is answered with 503. */
  down: boolean
  /** Events wait until they are sent together, the last one first. */
  late: boolean
  /** Each event is sent twice. */
  doubled: boolean
  /** Events are signed with another secret, or carry another one. */
  forged: boolean
  /** Recordings: whole, cut off in the middle, missing, or at an address of somebody else. */
  files: "whole" | "half" | "none" | "elsewhere"
  /** Requests of recordings are answered with this status, such as 401; null answers them. */
  filesRefusedWith: 401 | 403 | null
  /** Lists are correct and empty. */
  listsNothing: boolean
}

export const goodManners: Manners = {
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
