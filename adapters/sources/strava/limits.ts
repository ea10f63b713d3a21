import { type HeardWindow, numbersIn } from "../protocol/allowance.ts"

/**
 * Strava's limits for a new application, used until a response states others (2026): quarter hours begin at :00, :15,
 * :30 and :45, days at midnight UTC. Every request counts toward the first two; ours only read, so they count toward
 * the others as well.
 */
export const windows = [
  { name: "15 minutes", seconds: 900, most: 200 },
  { name: "day", seconds: 86_400, most: 2000 },
  { name: "15 minutes of reading", seconds: 900, most: 100 },
  { name: "day of reading", seconds: 86_400, most: 1000 },
] as const

/**
 * `X-RateLimit-Limit: 200,2000` and `X-RateLimit-Usage: 12,340`, and the same for `X-ReadRateLimit`: quarter hour and
 * day.
 */
export function readLimits(headers: Headers): HeardWindow[] {
  return ["x-ratelimit", "x-readratelimit"].flatMap((prefix, pair) => {
    const most = numbersIn(headers.get(`${prefix}-limit`))
    const used = numbersIn(headers.get(`${prefix}-usage`))
    return windows.slice(pair * 2, pair * 2 + 2).map(({ name }, at) => ({
      name,
      most: most[at] ?? Number.NaN,
      used: used[at] ?? Number.NaN,
    }))
  })
}
