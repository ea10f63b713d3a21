import { createHash } from "node:crypto"
import { splitStatements } from "#adapters/db/split-statements.ts"

/** A file of supabase/migrations or platform/migrations. */
export interface MigrationFile {
  path: string
  text: string
}

const made =
  /^create (?:or replace )?(?:unlogged )?(table|view|function|type|sequence|trigger|policy|schema)(?: if not exists)? ("[^"]+"|[\w.]+)(.*)/is

/**
 * Before 1.0.0 the files contain exactly what runs today: nothing is created twice, replaced or dropped. A table may be
 * altered only in the file that creates it.
 */
export function baselineViolations(files: readonly MigrationFile[]): string[] {
  const problems: string[] = []
  const makers = new Map<string, string>()
  for (const { path, text } of files) {
    for (const { canonical } of splitStatements(text)) {
      const start = canonical.slice(0, 60)
      if (/^drop /i.test(canonical) || /^create or replace /i.test(canonical))
        problems.push(`${path}: ${start}: write what holds today where it is made`)
      const [, kind = "", name = "", rest = ""] = made.exec(canonical) ?? []
      if (kind && kind.toLowerCase() !== "schema") {
        // Policies and triggers are named within their table.
        const table = /^(policy|trigger)$/i.test(kind) ? (/ on ([\w.]+)/i.exec(rest)?.[1] ?? "") : ""
        const key = `${kind} ${name} ${table}`.toLowerCase().trim()
        if (makers.has(key)) problems.push(`${path}: ${key} is made in ${makers.get(key)} already`)
        makers.set(key, path)
      }
      const altered = /^alter table (?:only )?([\w.]+)/i.exec(canonical)?.[1]
      if (altered && makers.get(`table ${altered}`.toLowerCase()) !== path)
        problems.push(`${path}: alters ${altered}, which another file makes`)
    }
  }
  return problems
}

/** Released files: checksums by path, recorded with version 1.0.0. */
export type Released = Readonly<Record<string, string>>

/** Ignores comments, as adapters/db/migrate.ts does, so that they can be improved. */
export function migrationChecksum({ text }: MigrationFile): string {
  const hash = createHash("sha256")
  for (const { canonical } of splitStatements(text)) hash.update(`${canonical};\n`)
  return hash.digest("hex")
}

/**
 * From 1.0.0 on, migrations are only appended: released files do not change, and a new file comes after all released
 * ones of its folder. `released` is supabase/released.json; null if there is none.
 */
export function appendViolations(
  version: string,
  files: readonly MigrationFile[],
  released: Released | null,
): string[] {
  if (Number.parseInt(version, 10) < 1) return []
  if (!released)
    return ["supabase/released.json is missing: from 1.0.0 on it holds the checksum of every migration"]
  const problems: string[] = []
  const found = new Map(files.map((file) => [file.path, migrationChecksum(file)]))
  for (const [path, checksum] of Object.entries(released)) {
    if (found.get(path) !== checksum)
      problems.push(`${path} was released: append a migration instead of changing it`)
  }
  for (const { path } of files) {
    const folder = path.slice(0, path.lastIndexOf("/"))
    const later = Object.keys(released).find((one) => one.startsWith(`${folder}/`) && one > path)
    if (!(path in released) && later) problems.push(`${path} has to come after ${later}, which was released`)
  }
  return problems
}

/**
 * Comments in migrations name the files that listen to or call what they create. Returns the named files that do not
 * exist.
 */
export function missingFiles(files: readonly MigrationFile[], exists: (path: string) => boolean): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:adapters|app|content|domain|platform|server)\/[\w/.-]*\w/g)]
      .map(([named]) => named)
      .filter((named) => !exists(named))
      .map((named) => `${path} names ${named}, which is not there`),
  )
}

/** How an event leaves SQL: by NOTIFY, or by rows that another process waits for. */
const hops = /pg_notify\(|^\s*notify |create trigger|insert into private\.standing_changes/im

/** Whether a migration that sends events names the TypeScript file that receives them. */
export function silentHops(files: readonly MigrationFile[]): string[] {
  return files
    .filter(
      ({ text }) => hops.test(text) && !/--.*\b(?:domain|server|adapters|platform)\/[\w/-]+\.ts/.test(text),
    )
    .map(({ path }) => `${path}: say in a comment which TypeScript file hears this`)
}

/** Numbers of advisory locks outside of the file that names them: a call takes a function or a hash. */
export function lockNumbers(path: string, text: string): string[] {
  return [...text.matchAll(/pg_(?:try_)?advisory_\w+\(\s*(\d[\d_]*)/g)].map(
    ([, number]) => `${path}: the lock ${number} is a bare number; name it in the migration "locks"`,
  )
}
