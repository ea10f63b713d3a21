const quarterMs = 900_000
/** However long a header says: the day's limit is the longest that Strava has. */
const longestMs = 86_400_000

/**
 * Until when Strava takes no requests after a 429: what `Retry-After` says, in seconds or as a date, a day at most;
 * without it the next quarter of an hour, when Strava counts anew.
 */
export function closedUntil(headers: Headers, now: Date): Date {
  const given = headers.get("retry-after")?.trim() ?? ""
  const at = /^\d{1,9}$/.test(given) ? now.getTime() + Number(given) * 1000 : Date.parse(given)
  if (Number.isFinite(at) && at > now.getTime()) return new Date(Math.min(at, now.getTime() + longestMs))
  return new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs)
}
