import type { Db } from "#domain/world.ts"
import { closedUntil } from "../protocol/closed-until.ts"

/** The application's rate limit, shared by all processes through the database. */
interface Allowance {
  /** Reserves one call; null when it may be made, otherwise when calls are available again. */
  take(): Promise<Date | null>
  /** Stores the limits in the response's headers, which override our own count. */
  heard(headers: Headers, status: number): Promise<void>
}

/** Strava's defaults for a new application, until the first response states others (limits of 2026). */
const atFirst = { overall: [200, 2000], read: [100, 1000] } as const
const quarterMs = 900_000

/**
 * Quarters begin at :00, :15, :30 and :45, days at midnight UTC. One call in twenty is kept in reserve: calls in flight in
 * other processes are counted only when answered, and a rejected call counts toward the day all the same.
 */
export function createAllowance(db: Db, now: () => Date, kept = 0.05): Allowance {
  // At least one call always remains: without calls, a change of the limit would never be noticed.
  const full = (used: number, limit: number) => used >= Math.max(1, Math.floor(limit * (1 - kept)))
  return {
    async take() {
      const at = now()
      const { quarter, day } = periods(at)
      return db.transaction(async (inner) => {
        for (const [name, [quarterLimit, dayLimit]] of Object.entries(atFirst)) {
          await inner.sql`
            insert into private.service_usage (
              source, name, quarter_at, quarter_limit, quarter_used, day_on, day_limit, day_used
            )
            values ('strava', ${name}, ${quarter}, ${quarterLimit}, 0, ${day}, ${dayLimit}, 0)
            on conflict (source, name) do nothing
          `
        }
        // Counts of an earlier quarter or day have expired.
        const rows = await inner.sql<UsageRow>`
          update private.service_usage set
            quarter_used = case when quarter_at = ${quarter} then quarter_used else 0 end, quarter_at = ${quarter},
            day_used = case when day_on = ${day} then day_used else 0 end, day_on = ${day}
          where source = 'strava'
          returning name, quarter_used, quarter_limit, day_used, day_limit, closed_until
        `
        const closed = rows.find((row) => row.closed_until && row.closed_until > at)
        if (closed) return closed.closed_until
        if (rows.some((row) => full(row.day_used, row.day_limit || atFirst[row.name][1])))
          return new Date(Date.parse(day) + 86_400_000)
        if (rows.some((row) => full(row.quarter_used, row.quarter_limit || atFirst[row.name][0])))
          return new Date(quarter.getTime() + quarterMs)
        await inner.sql`
          update private.service_usage set quarter_used = quarter_used + 1, day_used = day_used + 1
          where source = 'strava'
        `
        return null
      })
    },
    async heard(headers, status) {
      const { quarter, day } = periods(now())
      for (const [name, prefix] of [
        ["overall", "x-ratelimit"],
        ["read", "x-readratelimit"],
      ] as const) {
        const limit = pair(headers.get(`${prefix}-limit`))
        const used = pair(headers.get(`${prefix}-usage`))
        // A limit of zero is not plausible: the previous one stays.
        if (!limit || !used || limit.includes(0)) continue
        await db.sql`
          insert into private.service_usage (
            source, name, quarter_at, quarter_limit, quarter_used, day_on, day_limit, day_used
          )
          values ('strava', ${name}, ${quarter}, ${limit[0]}, ${used[0]}, ${day}, ${limit[1]}, ${used[1]})
          on conflict (source, name) do update set
            quarter_limit = excluded.quarter_limit, day_limit = excluded.day_limit,
            quarter_used = case
              when service_usage.quarter_at = excluded.quarter_at
              then greatest(service_usage.quarter_used, excluded.quarter_used) else excluded.quarter_used
            end,
            day_used = case
              when service_usage.day_on = excluded.day_on
              then greatest(service_usage.day_used, excluded.day_used) else excluded.day_used
            end,
            quarter_at = excluded.quarter_at, day_on = excluded.day_on
        `
      }
      // Rejected although calls seemed available: nobody calls until Strava's limit resets.
      if (status === 429)
        await db.sql`
          update private.service_usage set closed_until = ${closedUntil(headers, now())} where source = 'strava'
        `
    },
  }
}

interface UsageRow {
  name: keyof typeof atFirst
  quarter_used: number
  quarter_limit: number
  day_used: number
  day_limit: number
  closed_until: Date | null
}

/** "100,1000": quarter and day. Null when malformed. */
function pair(header: string | null): [number, number] | null {
  const [, quarter, day] = /^\s*(\d{1,9})\s*,\s*(\d{1,9})\s*$/.exec(header ?? "") ?? []
  return quarter !== undefined && day !== undefined ? [Number(quarter), Number(day)] : null
}

function periods(at: Date): { quarter: Date; day: string } {
  return {
    quarter: new Date(Math.floor(at.getTime() / quarterMs) * quarterMs),
    day: at.toISOString().slice(0, 10),
  }
}
