import { targetOf } from "./import-rules.ts"
import type { Scan } from "./scan.ts"

interface Edge {
  from: string
  to: string
  /** Where the import stands: "line 3", or a file with its line. */
  at: string
}

/**
 * Files that import each other, directly or through others. Imports of types count too: files in a circle can only be
 * understood, moved and tested together. Returns one sentence per group of entangled files, with the shortest circle in
 * it.
 */
export function circleViolations(scans: readonly Scan[]): string[] {
  return circlesIn(new Map(scans.map((one) => [one.path, edgesOf(one)])))
}

/**
 * Folders right below `within` that import each other, directly or through others; tests and loose files do not count. The same
 * sentences as for files.
 */
export function folderCircleViolations(scans: readonly Scan[], within: string): string[] {
  const folderOf = (path: string) =>
    path.startsWith(within) && path.includes("/", within.length)
      ? path.slice(0, path.indexOf("/", within.length))
      : null
  const all = scans
    .filter(({ path }) => !path.endsWith(".test.ts"))
    .flatMap(edgesOf)
    .flatMap(({ from, to, at }): Edge[] => {
      const [a, b] = [folderOf(from), folderOf(to)]
      return a && b && a !== b ? [{ from: a, to: b, at: `${from} ${at}` }] : []
    })
  return circlesIn(Map.groupBy(all, ({ from }) => from))
}

function circlesIn(edges: ReadonlyMap<string, readonly Edge[]>): string[] {
  const reached = new Map([...edges.keys()].map((path) => [path, reachableFrom(path, edges)]))
  const told = new Set<string>()
  const problems: string[] = []
  for (const path of [...edges.keys()].sort()) {
    if (told.has(path) || !reached.get(path)?.has(path)) continue
    for (const other of reached.get(path) ?? []) if (reached.get(other)?.has(path)) told.add(other)
    const steps = shortestCircle(path, edges).map(({ to, at }) => `${at} -> ${to}`)
    problems.push(`${path} is part of a circle of imports: ${[path, ...steps].join(" ")}`)
  }
  return problems
}

function edgesOf({ path, imports }: Scan): Edge[] {
  return imports.flatMap(({ specifier, line }) => {
    const target = targetOf(path, specifier)
    return "file" in target ? [{ from: path, to: target.file.replace(/\?.*/, ""), at: `line ${line}` }] : []
  })
}

/**
 * Everything that `path` imports, directly or indirectly; includes `path` itself only if it imports itself indirectly.
 */
function reachableFrom(path: string, edges: ReadonlyMap<string, readonly Edge[]>): Set<string> {
  const reached = new Set<string>()
  const waiting = [path]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { to } of edges.get(next) ?? []) {
      if (reached.has(to)) continue
      reached.add(to)
      waiting.push(to)
    }
  }
  return reached
}

/** Breadth first, from a file that is known to lie on a circle back to itself. */
function shortestCircle(path: string, edges: ReadonlyMap<string, readonly Edge[]>): Edge[] {
  const cameBy = new Map<string, Edge>()
  const waiting = [path]
  for (const file of waiting) {
    for (const edge of edges.get(file) ?? []) {
      if (cameBy.has(edge.to)) continue
      cameBy.set(edge.to, edge)
      waiting.push(edge.to)
    }
    if (cameBy.has(path)) break
  }
  const steps: Edge[] = []
  for (let at = path; steps.length === 0 || at !== path; ) {
    const edge = cameBy.get(at)
    if (!edge) return steps
    steps.unshift(edge)
    at = edge.from
  }
  return steps
}
