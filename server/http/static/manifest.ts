import { z } from "zod"

/** pages.json next to the build: data about prerendered pages that the server cannot derive from them cheaply. */
export const buildManifestShape = z.object({
  /** The public origin that the pages were built for. */
  siteUrl: z.url(),
  /** By path: the "sha256-..." of every inline script of that page. */
  pages: z.record(z.string(), z.object({ scriptHashes: z.array(z.string()) })),
})
export type BuildManifest = z.infer<typeof buildManifestShape>

/** The path of a prerendered file such as "about/index.html", or null for a file that is not a page. */
export function pageAddress(file: string): string | null {
  const match = /^(?:(.*)\/)?index\.html$/.exec(file)
  return match ? `/${match[1] ?? ""}` : null
}
