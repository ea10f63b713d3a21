/** Replaces the embedded database, the files of members and the secrets with a backup and the archived log. */
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { makeScratch } from "#adapters/db/embedded/place.ts"
import { restoreEmbedded } from "#adapters/db/embedded/restore.ts"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import type { Log } from "#ports/log.ts"
import type { Env } from "../process/env.ts"
import { keepBackupKey } from "./backup-key.ts"
import { archiveFolder, backupFolder } from "./backup-names.ts"
import { openSource } from "./backup-source.ts"
import { backUpAndPrune } from "./backups.ts"

interface RestoreOptions {
  /** The backup; by default, the newest that can restore `until`. */
  file: string | undefined
  /** The moment, or the latest possible; without it, the state at the end of the backup. */
  until: Date | "latest" | undefined
  log: Log
}

interface Restored {
  /** When the backup was taken. */
  at: string
  /** The location of the previous data; null if there was none. */
  movedTo: string | null
  tables: number
  seconds: number
  /** Why no backup was made afterward; null if one was made. */
  notBackedUp: string | null
}

/**
 * Restores and starts the database and, if a location for backups is set, makes a backup, because a new timeline starts
 * here. The site must not be running. Throws a sentence if there is nothing to restore from.
 */
export async function restoreSite(env: Env, { file, until, log }: RestoreOptions): Promise<Restored> {
  const dataDir = join(env.DATA_DIR, "postgres")
  const folder = backupFolder(env)
  const archive = folder && archiveFolder(folder)
  const restore = (one: { file: string; archives?: string[] }) =>
    restoreEmbedded({
      dataDir,
      besides: { "secrets.json": join(env.DATA_DIR, "secrets.json") },
      folders: { files: join(env.DATA_DIR, "files") },
      until,
      ...one,
      log,
    })
  const restored = file
    ? await restore({ file, ...(archive ? { archives: [archive] } : {}) })
    : await restoreFromSource(env, { until, restore })
  const embedded = await startEmbedded({ dataDir, archiveTo: archive, log, purpose: "restore" })
  try {
    const tables = await countTables(embedded.url)
    return { ...restored, tables, notBackedUp: await backUpNow(env, log) }
  } finally {
    await embedded.stop()
  }
}

/** The data is already restored at this point, even if this fails. Returns the reason if it does. */
async function backUpNow(env: Env, log: Log): Promise<string | null> {
  if (!backupFolder(env)) return "no place for backups is set."
  try {
    if (env.BACKUP_S3_BUCKET && env.BACKUP_KEY) await keepBackupKey(env, env.BACKUP_KEY)
    await backUpAndPrune(env, { now: new Date(), log })
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function restoreFromSource<T>(
  env: Env,
  {
    until,
    restore,
  }: Pick<RestoreOptions, "until"> & { restore(given: { file: string; archives: string[] }): Promise<T> },
): Promise<T> {
  const scratch = await makeScratch(join(env.DATA_DIR, "postgres"))
  try {
    const source = await openSource(env, scratch)
    try {
      const candidates = await source.candidates(until instanceof Date ? until : undefined)
      return await firstThatLeadsThere(candidates, async (one) =>
        restore(await one.fetch({ withLog: until !== undefined })),
      )
    } finally {
      source.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 })
  }
}

/**
 * The last backup before a moment may belong to a timeline that a restore has since left, or may have been running at
 * that moment.
 */
async function firstThatLeadsThere<One, T>(
  candidates: readonly One[],
  restore: (one: One) => Promise<T>,
): Promise<T> {
  let refusal: unknown
  for (const one of candidates) {
    try {
      return await restore(one)
    } catch (error) {
      if ((error as { code?: unknown }).code !== "backup_not_before") throw error
      refusal = error
    }
  }
  throw refusal
}

async function countTables(url: string): Promise<number> {
  const db = connectPostgres({ url, max: 1 })
  try {
    const [found] = await db.sql<{ tables: number }>`
      select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')`
    return found?.tables ?? 0
  } finally {
    await db.end()
  }
}
