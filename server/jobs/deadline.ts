import { createHash } from "node:crypto"
import type { World } from "#domain/world.ts"

/** Work that must happen once at certain instants, however many processes run. */
export interface Deadline {
  /** Also the name of its queue. */
  name: string
  /** The next instant after `after`, or null if there is none at present (checked again every minute). */
  next(world: World, after: Date): Promise<Date | null>
  /**
   * Performs the work due at `at`. It may run late (after downtime) and is repeated if it throws or the process dies,
   * so it must be idempotent. What it
   * returns is not used.
   */
  run(world: World, at: Date): Promise<unknown>
}

/** The same id in every process, so that the database stores one job per deadline and instant. */
export function deadlineJobId(name: string, at: Date): string {
  const hash = createHash("sha256").update(`${name} ${at.toISOString()}`).digest()
  // RFC 9562, version 8: 122 custom bits.
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80
  const hex = hash.toString("hex").slice(0, 32)
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** Instants at an interval in minutes, counted from midnight UTC. */
export function everyMinutes(minutes: number): (world: World, after: Date) => Promise<Date> {
  const step = minutes * 60_000
  return async (_world, after) => new Date((Math.floor(after.getTime() / step) + 1) * step)
}

/** The same time every day, as minutes after midnight UTC. */
export function dailyAt(minuteUtc: number): (world: World, after: Date) => Promise<Date> {
  const [day, offset] = [86_400_000, minuteUtc * 60_000]
  return async (_world, after) => new Date((Math.floor((after.getTime() - offset) / day) + 1) * day + offset)
}
