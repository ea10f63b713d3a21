/** Switches the changes of one folder on, one after the other. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join, matchesGlob } from "node:path"
import type { Answer } from "./engine/orders.ts"
import { type Engine, startEngine } from "./engine.ts"
import { type Folder, type Place, testFiles } from "./folders.ts"
import { importersOf } from "./imports.ts"
import { type Change, instrument } from "./instrument.ts"
import { Judge, type Known } from "./judge.ts"
import { reachOf } from "./reach.ts"
import { oneLine } from "./report.ts"
import { TrialOrder } from "./trial-order.ts"

/**
 * The first ones kill processes, which takes half a minute each, and start them from files that are not changed; the next
 * read hundreds of megabytes, which takes minutes with the switches. The last sends thousands of requests to a
 * PostgREST too, which not every machine has: figures would differ.
 */
const leftOut = ["**/killed.test.ts", "**/size.test.ts", "**/differential.test.ts"]

/** Tests with a database wait for it, so that one more than there are cores keeps them busy. */
const enginesFor = (database: boolean) => Math.min(3, availableParallelism() + (database ? 1 : 0))

const usingDatabase = (tests: readonly string[]) => importersOf(tests, new Set(["test/support/database.ts"]))

/**
 * Returns every change in `places` with its state. A file that fails without any change counts for nothing.
 * @param options.quick only the tests that use no database: what they do not notice, others may
 */
export async function runFolder(
  folder: Folder,
  places: readonly Place[],
  { quick }: { quick: boolean },
  print: (line: string) => void,
): Promise<Change[]> {
  const scratch = await mkdtemp(join(tmpdir(), "b4m-mutate-"))
  const { changes, contents } = await instrument(places)
  const written = join(scratch, "contents.json")
  await writeFile(written, JSON.stringify(contents))
  const engines: Engine[] = []
  try {
    const all = importersOf(testsOf(folder), new Set(places.map(({ file }) => file)))
    const slow = new Set(usingDatabase(all))
    const tests = quick ? all.filter((file) => !slow.has(file)) : all
    const database = !quick && slow.size > 0
    const starting = Array.from({ length: enginesFor(database) }, () =>
      startEngine({ contents: written, database }),
    )
    engines.push(...(await Promise.all(starting)))
    const first = await firstRun(engines, tests, print)
    await judgeAll(engines, changes, first, print)
    return changes
  } finally {
    await Promise.all(engines.map((engine) => engine.close()))
    await rm(scratch, { recursive: true, force: true })
  }
}

/** Printed at once, because a whole folder takes long and may be stopped. */
const placeOf = ({ file, location: { start }, mutatorName, replacement = "" }: Change): string =>
  `${file}:${start.line}:${start.column} ${mutatorName} > ${oneLine(replacement)}`

const testsOf = ({ tests }: Folder): string[] =>
  testFiles().filter((file) => {
    const isAmong = (glob: string) => matchesGlob(file, glob)
    return tests.some(isAmong) && !leftOut.some(isAmong)
  })

/** What each file's tests reach, without any change. */
async function firstRun(
  engines: readonly Engine[],
  files: readonly string[],
  print: (line: string) => void,
): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  const waiting = [...files]
  await Promise.all(
    engines.map(async (engine) => {
      for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
        let answer = await engine.run({ file })
        if (answer?.failed !== undefined) answer = await engine.run({ file, reload: true })
        const failed = answer === undefined ? "it does not end" : answer.failed
        if (failed !== undefined)
          print(`failed without any change, and counts for nothing: ${file}: ${failed}`)
        else if (answer !== undefined) answers.set(file, answer)
      }
    }),
  )
  return new Map([...answers].sort(([a], [b]) => a.localeCompare(b)))
}

async function judgeAll(
  engines: readonly Engine[],
  changes: readonly Change[],
  first: ReadonlyMap<string, Answer>,
  print: (line: string) => void,
): Promise<void> {
  const known: Known = { passing: new Set(), failing: new Set(), order: new TrialOrder() }
  const waiting = changes.filter(({ status }) => status === "Pending")
  const started = performance.now()
  let judged = 0
  const total = waiting.length
  await Promise.all(
    engines.map(async (engine) => {
      const judge = new Judge(engine, known)
      for (;;) {
        const change = waiting.shift()
        const again = change
          ? await judge.judge(change, reachOf(change, changes, first))
          : await judge.verify()
        waiting.push(...again)
        judged += (change ? 1 : 0) - again.length
        if (change && change.status !== "Killed") print(`not noticed: ${placeOf(change)}`)
        if (change && judged % 100 === 0)
          print(`${judged} of ${total} (${Math.round((performance.now() - started) / 1000)} s)`)
        if (change === undefined && again.length === 0) return
      }
    }),
  )
}
