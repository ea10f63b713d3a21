const quarterMs = 900_000
/** Upper bound for the header: no service has a limit longer than a day. */
const longestMs = 86_400_000

/**
 * When a service accepts requests again after a 429: after `Retry-After`, in seconds or as a date, at most a day;
 * without it, at the next quarter of an hour, when most services reset their counts.
 */
export function closedUntil(headers: Headers, now: Date): Date {
  const given = headers.get("retry-after")?.trim() ?? ""
  const at = /^\d{1,9}$/.test(given) ? now.getTime() + Number(given) * 1000 : Date.parse(given)
  if (Number.isFinite(at) && at > now.getTime()) return new Date(Math.min(at, now.getTime() + longestMs))
  return new Date((Math.floor(now.getTime() / quarterMs) + 1) * quarterMs)
}
