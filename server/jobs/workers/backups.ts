import type { Env } from "../../process/env.ts"
import { backupPlace } from "../../world/backup-names.ts"
import { backUpAndPrune } from "../../world/backups.ts"
import { drillSite } from "../../world/drill.ts"
import { awaitsFirstBackup, recordBackup, recordDrill } from "../../world/health.ts"
import { type Deadline, everyMinutes } from "../deadline.ts"

const weekMs = 7 * 86_400_000
/** Sunday, 3:00 AM UTC. Day 0 of the epoch, January 1, 1970, was a Thursday. */
const drillOffsetMs = (3 * 24 + 3) * 3_600_000

const nextMinute = everyMinutes(1)
const nextMidnight = everyMinutes(24 * 60)

/**
 * A backup immediately if there is none yet, and every day at midnight UTC, and a drill every week, each run by
 * whichever process is first.
 */
export function backupDeadlines(env: Env): Deadline[] {
  const place = backupPlace(env)
  if (!place || env.DATABASE_URL) return []
  return [
    {
      name: "backup",
      next: async (world, after) =>
        (await awaitsFirstBackup(world.db, place)) ? nextMinute(world, after) : nextMidnight(world, after),
      run: ({ db, log }, at) => recordBackup(db, { at, place }, () => backUpAndPrune(env, { now: at, log })),
    },
    {
      name: "backup-drill",
      next: async (_world, after) =>
        new Date((Math.floor((after.getTime() - drillOffsetMs) / weekMs) + 1) * weekMs + drillOffsetMs),
      run: ({ db, log, now }) => recordDrill(db, now, () => drillSite(env, { db, log })),
    },
  ]
}
