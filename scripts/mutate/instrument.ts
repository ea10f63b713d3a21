/** The sources with every change in them at once, each behind a switch. */
import { Instrumenter } from "@stryker-mutator/instrumenter"
import { linesOf, type Place } from "./folders.ts"

/** A line and a column, counted from 1. */
interface Position {
  line: number
  column: number
}

/** A change that can be switched on. */
export interface Change {
  id: string
  file: string
  location: { start: Position; end: Position }
  /** What kind of change it is, as Stryker names it. */
  mutatorName: string
  /** What stands there with the change. */
  replacement?: string | undefined
  /** Ignored is what the source notes as changing nothing; NoCoverage is what no test reaches. */
  status: "Pending" | "Ignored" | "Killed" | "Survived" | "NoCoverage"
}

interface Instrumented {
  changes: Change[]
  /** The source of each file with its changes, by its path in the repository. */
  contents: Record<string, string>
}

/**
 * What is left alone: the words of sentences and SQL, which Stryker empties as a whole (every test that touches
 * them would notice, or a page would lack a sentence), and shapes that the compiler already refuses.
 */
const excludedMutations = ["StringLiteral", "ObjectLiteral", "ArrayDeclaration", "Regex", "ArrowFunction"]

const silent = () => undefined
const quiet = {
  ...{ isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false },
  ...{ isWarnEnabled: () => false, isErrorEnabled: () => false, isFatalEnabled: () => false },
  ...{ trace: silent, debug: silent, info: silent, warn: silent, error: silent, fatal: silent },
}

/** Every change in `places`, in the order of files and lines; a comment in the source may note one as changing nothing. */
export async function instrument(places: readonly Place[]): Promise<Instrumented> {
  const files = [...Map.groupBy(places, ({ file }) => file)].map(([name, some]) => ({
    name,
    content: linesOf(name).join("\n"),
    mutate: some.map(({ first, last }) => ({
      start: { line: first - 1, column: 0 },
      end: { line: last - 1, column: Number.MAX_SAFE_INTEGER },
    })),
  }))
  const options = { excludedMutations, ignorers: [], plugins: null }
  const { files: written, mutants } = await new Instrumenter(quiet).instrument(files, options)
  return {
    contents: Object.fromEntries(written.map(({ name, content }) => [name, content])),
    changes: mutants
      .filter(({ statusReason }) => !/excluded mutation/i.test(statusReason ?? ""))
      .map(({ id, fileName: file, location: { start, end }, mutatorName, replacement, status }) => ({
        ...{ id, file, mutatorName, replacement },
        location: { start: fromOne(start), end: fromOne(end) },
        status: status === "Ignored" ? "Ignored" : "Pending",
      })),
  }
}

const fromOne = ({ line, column }: Position): Position => ({
  line: line + 1,
  column: column + 1,
})
