/**
 * `npm run carry-over`: moves the data of a database that predates the baseline of migrations into the
 * current tables.
 */
import { join } from "node:path"
import { carryOver } from "#adapters/db/carry-over.ts"
import { createClosers } from "../closers.ts"
import { readProcessEnv } from "../env.ts"
import { createLog } from "../log.ts"
import { openDatabase } from "../world/database.ts"

const usage = `Usage: npm run carry-over

Moves all data of a database created by earlier versions of the migrations into the tables of
this version, in one transaction. Stop the site and make a backup first (npm run backup, or pg_dump
where DATABASE_URL is set). It needs as much free space as the data takes.
`

const args = process.argv.slice(2)
if (args.length > 0) {
  const isHelp = args.length === 1 && ["--help", "-h"].includes(args[0] ?? "")
  process[isHelp ? "stdout" : "stderr"].write(usage)
  process.exitCode = isHelp ? 0 : 2
} else {
  const log = createLog({ level: "warn", destination: process.stderr })
  const closers = createClosers(log)
  try {
    const env = readProcessEnv(join(import.meta.dirname, "../.."))
    const { directUrl: url } = await openDatabase(env, log, closers, "carry-over")
    const copied = await carryOver({ url, platform: env.SUPABASE_URL === undefined, log })
    process.stdout.write(
      copied
        ? `Moved ${copied.rows} rows of ${copied.tables} tables into the tables of this version. Start the site.\n`
        : "There is nothing to carry over: this database was created by the migrations of this version.\n",
    )
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  } finally {
    await closers.close()
  }
}
