/** Restores a backup next to the site, starts it and compares it with the site. */
import { randomUUID } from "node:crypto"
import { rm } from "node:fs/promises"
import { join } from "node:path"
import { makeScratch } from "#adapters/db/embedded/place.ts"
import { restoreEmbedded } from "#adapters/db/embedded/restore.ts"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { grouped } from "#content/amounts.ts"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import type { Env } from "../process/env.ts"
import { archiveFolder, backupFolder } from "./backup-names.ts"
import { openSource } from "./backup-source.ts"
import { waitUntilKept } from "./log-sender.ts"

interface Drill {
  /** When the backup was taken. */
  at: string
  tables: number
  rows: number
  seconds: number
}

/** The number of rows by table. */
type Counts = Map<string, number>

/** A marker written before the log is switched; if it is restored, the log is complete up to that moment. */
const marker = "drill_marker"

/** Restores a backup, by default the latest, without the log after it, and reads every row. Throws if that fails. */
export async function drill(
  env: Env,
  { file, log }: { file?: string | undefined; log: Log },
): Promise<Drill> {
  return rehearse(env, { file, log, look: async () => {} })
}

/**
 * Restores the latest backup and the log up to now, and compares it with the running site: the same tables, row counts
 * within tolerance, and the latest write. Throws a sentence if something is missing.
 */
export async function drillSite(env: Env, { db, log }: { db: Db; log: Log }): Promise<Drill> {
  const mark = randomUUID()
  await db.sql`
    insert into private.settings (name, value) values (${marker}, ${mark})
    on conflict (name) do update set value = excluded.value`
  const live = await countRows(db)
  const [segment] = await db.sql<{ name: string }>`select pg_walfile_name(pg_switch_wal()) as name`
  await waitUntilKept(env, archiveFolder(backupFolder(env) ?? ""), segment?.name ?? "")
  return rehearse(env, {
    log,
    until: "latest",
    async look(restored, counts) {
      const [found] = await restored.sql<{
        value: string
      }>`select value from private.settings where name = ${marker}`
      if (found?.value !== mark) throw new Error("What was written last is not in the restored database.")
      compare(live, counts)
    },
  })
}

/** Row counts may differ slightly, because members keep writing in the meantime. */
function compare(live: Counts, restored: Counts): void {
  for (const [table, rows] of live) {
    const there = restored.get(table)
    if (there === undefined) throw new Error(`The table ${table} is not in the restored database.`)
    if (Math.abs(rows - there) > Math.max(100, rows / 100))
      throw new Error(
        `The table ${table} has ${grouped(there)} rows in the restored database, and ${grouped(rows)} here.`,
      )
  }
}

interface Rehearsal {
  file?: string | undefined
  until?: "latest"
  log: Log
  look(restored: Db, counts: Counts): Promise<void>
}

async function rehearse(env: Env, { file: named, until, log, look }: Rehearsal): Promise<Drill> {
  const started = performance.now()
  const scratch = await makeScratch(join(env.DATA_DIR, "postgres"))
  const source = named ? undefined : await openSource(env, scratch)
  try {
    const [newest] = (await source?.candidates()) ?? []
    const fetched = await newest?.fetch({ withLog: until !== undefined })
    const dataDir = join(scratch, "postgres")
    const { at } = await restoreEmbedded({
      dataDir,
      file: fetched?.file ?? named ?? "",
      leftOut: ["files"],
      until,
      archives: fetched?.archives ?? [],
      log,
    })
    const embedded = await startEmbedded({ dataDir, log, purpose: "drill" })
    const db = connectPostgres({ url: embedded.url, max: 1 })
    try {
      const counts = await countRows(db)
      await look(db, counts)
      const rows = [...counts.values()].reduce((sum, one) => sum + one, 0)
      return { at, tables: counts.size, rows, seconds: (performance.now() - started) / 1000 }
    } finally {
      await db.end()
      await embedded.stop()
    }
  } finally {
    source?.close()
    await rm(scratch, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** Reads each table in full, so that an unreadable page causes an error. */
async function countRows(db: Db): Promise<Counts> {
  const tables = await db.sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname not in ('pg_catalog', 'information_schema')`
  const counts: Counts = new Map()
  for (const { name } of tables) {
    const [found] = await db.query(`select count(t)::int as n from ${name} t`)
    counts.set(name, Number(found?.n))
  }
  return counts
}
