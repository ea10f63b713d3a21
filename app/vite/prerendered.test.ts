/** A page that needs a request must not be prerendered: the build would stop, or freeze the content of that day. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { expect, test } from "vitest"
import routes from "../routes.ts"
import { prerenderedPaths } from "./prerendered.ts"

/** Static paths with the files that render them, layouts included. */
function pages(
  entries: readonly RouteConfigEntry[],
  above: string[] = [],
): { path: string; files: string[] }[] {
  return entries.flatMap(({ path = "", file, children }) => {
    const files = [...above, file]
    if (children) return pages(children, files)
    return /[:*]/.test(path) ? [] : [{ path: `/${path}`, files }]
  })
}

/**
 * Whether an action handles a form, or a loader uses the server's context. A loader that reads `context.get(...)?.`
 * works without it at build time, and the words and the address of the site are there then, too.
 */
function needsRequest(file: string): boolean {
  const source = readFileSync(join(import.meta.dirname, "..", file), "utf8")
  if (/^export (async )?(function|const) action\b/m.test(source)) return true
  const loader = /^export (async )?(function|const) loader\b[\s\S]*?^}/m.exec(source)?.[0] ?? ""
  return (
    [
      ...loader
        .replace(/originOf\(context\)|context\s*\.get\((words\)|\w+\)\?\.)/g, "")
        .matchAll(/\bcontext\b/g),
    ].length > 1
  )
}

const all = pages(await routes)
const prerendered = new Set(prerenderedPaths(all.map(({ path }) => path)))

test("every static page that needs a request is listed as rendered for each request, and no other", () => {
  expect(all.length).toBeGreaterThan(25)
  const needing = all.filter(({ files }) => files.some(needsRequest)).map(({ path }) => path)
  expect(
    all
      .filter(({ path }) => !prerendered.has(path))
      .map(({ path }) => path)
      .sort(),
  ).toEqual(needing.sort())
})
