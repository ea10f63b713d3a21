/** Fetches what an event is about: `{ source, eventId }`. */
export const fetchQueue = "source-fetch"
/** Compares an athlete's last weeks with a service: `{ source, athleteId }`. */
export const sweepQueue = "source-sweep"
/** Revokes a grant at a service: `{ source, accountId, accessToken, refreshToken }`, with encrypted tokens. */
export const revokeQueue = "source-revoke"
/** Removes what was stored while a connection ended: `{ source, athleteId }`. */
export const leftBehindQueue = "source-left-behind"
