import type { Env } from "../env.ts"
import { type Deadline, everyMinutes } from "../jobs/deadline.ts"
import { backUpAndTidy } from "../world/backups.ts"

/** Daily at midnight UTC into BACKUP_DIR, by whichever process is first. */
export function backupDeadlines(env: Env): Deadline[] {
  const { BACKUP_DIR: backupDir } = env
  if (!backupDir || env.DATABASE_URL) return []
  return [
    {
      name: "backup",
      next: everyMinutes(24 * 60),
      run: (world, at) => backUpAndTidy(env, { backupDir, now: at, log: world.log }),
    },
  ]
}
