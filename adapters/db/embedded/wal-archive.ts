import { chmod, copyFile, lchown, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { makeFolder } from "#primitives/make-folder.ts"
import { restoredCluster } from "./cluster.ts"
import type { Place } from "./place.ts"
import { clusterOf, startPostmaster, stopPostmaster } from "./postmaster.ts"
import { canAccess } from "./run-as.ts"
import { serverSettings } from "./settings.ts"

/** Names of segments of the write-ahead log. */
const segment = /^[0-9A-F]{24}$/

/** Beside the cluster: the folder to which its write-ahead log is copied. */
const POINTER = "archive.txt"

/**
 * Settings with which the server copies every finished segment of its write-ahead log to a folder, at least once a
 * minute while something is written. A folder is remembered, so that whoever starts the server next, a command for
 * example, leaves no gap; null ends the archiving, and undefined keeps what is remembered.
 */
export async function archiveSettings(
  place: Place,
  folder: string | null | undefined,
): Promise<Record<string, string>> {
  const pointer = join(place.root, POINTER)
  if (folder === null) await rm(pointer, { force: true })
  else if (folder !== undefined) await writeFile(pointer, folder, { mode: 0o600 })
  const remembered = await readFile(pointer, "utf8").catch(() => null)
  if (!remembered) return {}
  if (process.platform === "win32")
    throw new Error("Archiving the write-ahead log (BACKUP_DIR) needs a POSIX shell, which Windows has not.")
  // The folder above is passed through by the database's user, who may be another one.
  const isNew = await makeFolder(dirname(remembered))
  if (isNew) await chmod(dirname(remembered), place.user ? 0o711 : 0o700)
  await keepApart(place, remembered)
  await makeFolder(remembered, 0o700)
  if (place.user) {
    await lchown(remembered, place.user.uid, place.user.gid)
    await chmod(remembered, 0o700)
    // A backup waits for its log to be archived, and would wait for ever.
    if (!(await canAccess(place.user, remembered, "enter and write")))
      throw new Error(
        `The database's user ${place.user.name} cannot enter ${remembered}: choose a BACKUP_DIR that it can pass (mode 0711).`,
      )
  }
  const target = `${quoted(remembered)}/%f`
  const flush = process.platform === "linux" ? ` && sync ${target}.part` : ""
  return {
    archive_mode: "on",
    archive_timeout: "60",
    // A segment that is there already must be the same one; anything else is somebody else's archive.
    archive_command: `if test -f ${target}; then cmp -s "%p" ${target}; else cp "%p" ${target}.part${flush} && mv ${target}.part ${target}; fi`,
  }
}

/** In the archive: the number of the cluster whose log it holds. */
const OWNER = "cluster.txt"

/**
 * The log of another cluster (before an upgrade to a new major version, or of a former DATA_DIR) uses the same names; it is
 * moved aside, because PostgreSQL archives nothing over it and would keep all of its own log for ever.
 */
async function keepApart(place: Place, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const owner = await readFile(join(folder, OWNER), "utf8").catch(() => null)
  // After a restore that was interrupted, the cluster is still under the other name.
  const cluster = (await clusterNumber(clusterOf(place))) ?? (await clusterNumber(restoredCluster(place)))
  if (cluster !== null && owner === cluster) return
  // An archive from before this file was written belongs to the cluster that is there.
  if (names.some((name) => segment.test(name)) && (owner !== null || cluster === null))
    await rename(folder, `${folder}-before-${new Date().toISOString().replace(/[:.]/g, "-")}`)
  if (cluster === null) return
  await makeFolder(folder, 0o700)
  await rm(join(folder, OWNER), { force: true })
  await writeFile(join(folder, OWNER), cluster, { mode: 0o600 })
}

/** The number that initdb drew: the first eight bytes of the control file. Null when there is no cluster. */
async function clusterNumber(cluster: string): Promise<string | null> {
  const bytes = await readFile(join(cluster, "global/pg_control")).catch(() => null)
  return bytes?.readBigUInt64LE(0).toString() ?? null
}

interface PointInTime {
  until: Date
  /** Folder of archived segments. */
  archive: string
}

/**
 * Replays the write-ahead log up to a point in time on the cluster of `place`, which was unpacked from a backup: from the
 * archive, and from what the database that is to be replaced had not archived yet. Throws when the log does not reach it.
 */
export async function recoverUntil(
  place: Place,
  port: number,
  { until, archive, replaced }: PointInTime & { replaced: string },
): Promise<void> {
  const cluster = clusterOf(place)
  await takeUnarchived(place, { from: join(replaced, "pg_wal"), to: join(cluster, "pg_wal"), archive })
  await writeFile(join(cluster, "recovery.signal"), "")
  if (place.user) await lchown(join(cluster, "recovery.signal"), place.user.uid, place.user.gid)
  const started = await startPostmaster(place, port, {
    ...serverSettings,
    hot_standby: "off",
    restore_command: `cp ${quoted(archive)}/%f "%p"`,
    // Names of zones, Z among them, are not known yet when settings are read.
    recovery_target_time: until.toISOString().replace("T", " ").replace("Z", "+00"),
    recovery_target_action: "promote",
  }).catch((error: Error) => {
    if (!/before configured recovery target was reached/.test(error.message)) throw error
    throw new Error(`The archived log does not reach ${until.toISOString()}: choose an earlier moment.`)
  })
  if (started === "taken") throw new Error(`Port ${port} was taken by another program. Try again.`)
  await stopPostmaster(place, started.pid)
}

async function takeUnarchived(
  place: Place,
  { from, to, archive }: { from: string; to: string; archive: string },
): Promise<void> {
  for (const name of await readdir(from).catch(() => [])) {
    if (!segment.test(name) || (await stat(join(archive, name)).catch(() => null))) continue
    await copyFile(join(from, name), join(to, name))
    if (place.user) await lchown(join(to, name), place.user.uid, place.user.gid)
  }
}

/** Removes archived segments that are older than `before`. Answers how many. */
export async function removeArchived(archive: string, before: Date): Promise<number> {
  let removed = 0
  for (const name of await readdir(archive).catch(() => [])) {
    const found = segment.test(name) ? await stat(join(archive, name)).catch(() => null) : null
    if (!found || found.mtime >= before) continue
    await rm(join(archive, name), { force: true })
    removed++
  }
  return removed
}

/** For the shell that PostgreSQL starts, in which % begins a placeholder. */
function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`
}
