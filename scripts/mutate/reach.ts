/** Which tests reach which change, from a first run of all tests without any. */
import { dirname } from "node:path"
import type { Answer } from "./engine/orders.ts"
import { importsOf } from "./imports.ts"
import type { Change } from "./instrument.ts"

/** Tests of one file to try for a change. */
export interface Trial {
  file: string
  /** All of the file without. */
  tests?: string[]
  /** How often they reach it. */
  hits: number
  /** Milliseconds of the longest of the file's tests, and of those to try together. */
  longest: number
  together: number
  /** Milliseconds of processor time that the whole file takes. */
  cpuMs?: number
}

export interface Reach {
  trials: Trial[]
  /** Whether the change is in what a module does while it is evaluated. */
  constant: boolean
}

/**
 * Tests that go through more changes than this read megabytes; they are tried last where they stand beside the change, and
 * else where no other reaches it.
 */
const lightSteps = 1_000_000

/** More files than this are not tried for one change: what has not failed by then counts as unnoticed. */
const mostFiles = 8

/** What reaches `change`: the tests beside it first, then those that reach the least. */
export function reachOf(change: Change, all: readonly Change[], first: ReadonlyMap<string, Answer>): Reach {
  const constant = [...first.values()].some(({ imports }) => (imports[change.id] ?? 0) > 0)
  // A constant is used by whatever reaches its file; where nothing in the file can be reached, by what imports it.
  const files = constant ? usersOf(change.file, all, first) : new Set([change.file])
  const ids = constant ? all.filter(({ file }) => files.has(file)).map(({ id }) => id) : [change.id]
  const trialsOf = (isTried: (steps: number) => boolean) =>
    [...first].flatMap(([file, answer]) => trialIn(file, answer, ids, isTried))
  const beside = (file: string) =>
    Number(file.replace(/\.test\.tsx?$/, "") !== change.file.replace(/\.tsx?$/, ""))
  const near = (file: string) => Number(dirname(file) !== dirname(change.file))
  const sorted = (trials: Trial[]) =>
    trials.toSorted(
      (a, b) =>
        beside(a.file) - beside(b.file) ||
        near(a.file) - near(b.file) ||
        (a.tests?.length ?? 1e3) - (b.tests?.length ?? 1e3) ||
        a.file.localeCompare(b.file),
    )
  const light = sorted(trialsOf((steps) => steps <= lightSteps)).slice(0, mostFiles)
  const heavy = sorted(trialsOf((steps) => steps > lightSteps)).filter(
    ({ file, tests }, index) => tests && (beside(file) === 0 || (light.length === 0 && index < mostFiles)),
  )
  // Which files count does not depend on how fast they are; which of them comes first does (TrialOrder).
  return { constant, trials: [...light, ...heavy] }
}

function trialIn(
  file: string,
  answer: Answer,
  ids: readonly string[],
  isTried: (steps: number) => boolean,
): Trial[] {
  const hitsIn = (reached: Record<string, number>) => ids.reduce((sum, id) => sum + (reached[id] ?? 0), 0)
  const { cpuMs = 0 } = answer
  const times = Object.values(answer.tests).map(({ ms }) => ms)
  const [longest, whole] = [Math.max(0, ...times), times.reduce((a, b) => a + b, 0)]
  const inTests = Object.entries(answer.tests).filter(
    ([, { reached }]) => hitsIn(reached) > 0 && isTried(stepsIn(reached)),
  )
  const hits = inTests.reduce((sum, [, { reached }]) => sum + hitsIn(reached), hitsIn(answer.hooks))
  // What a hook reaches, or the file itself while it is evaluated, any of its tests may notice.
  if (hitsIn(answer.hooks) + hitsIn(answer.imports) > 0)
    return [{ file, hits, longest, together: whole, cpuMs }]
  if (inTests.length === 0) return []
  const together = inTests.reduce((sum, [, { ms }]) => sum + ms, 0)
  return [{ file, tests: inTests.map(([id]) => id), hits, longest, together, cpuMs }]
}

const stepsIn = (reached: Record<string, number>): number =>
  Object.values(reached).reduce((sum, count) => sum + count, 0)

/** The files through which a constant is used: its own, or those that import it, however far away. */
function usersOf(file: string, all: readonly Change[], first: ReadonlyMap<string, Answer>): Set<string> {
  const sources = [...new Set(all.map((change) => change.file))]
  const reached = (source: string) =>
    all.some(
      ({ file, id }) =>
        file === source &&
        [...first.values()].some(
          ({ hooks, tests }) => id in hooks || Object.values(tests).some(({ reached }) => id in reached),
        ),
    )
  let users = new Set([file])
  for (let step = 0; step < 5 && ![...users].some(reached); step++)
    users = new Set(sources.filter((source) => importsOf(source).some((imported) => users.has(imported))))
  return users
}
