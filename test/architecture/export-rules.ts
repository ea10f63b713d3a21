import { isTest, targetOf } from "./import-rules.ts"
import type { Scan } from "./scan.ts"

/** The exports of a route module that the router reads (https://reactrouter.com/start/framework/route-module). */
const routerExports = new Set([
  "default",
  "action",
  "clientAction",
  "clientLoader",
  "clientMiddleware",
  "ErrorBoundary",
  "handle",
  "headers",
  "HydrateFallback",
  "Layout",
  "links",
  "loader",
  "meta",
  "middleware",
  "shouldRevalidate",
])

/** Read by tools, not by imports of ours. */
const entryPoints = [
  // Settings of tools, in the root folder.
  /^[^/]+$/,
  // Given to Vitest by its path.
  /^scripts\/test\/stray-errors\.ts$/,
  // What the router builds the site from.
  /^app\/(operator\/)?(routes\.ts|entry\.[a-z]+\.tsx|[a-z-]+\.config\.ts)$/,
  // The shapes against which the words of the site are checked (content/content.test.ts); the types are theirs.
  /^content\/schema\.ts$/,
  // Loaded by the name of a measurement (bench/run.ts).
  /^bench\/[a-z-]+\.ts$/,
  // Declarations for modules that a build plugin generates.
  /\.d\.ts$/,
]

/**
 * Exports that no other file imports: they are dead, or only their own file uses them, which needs no `export`. Imports
 * by tests do not count: tests use what the product uses, and code that deserves its own tests deserves its own file.
 * Excluded are tests, entry points, and the exports that the router requires of `routeModules`.
 */
export function exportViolations(scans: readonly Scan[], routeModules: ReadonlySet<string>): string[] {
  const used = new Map<string, Set<string>>()
  for (const { path, imports } of scans) {
    if (isTest(path)) continue
    for (const { specifier, names } of imports) {
      const target = targetOf(path, specifier)
      if (!("file" in target) || target.file === path) continue
      const file = target.file.replace(/\?.*/, "")
      const known = used.get(file) ?? new Set()
      used.set(file, known)
      for (const name of names) known.add(name)
    }
  }
  return scans
    .filter(({ path }) => !isTest(path) && !entryPoints.some((one) => one.test(path)))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ name }) => !used.get(path)?.has(name) && !used.get(path)?.has("*"))
        .filter(({ name }) => !(routeModules.has(path) && routerExports.has(name)))
        .map(
          ({ name, line }) => `${path}:${line} exports ${name}, which no other file of the product imports`,
        ),
    )
}

/** Paths of the route modules that a routes.ts names, and of the root module next to it. */
export function routeModulesOf(routes: string, folder = "app"): Set<string> {
  const named = [...routes.matchAll(/"([a-z-]+\/[^"]+\.tsx?)"/g)].map((match) => `${folder}/${match[1]}`)
  return new Set([`${folder}/root.tsx`, ...named])
}
