import { z } from "zod"

const choice = z.enum(["exclude", "include", "only"]).nullish()

/** Further options of a list, by their names on the wire. */
export const versionOptions = {
  noncurrentVersions: choice,
  deleteMarkers: choice,
  /** Only the object whose key is the prefix. */
  exactMatch: z.boolean().nullish(),
}

/** Whether a list can have entries: every object has one version, and deletions leave no markers. */
export function listsCurrent({
  noncurrentVersions,
  deleteMarkers,
}: Pick<z.output<z.ZodObject<typeof versionOptions>>, "noncurrentVersions" | "deleteMarkers">): boolean {
  return noncurrentVersions !== "only" && deleteMarkers !== "only"
}
