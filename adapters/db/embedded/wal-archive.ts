import {
  chmod,
  copyFile,
  lchown,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { makeFolder } from "#primitives/make-folder.ts"
import { restoredCluster } from "./cluster.ts"
import type { Place } from "./place.ts"
import { clusterOf } from "./postmaster.ts"
import { canAccess } from "./run-as.ts"
import { historiesIn, isHistory, timelineAt } from "./timelines.ts"

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
  const remembered = await rememberedArchive(place)
  if (!remembered) return {}
  if (process.platform === "win32")
    throw new Error("Archiving the write-ahead log (BACKUP_DIR) needs a POSIX shell, which Windows has not.")
  await makeBackupFolder(dirname(remembered))
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
  await archiveHistories(place, remembered)
  const target = `${quoted(remembered)}/%f`
  const flush = process.platform === "linux" ? ` && sync ${target}.part` : ""
  return {
    archive_mode: "on",
    archive_timeout: "60",
    // A segment that is there already must be the same one; anything else is somebody else's archive.
    archive_command: `if test -f ${target}; then cmp -s "%p" ${target}; else cp "%p" ${target}.part${flush} && mv ${target}.part ${target}; fi`,
  }
}

/** The folder to which the log of this database is archived; null when it is not. */
export async function rememberedArchive(place: Place): Promise<string | null> {
  return (await readFile(join(place.root, POINTER), "utf8").catch(() => "")) || null
}

/** What the archive consists of: segments and histories, and neither what is being written nor the name of the archive. */
export function isArchived(name: string): boolean {
  return segment.test(name) || isHistory(name)
}

/** The name of the log in an archive, which no other has: the content of its OWNER. Null where there is none. */
export async function readArchiveName(folder: string): Promise<string | null> {
  return readFile(join(folder, OWNER), "utf8").catch(() => null)
}

/** The folder of backups, with the archive in it: as root, PostgreSQL's user has to pass through it. */
export async function makeBackupFolder(folder: string): Promise<void> {
  await makeFolder(dirname(folder))
  await makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** Prepares an empty folder for more of the log with that name. */
export async function continueArchive(folder: string, name: string): Promise<void> {
  await makeBackupFolder(dirname(folder))
  await makeFolder(folder, 0o700)
  if ((await readArchiveName(folder)) === null) await writeFile(join(folder, OWNER), name, { mode: 0o600 })
}

/** In the archive: whose log it holds, as the number of the cluster, and after it when the archive was begun where that is not the first. */
const OWNER = "cluster.txt"

/**
 * The log of another cluster (before an upgrade to a new major version, or of a former DATA_DIR) uses the same names, and so does
 * that of a later timeline than the cluster's own (of a restore that was undone by hand). It is moved aside, because PostgreSQL
 * archives nothing over it and would keep all of its own log for ever.
 */
async function keepApart(place: Place, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const owner = await readFile(join(folder, OWNER), "utf8").catch(() => null)
  const control = await readControl(await presentCluster(place))
  const isOwn = control !== null && owner?.split("-")[0] === control.cluster
  const isAhead = control !== null && isOwn && (await branchesOff(place, folder, control.timeline))
  if (isOwn && !isAhead) return
  const stamp = new Date().toISOString().replace(/[:.]/g, "-")
  // An archive from before this file was written belongs to the cluster that is there.
  if (names.some((name) => segment.test(name)) && (owner !== null || control === null))
    await rename(folder, `${folder}-before-${stamp}`)
  if (control === null) return
  await makeFolder(folder, 0o700)
  await rm(join(folder, OWNER), { force: true })
  await writeFile(join(folder, OWNER), isAhead ? `${control.cluster}-${stamp}` : control.cluster, {
    mode: 0o600,
  })
}

/** Whether the archive holds timelines that the cluster does not come from. */
async function branchesOff(place: Place, folder: string, timeline: number): Promise<boolean> {
  const newest = await timelineAt([folder], "latest")
  if (newest !== timeline || newest === 1) return newest > timeline
  const name = `${newest.toString(16).toUpperCase().padStart(8, "0")}.history`
  const [ours, theirs] = await Promise.all(
    [join(await presentCluster(place), "pg_wal"), folder].map((one) =>
      readFile(join(one, name), "utf8").catch(() => ""),
    ),
  )
  return ours !== theirs
}

/** After a restore that was interrupted, the cluster is still under the other name. */
async function presentCluster(place: Place): Promise<string> {
  return (await stat(clusterOf(place)).catch(() => null)) ? clusterOf(place) : restoredCluster(place)
}

/** From the control file: the number that initdb drew, and the timeline. Null when there is no cluster. */
export async function readControl(cluster: string): Promise<{ cluster: string; timeline: number } | null> {
  const bytes = await readFile(join(cluster, "global/pg_control")).catch(() => null)
  // ControlFileData: its first field, and ThisTimeLineID in the copy of the last checkpoint.
  return bytes && { cluster: bytes.readBigUInt64LE(0).toString(), timeline: bytes.readUInt32LE(48) }
}

/** A recovery runs without archiving, so that one that is given up leaves nothing; its history is archived here. */
async function archiveHistories(place: Place, archive: string): Promise<void> {
  const from = join(await presentCluster(place), "pg_wal")
  for (const name of await historiesIn(from)) await copyOnce(join(from, name), archive, place)
}

/** Adds the log that a replaced database had not archived yet, from which moments before the restore can be reached. */
export async function archiveRest(place: Place, replaced: string, archive: string): Promise<void> {
  const from = join(replaced, "pg_wal")
  if (!(await stat(archive).catch(() => null))) return
  for (const name of [...(await historiesIn(from)), ...(await writtenIn(from))])
    await copyOnce(join(from, name), archive, place)
}

/** Names of segments that contain log: others are there to be written next, with the content of an old one. */
export async function writtenIn(folder: string): Promise<string[]> {
  const written: string[] = []
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => segment.test(one)).sort()) {
    const file = await open(join(folder, name), "r")
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0).finally(() => file.close())
    // XLogPageHeaderData: the position of the page in the log.
    const position = (BigInt(`0x${name.slice(8, 16)}`) << 32n) + (BigInt(`0x${name.slice(16)}`) << 24n)
    if (buffer.readBigUInt64LE(8) === position) written.push(name)
  }
  return written
}

/** Copies a file under its own name, whole or not at all, unless it is there. It belongs to the database's user. */
async function copyOnce(file: string, folder: string, place: Place): Promise<void> {
  const target = join(folder, basename(file))
  if (await stat(target).catch(() => null)) return
  await copyFile(file, `${target}.part`)
  if (place.user) await lchown(`${target}.part`, place.user.uid, place.user.gid)
  const handle = await open(`${target}.part`, "r+")
  await handle.sync()
  await handle.close()
  await rename(`${target}.part`, target)
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
export function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`
}
