/** One Vitest for all runs of `npm run mutate -- sql`, so that its PostgreSQL and its read sources are prepared once. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import postgres from "postgres"
import { createVitest, type TestSpecification, type Vitest } from "vitest/node"
import type { TestUsage } from "#test/support/usage.ts"
import unit from "../../../vitest.config.ts"
import { linesOf, root } from "../folders.ts"
import { changesOf, type SqlChange } from "./changes.ts"

/** They start servers and build, which takes long and proves nothing about one object of the database. */
const processTests = ["server/*.test.ts", "server/commands/**", "scripts/**", "test/architecture*/**"]

/** What a file uses, and how long it took in milliseconds. */
export type FileUsage = TestUsage & { ms: number }

interface SqlRuns {
  /** Every change that can be made to the migrated template. */
  changes: SqlChange[]
  /** Of the files that passed without any change. */
  usages: FileUsage[]
  /** Files that failed without any change, and therefore count for nothing. */
  failed: string[]
  /** Whether a test of one of `files` fails after `statement`; they run one after the other until one does. */
  failsAfter(statement: string, files: readonly string[]): Promise<boolean>
  close(): Promise<void>
}

/** Runs every file that may use a database once, while PostgreSQL counts. */
export async function openSqlRuns(): Promise<SqlRuns> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-mutate-sql-"))
  process.env.TEST_USAGE_FOLDER = folder
  let stopAtFailure = false
  const vitest = await createVitest({
    watch: false,
    silent: true,
    exclude: [...(unit.test?.exclude ?? []), ...processTests],
    reporters: [
      {
        onTestCaseResult: (test) => {
          if (stopAtFailure && test.result().state === "failed") void vitest.cancelCurrentRun("test-failure")
        },
      },
    ],
  })
  await vitest.standalone()
  const specifications = (await vitest.globTestSpecifications()).filter(mayUseDatabase)
  const first = await vitest.runTestSpecifications(specifications)
  const times = new Map(
    first.testModules
      .filter((module) => module.state() !== "failed")
      .map((module) => [relative(root, module.moduleId), module.diagnostic().duration]),
  )
  const usages = await usagesIn(folder, times)
  delete process.env.TEST_USAGE_FOLDER
  stopAtFailure = true
  const byFile = new Map(specifications.map((one) => [relative(root, one.moduleId), one]))
  const url = vitest.getRootProject().getProvidedContext().testServerUrl
  const server = postgres(url, { max: 1, onnotice() {} })
  await server`create database ${server(kept)} template ${server(template)}`
  return {
    changes: await onTemplate(url, changesOf),
    usages,
    failed: [...byFile.keys()].filter((file) => !times.has(file)),
    async failsAfter(statement, files) {
      await server`drop database ${server(template)} with (force)`
      await server`create database ${server(template)} template ${server(kept)}`
      await onTemplate(url, (sql) => sql.unsafe(statement))
      for (const file of files) if (await fails(vitest, byFile.get(file))) return true
      return false
    },
    async close() {
      await server.end()
      await vitest.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The template of `test/support/global-setup.ts`, and its copy without changes. */
const template = "b4m_template"
const kept = "b4m_template_kept"

async function onTemplate<Result>(
  url: string,
  work: (sql: postgres.Sql) => PromiseLike<Result>,
): Promise<Result> {
  const sql = postgres(url.replace(/\/postgres$/, `/${template}`), { max: 1, onnotice() {} })
  try {
    return await work(sql)
  } finally {
    await sql.end()
  }
}

const mayUseDatabase = ({ moduleId }: TestSpecification): boolean =>
  linesOf(relative(root, moduleId)).some((line) => line.includes("#test/support/"))

async function fails(vitest: Vitest, specification: TestSpecification | undefined): Promise<boolean> {
  if (specification === undefined) return false
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification])
  return unhandledErrors.length > 0 || testModules.some((module) => !module.ok())
}

/** A file has an entry for each database that it created; they are added up. */
async function usagesIn(folder: string, times: ReadonlyMap<string, number>): Promise<FileUsage[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith("usage-"))
  const all = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(folder, name), "utf8")) as TestUsage),
  )
  return [...Map.groupBy(all, ({ file }) => file)].flatMap(([file, some]) => {
    const ms = times.get(file)
    const functions = some.flatMap((usage) => usage.functions)
    const tables = some.flatMap((usage) => usage.tables)
    return ms === undefined ? [] : [{ file, ms, functions, tables }]
  })
}
