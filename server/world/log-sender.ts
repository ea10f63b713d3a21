import { readdir, stat } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { isHistory } from "#adapters/db/embedded/timelines.ts"
import { isArchived } from "#adapters/db/embedded/wal-archive.ts"
import type { Closers } from "../closers.ts"
import type { Env } from "../env.ts"
import type { ServerLog } from "../log.ts"
import { openBackupBucket } from "./backup-bucket.ts"
import { archiveFolder, backupFolder } from "./backup-names.ts"
import type { Store } from "./files.ts"

const everyMs = 10_000

/**
 * Uploads archived log to the bucket as it arrives, until the server stops; does nothing without a bucket. Several
 * processes may do so: uploading a segment twice is harmless. Returns the store, for checks.
 */
export async function uploadArchivedLog(env: Env, log: ServerLog, closers: Closers): Promise<Store[]> {
  const bucket = env.DATABASE_URL ? undefined : await openBackupBucket(env)
  if (!bucket) return []
  const folder = archiveFolder(backupFolder(env) ?? "")
  const stopping = new AbortController()
  let isFailing = false
  const send = async () => {
    while (!stopping.signal.aborted) {
      try {
        await bucket.sendLog(folder)
        isFailing = false
      } catch (error) {
        if (!isFailing) log.error({ error: String(error) }, "The archived log cannot be sent to the bucket")
        isFailing = true
      }
      await sleep(everyMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const sending = send()
  closers.add("archived log", async () => {
    stopping.abort()
    // Completing the current upload would take too long; the next start repeats it.
    await Promise.race([sending, sleep(2_000, undefined, { ref: false })])
    bucket.close()
  })
  return [bucket.store]
}

/** Since when the oldest segment has been waiting to be uploaded; null if none is. */
export async function oldestWaiting(folder: string): Promise<Date | null> {
  const names = await readdir(folder).catch(() => [])
  const segments = names.filter((name) => isArchived(name) && !isHistory(name)).sort()
  const oldest = segments[0] && (await stat(join(folder, segments[0])).catch(() => null))
  return oldest ? oldest.mtime : null
}

/** Waits until a segment is archived and, if there is a bucket, uploaded. Throws after five minutes. */
export async function waitUntilKept(env: Env, folder: string, segment: string): Promise<void> {
  const bucket = await openBackupBucket(env)
  try {
    for (let second = 0; second < 300; second++) {
      if (await stat(join(folder, segment)).catch(() => null)) {
        await bucket?.sendLog(folder)
        return
      }
      if (bucket && (await bucket.hasSegment(folder, segment))) return
      await sleep(1_000)
    }
  } finally {
    bucket?.close()
  }
  throw new Error("The log up to now was not archived within five minutes.")
}
