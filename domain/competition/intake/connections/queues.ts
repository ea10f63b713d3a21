/** Fetches what an event is about: `{ source, eventId }`. */
export const fetchQueue = "source-fetch"
/** Compares the last weeks of an athlete with a service: `{ source, athleteId }`. */
export const sweepQueue = "source-sweep"
/** Ends a grant at a service: `{ source, accountId, accessToken, refreshToken }`, the tokens sealed. */
export const revokeQueue = "source-revoke"
