import type { BuildEnvironmentOptions, Rolldown } from "vite"

type Output = NonNullable<BuildEnvironmentOptions["rolldownOptions"]>["output"]

/** What every page loads: the document's own route, and what brings it to life. */
const everywhere = [/\/app\/root\.tsx\?__react-router-build-client-route$/, /\/entry\.client\.tsx$/]

/**
 * Few files, and little in them that the page does not need: over HTTP/1.1 a browser asks for six at a time, and a
 * phone's network takes 150 ms for each answer. What every page needs is in three files: ours changes more often than
 * the libraries', and React and the router in one file would keep a slow phone busy in one piece. The query library is for
 * pages that ask through it, the parts of pages are small together; what else some pages share is put together by who
 * needs it until a file is worth its request. Sizes are in bytes before compression.
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
      { name: "queries", test: /node_modules\/@tanstack/ },
      { name: "parts", test: /\/app\/ui\//, minShareCount: 3 },
      { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 3_000 },
    ],
  },
  // Without the list of every page that shares it.
  chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, "")}-[hash].js`,
}

interface Graph {
  getModuleInfo(id: string): Rolldown.ModuleInfo | null
}

const importersIn = (graph: Graph) => (id: string) => graph.getModuleInfo(id)?.importers ?? []

/** Whether the module is one of the wanted or comes to one by way of others. */
function leadsTo(wanted: readonly RegExp[], id: string, next: (id: string) => readonly string[]): boolean {
  const seen = new Set([id])
  for (const one of seen) {
    if (wanted.some((pattern) => pattern.test(one))) return true
    for (const other of next(one)) seen.add(other)
  }
  return false
}
