import type { World } from "#domain/world.ts"
import type { Machine } from "#ports/machine.ts"
import { checkRecords } from "../dns/check.ts"
import { expectedRecords } from "../dns/expected.ts"
import { createResolver } from "../dns/resolver.ts"
import { diskFreeBytes } from "../http/figures.ts"
import { countQueues } from "../jobs/counts.ts"
import { dropDead, keepDead, listDead, retryDead } from "../jobs/dead.ts"
import type { RunningJobs } from "../jobs/jobs.ts"
import { type Env, variableGroups } from "../process/env.ts"
import { openBackupBucket } from "./backup-bucket.ts"
import { archiveFolder, backupFolder, backupPlace } from "./backup-names.ts"
import { backUpAndPrune, listBackups } from "./backups.ts"
import type { Store } from "./files.ts"
import { readHealth, recordBackup } from "./health.ts"

/** The state of this process and its machine that operators can see, and the actions available to them. */
export function createMachine(
  env: Env,
  { db, log, now }: Pick<World, "db" | "log" | "now">,
  { queue, stores }: { queue: RunningJobs; stores: readonly Store[] },
): Machine {
  const ownsDatabase = env.DATABASE_URL === undefined
  const [backupDir, place] = [backupFolder(env), backupPlace(env)]
  return {
    ownsDatabase,
    sendsMail: env.SMTP_URL !== undefined,
    diskFreeBytes: () => diskFreeBytes(env.DATA_DIR),
    queues: () => countQueues(db),
    // Without the job's data, which may be personal.
    deadJobs: async () =>
      (await listDead(queue.boss)).map(({ id, queue, diedAt, attempts, reason }) => ({
        id,
        queue,
        diedAt,
        attempts,
        reason,
      })),
    retryJobs: (ids) => retryDead(queue.boss, ids),
    dropJobs: (ids) => dropDead(queue.boss, ids),
    keepJobs: (ids) => keepDead(queue.boss, ids),
    settings: settingsOf(env),
    versions: { node: process.version, platform: `${process.platform} ${process.arch}` },
    backups: async () =>
      ownsDatabase && backupDir ? (await backupsOf(env, backupDir)).map(({ at }) => at).reverse() : [],
    sendingRecords: async () => {
      const { MAIL_DKIM_SELECTOR: selector, MAIL_SPF: spf, DNS_SERVER } = env
      const expected = expectedRecords(env, { ...(selector ? { selector } : {}), ...(spf ? { spf } : {}) })
      return checkRecords(createResolver(DNS_SERVER), { ...expected, site: null })
    },
    health: () =>
      readHealth({
        db,
        ownsDatabase,
        stores,
        ...(env.BACKUP_S3_BUCKET && backupDir ? { waitingIn: archiveFolder(backupDir) } : {}),
      }),
    ...(ownsDatabase && place
      ? {
          backUp: () =>
            recordBackup(db, { at: now(), place }, () => backUpAndPrune(env, { now: now(), log })),
        }
      : {}),
  }
}

/** If the bucket does not respond, the list is empty; the outage is reported elsewhere. */
async function backupsOf(env: Env, folder: string): Promise<{ at: Date }[]> {
  if (!env.BACKUP_S3_BUCKET) return listBackups(folder)
  const bucket = await openBackupBucket(env)
  return (
    (await bucket
      ?.list()
      .finally(() => bucket.close())
      .catch(() => [])) ?? []
  )
}

/** The settings in effect by name. For a secret, only whether it is set. */
function settingsOf(env: Env): Machine["settings"] {
  return Object.values(variableGroups).flatMap(
    (variables: Record<string, { meaning: string; secret?: true }>) =>
      Object.entries(variables).map(([name, { secret }]) => {
        const value = (env as unknown as Record<string, unknown>)[name]
        const isSet = value !== undefined && value !== ""
        return { name, value: secret ? (isSet ? "set" : "not set") : isSet ? shown(value) : "not set" }
      }),
  )
}

function shown(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
