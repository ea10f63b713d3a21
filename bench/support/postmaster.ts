import { readFile } from "node:fs/promises"
import { connectPostgres } from "#adapters/db/postgres.ts"

/** The process whose children serve the connections; 0 if the system does not report it. */
export async function postmaster(url: string): Promise<number> {
  const db = connectPostgres({ url, max: 1 })
  const [row] = await db.sql<{ pid: number }>`select pg_backend_pid() as pid`
  const stat = await readFile(`/proc/${row?.pid}/stat`, "utf8").catch(() => "")
  await db.end()
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0)
}
