import { z } from "zod"

/** pages.json beside the build: what the server must know about prerendered pages and cannot see in them cheaply. */
export const buildManifestShape = z.object({
  /** The public origin that the pages were written for. */
  siteUrl: z.url(),
  /** By address: the "sha256-..." of every inline script of that page. */
  pages: z.record(z.string(), z.object({ scriptHashes: z.array(z.string()) })),
})
export type BuildManifest = z.infer<typeof buildManifestShape>

/** The address of a prerendered file such as "about/index.html", or null for a file that is no page. */
export function pageAddress(file: string): string | null {
  const match = /^(?:(.*)\/)?index\.html$/.exec(file)
  return match ? `/${match[1] ?? ""}` : null
}
