import { createHash } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { type Statement, splitStatements } from "./split-statements.ts"

/** One file `<14 digits>_<name>.sql`. */
export interface Migration {
  version: string
  name: string
  file: string
  text: string
}

/** Statements of the applied files by version; null if only the version was recorded. */
export type Recorded = ReadonlyMap<string, string[] | null>

/**
 * The migrations of a folder in the order in which they are applied. Throws on an invalid name or a duplicate
 * number.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const found: Migration[] = []
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(".sql")).sort()) {
    const parts = /^(\d{14})_([\w-]+)\.sql$/.exec(name)
    const file = join(folder, name)
    if (!parts?.[1] || !parts[2])
      throw new Error(`${file}: the name of a migration must be <14 digits>_<name>.sql.`)
    if (found.some((one) => one.version === parts[1]))
      throw new Error(`${file}: the number ${parts[1]} is used twice.`)
    found.push({ version: parts[1], name: parts[2], file, text: await readFile(file, "utf8") })
  }
  return found
}

/**
 * Whether the database was created by files that a baseline has replaced: their numbers are below those of
 * all current files.
 */
export function isBeforeBaseline(migrations: readonly Migration[], recorded: Recorded): boolean {
  const first = migrations[0]?.version
  return first !== undefined && [...recorded.keys()].some((version) => version < first)
}

/** Whether the file differs from what was applied. Line endings, indentation and comments are ignored. */
export function isChanged(migration: Migration, recorded: Recorded): boolean {
  const applied = recorded.get(migration.version)
  if (!applied || isWrittenAs(migration.text, applied)) return false
  return (
    checksum(applied.flatMap((text) => splitStatements(text))) !== checksum(splitStatements(migration.text))
  )
}

/** Whether a file consists of exactly these statements. True on every start except the first after an update. */
function isWrittenAs(text: string, statements: readonly string[]): boolean {
  let rest = text
  for (const statement of statements) {
    rest = rest.trimStart()
    if (!rest.startsWith(`${statement};`)) return false
    rest = rest.slice(statement.length + 1)
  }
  return rest.trim() === ""
}

function checksum(statements: Statement[]): string {
  const hash = createHash("sha256")
  for (const { canonical } of statements) hash.update(`${canonical};\n`)
  return hash.digest("hex")
}
