import { open, statfs } from "node:fs/promises"
import { join } from "node:path"
import { pendingMigrations } from "#adapters/db/migrate.ts"
import type { Db } from "#ports/db.ts"
import type { ReadyCheck } from "../http/endpoints/health.ts"

/** Below this, the embedded database may fail at any moment. */
const leastFreeBytes = 64 * 1024 * 1024

/** Conditions for receiving traffic. Reading is not enough, because the next request may be a write. */
export function readyChecks({ db, folders }: { db: Db; folders: Record<string, string> }): ReadyCheck[] {
  return [
    { name: "database", reason: () => cannotWriteRows(db) },
    {
      name: "migrations",
      async reason() {
        const pending = await pendingMigrations((text) => db.query(text))
        return pending.length === 0 ? null : `${pending.length} migrations are not applied`
      },
    },
    { name: "disk", reason: () => cannotWriteAny(folders) },
  ]
}

/** Performs a write that is flushed to the log. At most one probe per second writes, however many callers there are. */
async function cannotWriteRows(db: Db): Promise<string | null> {
  try {
    await db.query(`
      insert into private.settings as s (name, value) values ('written_at', clock_timestamp()::text)
      on conflict (name) do update set value = excluded.value
      where s.value::timestamptz < clock_timestamp() - interval '1 second'`)
    return null
  } catch (error) {
    const { code } = error as { code?: unknown }
    if (code === "25006") return "the database takes no writes (read only)"
    if (code === "53100") return "the database's disk is full"
    throw error
  }
}

/** The first problem of any folder; folders are named for people. */
async function cannotWriteAny(folders: Record<string, string>): Promise<string | null> {
  const reasons = await Promise.all(
    Object.entries(folders).map(([name, folder]) => cannotWriteFiles(name, folder)),
  )
  return reasons.find((reason) => reason !== null) ?? null
}

async function cannotWriteFiles(name: string, folder: string): Promise<string | null> {
  try {
    const file = await open(join(folder, "ready.probe"), "w", 0o600)
    try {
      await file.writeFile("x")
      await file.datasync()
    } finally {
      await file.close()
    }
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize < leastFreeBytes ? `less than 64 MiB are free in ${name}` : null
  } catch (error) {
    return `${name} cannot be written (${(error as NodeJS.ErrnoException).code})`
  }
}
