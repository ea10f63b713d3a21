import { join } from "node:path"
import { createDiskFiles } from "#adapters/files/disk.ts"
import type { Files } from "#ports/files.ts"
import { type Env, SettingError } from "../process/env.ts"
import type { Closers } from "./closers.ts"
import { readS3Options } from "./s3-options.ts"

/** A bucket that the installation uses. */
export interface Store {
  name: "files" | "backups"
  /** Why it cannot be used now; null if it can. Completes within seconds. */
  findProblem(): Promise<{ kind: "settings" | "answer"; says: string } | null>
}

/** Files in the bucket of FILES_S3_BUCKET, or below DATA_DIR. The S3 client is loaded only if needed. */
export async function openFiles(env: Env, closers: Closers): Promise<{ files: Files; stores: Store[] }> {
  const options = readS3Options(env, "FILES_S3")
  if (!options) return { files: createDiskFiles({ root: join(env.DATA_DIR, "files") }), stores: [] }
  const { createS3Files } = await import("#adapters/files/s3.ts")
  const files = createS3Files(options)
  closers.add("files", async () => files.close())
  return { files, stores: [{ name: "files", findProblem: files.findProblem }] }
}

const settings = { files: "FILES_S3", backups: "BACKUP_S3" } as const

/**
 * Checks each bucket once, at the start. Throws SettingError if a setting is wrong. An unreachable store does not
 * prevent the start, because most of the site works without it: returns sentences about it.
 */
export async function checkStores(stores: readonly Store[]): Promise<string[]> {
  const notes: string[] = []
  for (const { name, findProblem } of stores) {
    const problem = await findProblem()
    if (problem?.kind === "settings")
      throw new SettingError(
        `${settings[name]}_BUCKET cannot be used: ${problem.says} (see the settings ${settings[name]}_...)`,
      )
    if (problem) notes.push(`The store of ${settings[name]}_BUCKET cannot be used now: ${problem.says}.`)
  }
  return notes
}
