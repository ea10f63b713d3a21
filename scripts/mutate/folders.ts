/** The folders whose rules are mutated, and the tests that count for each. */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const root = join(import.meta.dirname, "../..")

export interface Folder {
  path: string
  /** Globs of the tests that may notice a change: those beside the code, and for a platform its official clients. */
  tests: string[]
}

/** Lines `first` to `last` of a file, counted from 1. */
export interface Place {
  file: string
  first: number
  last: number
}

/** Below domain each room is a folder of its own: its rules are to be proven by its own tests. */
const domain = ["competition", "events", "leads", "members", "operator", "shop"].map(
  (room): Folder => ({ path: `domain/${room}`, tests: [`domain/${room}/**/*.test.ts`] }),
)

const folders: Folder[] = [
  { path: "primitives", tests: ["primitives/**/*.test.ts"] },
  ...domain,
  // After its rooms: what stands in domain itself.
  { path: "domain", tests: ["domain/*.test.ts"] },
  { path: "platform/auth", tests: ["platform/auth/**/*.test.ts", "test/conformance/auth/**/*.test.ts"] },
  { path: "platform/data", tests: ["platform/data/**/*.test.ts", "test/conformance/data/**/*.test.ts"] },
  { path: "adapters/sources/file", tests: ["adapters/sources/file/**/*.test.ts"] },
  { path: "server/guard", tests: ["server/guard/**/*.test.ts"] },
]

/**
 * The folders that hold `paths` (all of them without paths), each with its sources below these paths. Throws a
 * sentence for a path that no folder holds.
 */
export function foldersOf(paths: readonly string[]): { folder: Folder; sources: string[] }[] {
  const all = trackedSources()
  const asked = paths.map((path) => path.replace(/\/+$/, ""))
  for (const path of asked)
    if (!all.some((file) => file === path || file.startsWith(`${path}/`)))
      throw new Error(
        `Nothing to mutate in ${path}. The folders are: ${folders.map((f) => f.path).join(", ")}.`,
      )
  return folders
    .map((folder) => ({
      folder,
      sources: all.filter(
        (file) =>
          folderOf(file) === folder &&
          (asked.length === 0 || asked.some((path) => file === path || file.startsWith(`${path}/`))),
      ),
    }))
    .filter(({ sources }) => sources.length > 0)
}

/** The innermost folder that holds a file. */
const folderOf = (file: string): Folder | undefined =>
  folders.filter(({ path }) => file.startsWith(`${path}/`)).sort((a, b) => b.path.length - a.path.length)[0]

/**
 * A path of the command line, and the lines that it asks for.
 *
 * @example linesAsked("domain/shop/books.ts:7-9") // { path: "domain/shop/books.ts", first: 7, last: 9 }
 */
export function linesAsked(word: string): { path: string; first?: number; last?: number } {
  const [, path, first, last = first] = /^(.+\.ts):(\d+)(?:-(\d+))?$/.exec(word) ?? []
  return path === undefined ? { path: word } : { path, first: Number(first), last: Number(last) }
}

/** The lines of `files` that are asked for: those named with their file, or the whole file. */
export function placesAsked(files: readonly string[], words: readonly string[]): Place[] {
  const named = words.map(linesAsked)
  return files.flatMap((file) => {
    const lines = named.flatMap(({ path, first, last }) =>
      path === file && first !== undefined && last !== undefined ? [{ file, first, last }] : [],
    )
    return lines.length > 0 ? lines : sourcesIn([file])
  })
}

/** Whole files as places. */
const sourcesIn = (files: readonly string[]): Place[] =>
  files.map((file) => ({ file, first: 1, last: linesOf(file).length }))

export const linesOf = (file: string): string[] => readFileSync(join(root, file), "utf8").split("\n")

const filesIn = (...paths: string[]): string[] =>
  execFileSync("git", ["ls-files", "-co", "--exclude-standard", ...paths], { cwd: root, encoding: "utf8" })
    .split("\n")
    .filter((file) => existsSync(join(root, file)))

/** A thread reads the file that it begins with from disk, where no change is switched on. */
const isOfThread = (file: string) => /(-worker|\/thread)\.ts$/.test(file)

const trackedSources = (): string[] =>
  filesIn(...folders.map(({ path }) => path)).filter(
    (file) =>
      file.endsWith(".ts") && !file.endsWith(".test.ts") && !file.includes("/stand-in") && !isOfThread(file),
  )

/** Every test file, by its path in the repository. */
export const testFiles = (): string[] => filesIn().filter((file) => file.endsWith(".test.ts"))
