import type { BuildEnvironmentOptions } from "vite"

type Output = NonNullable<BuildEnvironmentOptions["rolldownOptions"]>["output"]

/**
 * Fewer and larger files than one per module that two pages share: over HTTP/1.1 a browser asks for six at a time, and a
 * phone's network takes 150 ms for each answer. What most pages need is in two files, the library's and ours; what some
 * share is put together by who needs it until a file is worth its request. Sizes are in bytes before compression.
 */
export const scriptFiles: Output = {
  codeSplitting: {
    groups: [
      { name: "library", test: /node_modules/, minShareCount: 12 },
      { name: "site", minShareCount: 12 },
      { name: "shared", minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 12_000 },
    ],
  },
  // Without the list of every page that shares it.
  chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, "")}-[hash].js`,
}
