import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"

export const root = join(import.meta.dirname, "../..")

/** A file of the repository: path from the root with forward slashes, and its text. */
export interface SourceFile {
  path: string
  text: string
}

/** Folders with our own files; installed, built and run-time files are outside of them. */
const folders = [
  "app",
  "bench",
  "content",
  "deploy",
  "docs",
  "domain",
  "adapters",
  "platform",
  "primitives",
  "scripts",
  "server",
  "supabase",
  "test",
]

/** Paths of all our own files, including those in the root folder. */
export function listPaths(): string[] {
  const atRoot = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isFile())
  return [...atRoot.map((entry) => entry.name), ...folders.flatMap(pathsIn)].sort()
}

function pathsIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    // Files that the router generates for developers are not source code.
    if (entry.name === ".react-router") return []
    return entry.isDirectory() ? pathsIn(path) : [path]
  })
}

/** Every TypeScript and JavaScript file among `paths`. */
export function readSources(paths: readonly string[]): SourceFile[] {
  return paths
    .filter((path) => /\.[cm]?[jt]sx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }))
}

/** Text of one file at `path` from the root. */
export function read(path: string): string {
  return readFileSync(join(root, path), "utf8")
}
