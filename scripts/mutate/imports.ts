/** Which file imports which, so that only tests that can reach a change are run. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { scan } from "../../test/architecture/scan.ts"
import { linesOf, root } from "./folders.ts"

const scanned = new Map<string, string[]>()

/** The project's own files that `file` imports, by their paths in the repository; types are not imported when it runs. */
export function importsOf(file: string): string[] {
  const known = scanned.get(file)
  if (known) return known
  const { imports } = scan({ path: file, text: linesOf(file).join("\n") })
  const found = imports
    .filter(({ typeOnly }) => !typeOnly)
    .map(({ specifier }) =>
      specifier.startsWith("#")
        ? specifier.slice(1)
        : new URL(specifier, `file:///${file}`).pathname.slice(1),
    )
    .filter((path) => /\.tsx?$/.test(path) && existsSync(join(root, path)))
  scanned.set(file, found)
  return found
}

/** Those of `files` that import one of `targets`, however far away. */
export function importersOf(files: readonly string[], targets: ReadonlySet<string>): string[] {
  return files.filter((file) => {
    const seen = new Set([file])
    for (const one of seen) {
      if (targets.has(one)) return true
      for (const imported of importsOf(one)) seen.add(imported)
    }
    return false
  })
}
