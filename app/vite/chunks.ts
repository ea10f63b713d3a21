import type { BuildEnvironmentOptions, Rolldown } from "vite"

type Output = NonNullable<BuildEnvironmentOptions["rolldownOptions"]>["output"]

/** Modules that every page loads: the root route and the client entry. */
const everywhere = [/\/app\/root\.tsx\?__react-router-build-client-route$/, /\/entry\.client\.tsx$/]

const queries = /node_modules\/@tanstack/

/** Code of which every page that visitors come to needs little: their small groups are merged among themselves. */
const areas = /\/app\/(?:pages\/)?(account|forms)\//

const sharedByPages = { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 1_500 }

/**
 * Few files with little unused code: over HTTP/1.1 a browser requests six at a time, and a phone's network takes 150 ms
 * per response. Code that every page needs is in three files: site code changes more often than libraries, and React
 * and the router in one file would block a slow phone for too long. UI parts share one small file; other shared code is
 * grouped by the pages that import it, and small groups are merged, those of an area with each other alone. Code that needs
 * the query library is never merged with code that does not, so that only pages that use the library load it. Sizes are in
 * bytes before compression.
 */
export const scriptFiles: Output = {
  codeSplitting: {
    groups: [
      { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
      {
        debugName: "everywhere",
        name(id, graph) {
          const up = importersIn(graph)
          if (up(id).length === 0 || !leadsTo(everywhere, id, up)) return null
          return /node_modules|^\0/.test(id) ? "library" : "site"
        },
      },
      { name: "queries", test: queries },
      { name: "parts", test: /\/app\/ui\//, minShareCount: 3 },
      {
        debugName: "shared",
        name: (id, graph) => (areas.test(id) || leadsTo([queries], id, importedBy(graph)) ? null : "shared"),
        ...sharedByPages,
      },
      {
        debugName: "areas",
        name: (id, graph) =>
          leadsTo([queries], id, importedBy(graph)) ? null : (areas.exec(id)?.[1] ?? null),
        ...sharedByPages,
      },
      // All remaining groups need the query library.
      { name: "querying", ...sharedByPages },
    ],
  },
  // Omits the names of all pages that share it.
  chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, "")}-[hash].js`,
}

interface Graph {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null
}

const importersIn = (graph: Graph) => (id: string) => graph.getModuleInfo(id)?.importers ?? []
const importedBy = (graph: Graph) => (id: string) => graph.getModuleInfo(id)?.importedIds ?? []

/** Whether the module matches `wanted` or reaches a match through others. */
function leadsTo(wanted: readonly RegExp[], id: string, next: (id: string) => readonly string[]): boolean {
  const seen = new Set([id])
  for (const one of seen) {
    if (wanted.some((pattern) => pattern.test(one))) return true
    for (const other of next(one)) seen.add(other)
  }
  return false
}
