import { copyFile, lchown, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { freePort } from "../embedded.ts"
import type { Place } from "./place.ts"
import { clusterOf, startPostmaster, stopPostmaster } from "./postmaster.ts"
import { serverSettings } from "./settings.ts"
import { historiesIn, markNewest, timelineAt } from "./timelines.ts"
import { quoted, readControl, writtenIn } from "./wal-archive.ts"

interface Recovery {
  /** The moment to stop at, or "latest" to replay the entire log; if undefined, the end of the backup. */
  until: Date | "latest" | undefined
  /** Folders of archived segments, which may be compressed with gzip. */
  archives: readonly string[]
  /** The cluster to be replaced; its log that was not archived yet is used as well. */
  replaced: string
}

/**
 * Recovers the cluster of `place`, which was unpacked from a backup, and starts a new timeline. Throws if the log does
 * not reach the moment, and with code `backup_not_before` if only an earlier backup can restore that moment.
 */
export async function recover(place: Place, { until, archives, replaced }: Recovery): Promise<void> {
  const cluster = clusterOf(place)
  const log = join(cluster, "pg_wal")
  if (until) await takeUnarchived(place, { from: replaced, archives })
  await give(place, "recovery.signal", "")
  const timeline = await timelineAt([...archives, log], until ?? "latest")
  const port = await freePort()
  const started = await startPostmaster(place, port, {
    ...serverSettings,
    hot_standby: "off",
    restore_command: restoreCommand(archives),
    recovery_target_timeline: until ? String(timeline) : "current",
    ...targetOf(until),
  }).catch((error: Error) => {
    throw explain(error, until)
  })
  if (started === "taken") throw new Error(`Port ${port} was taken by another program. Try again.`)
  await stopPostmaster(place, started.pid)
  await markNewest(log, new Date())
}

function targetOf(until: Recovery["until"]): Record<string, string> {
  if (until === "latest") return {}
  const end = { recovery_target_action: "promote" }
  if (!until) return { recovery_target: "immediate", ...end }
  // Time zone names, including Z, are not known yet when settings are read.
  return { recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00"), ...end }
}

/** Copies the file that PostgreSQL requests from the first folder that contains it. */
function restoreCommand(archives: readonly string[]): string {
  const tries = archives.map((folder) => {
    const file = `${quoted(folder)}/%f`
    return `if test -f ${file}; then exec cp ${file} "%p"; fi; if test -f ${file}.gz; then exec gzip -dc ${file}.gz > "%p"; fi; `
  })
  return `${tries.join("")}exit 1`
}

function explain(error: Error, until: Recovery["until"]): Error {
  const moment = until instanceof Date ? until.toISOString() : ""
  if (/before configured recovery target was reached/.test(error.message))
    return new Error(`The archived log does not reach ${moment}: choose an earlier moment.`)
  if (!/stop point is before consistent|not a child of this|does not contain minimum/.test(error.message))
    return error
  const sentence = `This backup does not lead to ${moment || "the latest state"}: choose an earlier backup.`
  return Object.assign(new Error(sentence, { cause: error }), { code: "backup_not_before" })
}

/** Ignores log of another cluster, because its segments have the same names. */
async function takeUnarchived(
  place: Place,
  { from, archives }: { from: string; archives: readonly string[] },
): Promise<void> {
  const [ours, theirs] = [await readControl(clusterOf(place)), await readControl(from)]
  if (ours?.cluster !== theirs?.cluster) return
  const source = join(from, "pg_wal")
  for (const name of [...(await historiesIn(source)), ...(await writtenIn(source))]) {
    const archived = archives.flatMap((folder) => [join(folder, name), join(folder, `${name}.gz`)])
    const found = await Promise.all(archived.map((file) => stat(file).catch(() => null)))
    if (found.some(Boolean)) continue
    const to = join(clusterOf(place), "pg_wal", name)
    await copyFile(join(source, name), to)
    if (place.user) await lchown(to, place.user.uid, place.user.gid)
  }
}

async function give(place: Place, name: string, text: string): Promise<void> {
  const file = join(clusterOf(place), name)
  await writeFile(file, text)
  if (place.user) await lchown(file, place.user.uid, place.user.gid)
}
