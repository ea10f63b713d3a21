import type { Storage } from "../storage.ts"
import { checkMimeType, checkSize, findRules } from "./bucket-rules.ts"

/** Throws unless an object from another bucket meets the limits of this one. */
export async function checkFits(
  { db, config }: Pick<Storage, "db" | "config">,
  bucketId: string,
  metadata: { size?: number; mimetype?: string } | null,
): Promise<void> {
  const rules = await findRules(db, bucketId)
  checkSize(rules, config.fileBytes, metadata?.size ?? null)
  if (rules.mimeTypes) checkMimeType(rules, metadata?.mimetype ?? "application/octet-stream")
}
