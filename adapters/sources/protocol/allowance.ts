import type { Db } from "#ports/db.ts"
import { closedUntil } from "./closed-until.ts"

/** A rate limit: at most `most` requests in each window of `seconds`, counted from midnight UTC. */
interface RateWindow {
  name: string
  seconds: number
  most: number
}

/** A response's information about one window. */
export interface HeardWindow {
  name: string
  most: number
  used: number
  /** Seconds until the window resets, if the service states it. */
  resetsInS?: number | undefined
}

/** The application's rate limit, shared by all processes through the database. */
export interface Allowance {
  /** Reserves one call; null if it may be made now, otherwise the time at which calls are available again. */
  take(): Promise<Date | null>
  /** Stores the limits in a response, which override our own count. */
  heard(response: Response): Promise<void>
}

interface AllowanceOptions {
  source: string
  windows: readonly RateWindow[]
  /** Reads the service's headers. */
  read(headers: Headers): HeardWindow[]
  db: Db
  now(): Date
}

/** Closes a service that has received too many requests, for all processes. */
const closed = "closed"

/**
 * One call in twenty is kept in reserve: calls in flight in other processes are counted only when they complete, and
 * some services also count rejected calls.
 */
export function createAllowance({ source, windows, read, db, now }: AllowanceOptions): Allowance {
  const full = (used: number, most: number) => used >= Math.max(1, Math.floor(most * 0.95))
  const close = (from: Date, until: Date) => db.sql`
    insert into private.service_windows (source, name, began_at, seconds, most, used)
    values (${source}, ${closed}, ${from}, ${Math.ceil((until.getTime() - from.getTime()) / 1000)}, 0, 0)
    on conflict (source, name) do update set began_at = excluded.began_at, seconds = excluded.seconds
  `
  return {
    async take() {
      const at = now()
      const rows = windows.map((window) => ({ ...window, began_at: beginOf(window, at) }))
      return db.transaction(async (inner) => {
        // Counts of an earlier window have expired.
        const found = await inner.sql<WindowRow>`
          insert into private.service_windows as w (source, name, began_at, seconds, most, used)
          select ${source}, name, began_at, seconds, most, 0
          from jsonb_to_recordset(${inner.sql.json(rows)})
            r (name text, began_at timestamptz, seconds integer, most integer)
          order by name
          on conflict (source, name) do update set
            used = case when w.began_at = excluded.began_at then w.used else 0 end, began_at = excluded.began_at,
            -- A limit of zero, however it came here, would never be left.
            most = case when w.most > 0 then w.most else excluded.most end
          returning name, began_at, seconds, most, used
        `
        const [shut] = await inner.sql<WindowRow>`
          select name, began_at, seconds, most, used from private.service_windows
          where source = ${source} and name = ${closed}
        `
        const until = [
          ...(shut && endOf(shut) > at ? [endOf(shut)] : []),
          ...found.filter(({ used, most }) => full(used, most)).map(endOf),
        ]
        if (until.length > 0) return new Date(Math.max(...until.map((one) => one.getTime())))
        await inner.sql`
          update private.service_windows set used = used + 1 where source = ${source} and name <> ${closed}
        `
        return null
      })
    },
    async heard({ headers, status }) {
      const at = now()
      for (const { name, most, used, resetsInS } of read(headers)) {
        const window = windows.find((one) => one.name === name)
        // A limit of zero is not plausible, so the previous one is kept.
        if (!window || !(most > 0) || !(used >= 0)) continue
        await db.sql`
          insert into private.service_windows as w (source, name, began_at, seconds, most, used)
          values (${source}, ${name}, ${beginOf(window, at)}, ${window.seconds}, ${most}, ${used})
          on conflict (source, name) do update set
            most = excluded.most,
            used = case when w.began_at = excluded.began_at then greatest(w.used, excluded.used) else excluded.used end,
            began_at = excluded.began_at
        `
        // The service's own window may end later than ours.
        if (used >= most && resetsInS && resetsInS <= window.seconds)
          await close(at, new Date(at.getTime() + resetsInS * 1000))
      }
      if (status === 429) await close(at, closedUntil(headers, at))
    },
  }
}

interface WindowRow extends RateWindow {
  began_at: Date
  used: number
}

function beginOf({ seconds }: RateWindow, at: Date): Date {
  const ms = seconds * 1000
  return new Date(Math.floor(at.getTime() / ms) * ms)
}

function endOf({ began_at, seconds }: Pick<WindowRow, "began_at" | "seconds">): Date {
  return new Date(began_at.getTime() + seconds * 1000)
}

/** "12, 340" -> [12, 340]; NaN for parts that are not integers. */
export function numbersIn(header: string | null): number[] {
  return (header ?? "").split(",").map((part) => (/^\s*\d{1,9}\s*$/.test(part) ? Number(part) : Number.NaN))
}
