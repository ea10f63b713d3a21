/**
 * `npm run mutate -- sql [words]`: takes each trigger, function and policy away from the migrated template of the tests,
 * one at a time, and runs the test files that use it until one fails. Policies are also opened to everybody. Which file
 * uses what comes from a first run, in which PostgreSQL counts the calls of functions and the reads of tables. What no
 * file misses survives. With words, only the objects whose names contain one of them.
 */
import { dirname } from "node:path"
import { foldersOf, linesOf } from "./folders.ts"
import type { SqlChange } from "./sql/changes.ts"
import { type FileUsage, openSqlRuns } from "./sql/runs.ts"

/** Returns the exit code: 1 when a change survived. */
export async function mutateSql(words: readonly string[], print: (line: string) => void): Promise<number> {
  const started = performance.now()
  const seconds = () => Math.round((performance.now() - started) / 1000)
  print("== which test file uses what")
  const runs = await openSqlRuns()
  try {
    print(`${runs.usages.length} files use the database (${seconds()} s)`)
    for (const file of runs.failed) print(`failed without any change, and counts for nothing: ${file}`)
    const changes = runs.changes.filter(
      ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
    )
    const survivors: SqlChange[] = []
    for (const change of changes) {
      const files = filesFor(change, runs.usages)
      const noticed = await runs.failsAfter(change.statement, files)
      if (!noticed) survivors.push(change)
      print(`${noticed ? "noticed " : "SURVIVED"} ${change.kind} ${change.name} (of ${files.length} files)`)
    }
    print("")
    for (const [kind, some] of Map.groupBy(changes, (change) => change.kind)) {
      const survived = survivors.filter((change) => change.kind === kind)
      print(`${kind}: ${some.length - survived.length} of ${some.length} noticed`)
      for (const { name } of survived) print(`  survived: ${name}`)
    }
    print(`${seconds()} s`)
    return survivors.length > 0 || changes.length === 0 ? 1 : 0
  } finally {
    await runs.close()
  }
}

/** As many as are tried for one change before it counts as survived. */
const mostFiles = 20

/** The quickest first; for a policy, those that are about who may read what. */
export function filesFor(change: SqlChange, usages: readonly FileUsage[]): string[] {
  const overlaps = (some: readonly string[], others: readonly string[]) =>
    some.some((name) => others.includes(name))
  const calling = usages.filter(({ functions }) => overlaps(change.functions, functions))
  // PostgreSQL does not count policies, nor functions that it puts in place of their calls: their tables stand for them.
  const using = calling.length > 0 ? calling : usages.filter(({ tables }) => overlaps(change.tables, tables))
  // Functions without tables that are put in place of their calls, such as auth.uid(): the files that name them.
  const files = using.length > 0 || change.kind !== "function" ? using : naming(change.name, usages)
  const quickest = files.toSorted((a, b) => a.ms - b.ms).map(({ file }) => file)
  const likely = quickest.filter(
    (file) => change.kind === "policy" && /access|grants|policies|attack/.test(file),
  )
  return [...new Set([...likely, ...quickest])].slice(0, mostFiles)
}

/** The test files that call a function by its name or, where none does, those beside code that does. */
function naming(name: string, usages: readonly FileUsage[]): readonly FileUsage[] {
  const calls = (file: string) => linesOf(file).some((line) => line.includes(`${name.split("(")[0]}(`))
  const named = usages.filter(({ file }) => calls(file))
  if (named.length > 0) return named
  const rooms = new Set(foldersOf([]).flatMap(({ sources }) => sources.filter(calls).map(dirname)))
  return usages.filter(({ file }) => rooms.has(dirname(file)))
}
