/**
 * `npm run mutate -- sql [words]`: drops one trigger, function or policy from the migrated template of the tests, and
 * runs the test files that use it until one fails. Which file uses what comes from a first run of all of them, in
 * which PostgreSQL counts the calls of functions and the reads of tables. An object that no file misses survives.
 */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { SqlObject, TestUsage } from "#test/support/usage.ts"
import { keptTerminal, shown } from "../test/terminal.ts"
import { root } from "./folders.ts"

/** Files are tried in the order of how little else they use, because those are the quickest to fail. */
const mostFiles = 12

const vitest = join(root, "node_modules/vitest/vitest.mjs")
const processTests = [
  "server/*.test.ts",
  "server/commands/**",
  "scripts/**",
  "test/architecture*",
  "test/architecture/**",
]

/** Returns the exit code: 1 when an object survived. */
export async function mutateSql(words: readonly string[], print: (line: string) => void): Promise<number> {
  const scratch = await mkdtemp(join(tmpdir(), "b4m-mutate-sql-"))
  try {
    print("== which test file uses what")
    await shown.run([vitest, "run", "--reporter=dot", ...processTests.map((glob) => `--exclude=${glob}`)], {
      TEST_USAGE_FOLDER: scratch,
    })
    const usages = await readUsages(scratch)
    const objects = (JSON.parse(await readFile(join(scratch, "objects.json"), "utf8")) as SqlObject[]).filter(
      ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
    )
    const survivors: string[] = []
    const counts = new Map<string, [noticed: number, all: number]>()
    for (const object of objects) {
      const files = filesFor(object, usages)
      const noticed = files.length > 0 && (await failsWithout(object, files))
      const [before, all] = counts.get(object.kind) ?? [0, 0]
      counts.set(object.kind, [before + Number(noticed), all + 1])
      if (!noticed)
        survivors.push(`${object.kind} ${object.name}${files.length === 0 ? " (no test uses it)" : ""}`)
      print(`${noticed ? "noticed " : "SURVIVED"} ${object.kind} ${object.name} (${files.length} files)`)
    }
    print("")
    for (const line of survivors) print(`survived: ${line}`)
    for (const [kind, [noticed, all]] of counts) print(`${kind}: ${noticed} of ${all} noticed`)
    return survivors.length > 0 || objects.length === 0 ? 1 : 0
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function readUsages(folder: string): Promise<TestUsage[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("usage-"))
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as TestUsage),
  )
}

function filesFor(object: SqlObject, usages: readonly TestUsage[]): string[] {
  const overlaps = (some: readonly string[], others: readonly string[]) =>
    some.some((name) => others.includes(name))
  const calling = usages.filter(({ functions }) => overlaps(object.functions, functions))
  // PostgreSQL does not count policies, nor functions that it puts in place of their calls: their tables stand for them.
  const using = calling.length > 0 ? calling : usages.filter(({ tables }) => overlaps(object.tables, tables))
  const quickest = using.toSorted((a, b) => a.calls - b.calls).map(({ file }) => file)
  const likely = quickest.filter(
    (file) => object.kind === "policy" && /access|grants|display|attack/.test(file),
  )
  return [...new Set([...likely, ...quickest])].slice(0, mostFiles)
}

async function failsWithout(object: SqlObject, files: readonly string[]): Promise<boolean> {
  const code = await keptTerminal().run([vitest, "run", "--bail=1", "--reporter=dot", ...files], {
    TEST_TEMPLATE_STATEMENT: object.drop,
  })
  return code !== 0
}
