import { z } from "zod"

const choice = z.enum(["exclude", "include", "only"]).nullish()

/** What a list may be asked for besides, by its names on the wire. */
export const versionOptions = {
  noncurrentVersions: choice,
  deleteMarkers: choice,
  /** Only the object whose key is the prefix. */
  exactMatch: z.boolean().nullish(),
}

/** Whether a list has anything to show: every object has one version, and what was removed leaves no marker. */
export function listsCurrent({
  noncurrentVersions,
  deleteMarkers,
}: Pick<z.output<z.ZodObject<typeof versionOptions>>, "noncurrentVersions" | "deleteMarkers">): boolean {
  return noncurrentVersions !== "only" && deleteMarkers !== "only"
}
