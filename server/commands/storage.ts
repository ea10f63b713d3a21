/**
 * `npm run storage -- export --to <address> --key-file <file>`: uploads every object to the storage of a Supabase
 * project.
 */
import { createHash } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdir, readFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { parseArgs } from "node:util"
import { z } from "zod"
import { exportObjects } from "#platform/storage/export/export-objects.ts"
import { openLedger } from "#platform/storage/export/ledger.ts"
import { rowsAsSql } from "#platform/storage/export/rows-as-sql.ts"
import { createTarget } from "#platform/storage/export/target.ts"
import type { Env } from "../process/env.ts"
import { createLog } from "../process/log.ts"
import { callersFolder } from "../process/process-env.ts"
import { createClosers } from "../world/closers.ts"
import { openFiles } from "../world/files.ts"
import { withDatabase } from "./with-database.ts"

const usage = `Usage: npm run storage -- export --to <address> --key-file <file> [--rows <file.sql>]

Sends every bucket and object to the storage service at the address, such as https://abcdefghijklmnop.supabase.co,
and reads each one back to compare checksums. When it was interrupted, or objects failed, run it again: what has
arrived is left out. Nothing is removed, here or there.

  --key-file  a file with the secret key of that project
  --rows      also writes SQL that sets the owners and times of the objects in the project's database
`

const shape = z.object({
  to: z.url({ protocol: /^https?$/ }),
  "key-file": z.string().min(1),
  rows: z.string().min(1).optional(),
})

function readArguments() {
  const options = {
    to: { type: "string" },
    "key-file": { type: "string" },
    rows: { type: "string" },
  } as const
  try {
    const { positionals, values } = parseArgs({ options, allowPositionals: true })
    return positionals.join(" ") === "export" ? shape.safeParse(values).data : undefined
  } catch {
    return undefined
  }
}

async function run(
  db: Parameters<typeof rowsAsSql>[0],
  env: Env,
  given: z.infer<typeof shape>,
): Promise<number> {
  const closers = createClosers(createLog({ level: "warn", destination: process.stderr }))
  try {
    const url = given.to.replace(/\/+$/, "")
    const key = (await readFile(resolve(callersFolder(), given["key-file"]), "utf8")).trim()
    const folder = join(env.DATA_DIR, "exports")
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = createHash("sha256").update(url).digest("hex").slice(0, 16)
    const ledger = await openLedger(join(folder, `storage-${name}.jsonl`))
    closers.add("ledger", () => ledger.close())
    const { buckets, sent, before, failed } = await exportObjects({
      db,
      files: (await openFiles(env, closers)).files,
      target: createTarget({ url, key }),
      ledger,
      onFailure: (object, reason) => process.stderr.write(`${object.bucket_id}/${object.name}: ${reason}\n`),
    })
    process.stdout.write(
      `${buckets} buckets; ${sent} objects sent and compared, ${before} sent before, ${failed} failed.\n`,
    )
    if (given.rows) {
      const path = resolve(callersFolder(), given.rows)
      const lines = Readable.from(rowsAsSql(db)).map((statement: string) => `${statement}\n`)
      await pipeline(lines, createWriteStream(path, { flags: "wx", mode: 0o600 }))
      process.stdout.write(`Owners and times written to ${path}.\n`)
    }
    return failed === 0 ? 0 : 1
  } finally {
    await closers.close()
  }
}

const given = readArguments()
if (given) process.exitCode = await withDatabase("storage", ({ db, env }) => run(db, env, given))
else {
  process.stderr.write(usage)
  process.exitCode = 2
}
