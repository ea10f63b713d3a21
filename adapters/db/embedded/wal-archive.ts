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

/** The folder next to the cluster to which its write-ahead log is copied. */
const POINTER = "archive.txt"

/**
 * Settings for a server that copies every finished segment of its write-ahead log to a folder, at least once a minute
 * while there are writes. The folder is remembered, so that the next process to start the server, such as a command,
 * leaves no gap; null turns archiving off, and undefined keeps the remembered folder.
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
    throw new Error(
      "Archiving the write-ahead log (BACKUP_DIR) needs a POSIX shell, which Windows does not have.",
    )
  await makeBackupFolder(dirname(remembered))
  await keepApart(place, remembered)
  await makeFolder(remembered, 0o700)
  if (place.user) {
    await lchown(remembered, place.user.uid, place.user.gid)
    await chmod(remembered, 0o700)
    // A backup waits until its log is archived, and would otherwise wait forever.
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
    // If the segment already exists, it must be identical; otherwise the archive belongs to another cluster.
    archive_command: `if test -f ${target}; then cmp -s "%p" ${target}; else cp "%p" ${target}.part${flush} && mv ${target}.part ${target}; fi`,
  }
}

/** The folder to which the log of this database is archived; null if archiving is off. */
export async function rememberedArchive(place: Place): Promise<string | null> {
  return (await readFile(join(place.root, POINTER), "utf8").catch(() => "")) || null
}

/**
 * The names of an archive's contents: segments and history files, but not partial copies or the archive's OWNER file.
 */
export function isArchived(name: string): boolean {
  return segment.test(name) || isHistory(name)
}

/** The unique id of the log in an archive: the content of its OWNER file. Null if there is none. */
export async function readArchiveName(folder: string): Promise<string | null> {
  return readFile(join(folder, OWNER), "utf8").catch(() => null)
}

/**
 * The folder of backups, which contains the archive. If this process is root, PostgreSQL's account has to be able to
 * pass through it.
 */
export async function makeBackupFolder(folder: string): Promise<void> {
  await makeFolder(dirname(folder))
  await makeFolder(folder, process.getuid?.() === 0 ? 0o711 : 0o700)
}

/** Prepares an empty folder to continue the log with that id. */
export async function continueArchive(folder: string, name: string): Promise<void> {
  await makeBackupFolder(dirname(folder))
  await makeFolder(folder, 0o700)
  if ((await readArchiveName(folder)) === null) await writeFile(join(folder, OWNER), name, { mode: 0o600 })
}

/**
 * The file in the archive that states whose log it contains: the cluster's system identifier, followed by the id of the
 * archive if it is not the cluster's first.
 */
const OWNER = "cluster.txt"

/**
 * The log of another cluster (before an upgrade to a new major version, or of a former DATA_DIR) uses the same file
 * names, and so does the log of a later timeline than the cluster's own (of a restore that was undone by hand). The old
 * archive is moved aside, because PostgreSQL never overwrites archived files and would keep all of its own log forever.
 */
async function keepApart(place: Place, folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  const owner = await readFile(join(folder, OWNER), "utf8").catch(() => null)
  const control = await readControl(await presentCluster(place))
  const isOwn = control !== null && owner?.split("-")[0] === control.cluster
  const isAhead = control !== null && isOwn && (await branchesOff(place, folder, control.timeline))
  if (isOwn && !isAhead) return
  const stamp = new Date().toISOString().replace(/[:.]/g, "-")
  // An archive without this file predates it and belongs to the existing cluster.
  if (names.some((name) => segment.test(name)) && (owner !== null || control === null))
    await rename(folder, `${folder}-before-${stamp}`)
  if (control === null) return
  await makeFolder(folder, 0o700)
  await rm(join(folder, OWNER), { force: true })
  await writeFile(join(folder, OWNER), isAhead ? `${control.cluster}-${stamp}` : control.cluster, {
    mode: 0o600,
  })
}

/** Whether the archive contains timelines that are not ancestors of the cluster's. */
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

/** After an interrupted restore, the cluster still has the other name. */
async function presentCluster(place: Place): Promise<string> {
  return (await stat(clusterOf(place)).catch(() => null)) ? clusterOf(place) : restoredCluster(place)
}

/** From the control file: the system identifier that initdb chose, and the timeline. Null if there is no cluster. */
export async function readControl(cluster: string): Promise<{ cluster: string; timeline: number } | null> {
  const bytes = await readFile(join(cluster, "global/pg_control")).catch(() => null)
  // ControlFileData: its first field, and ThisTimeLineID in the copy of the last checkpoint.
  return bytes && { cluster: bytes.readBigUInt64LE(0).toString(), timeline: bytes.readUInt32LE(48) }
}

/**
 * Archives the timeline's history after a recovery. Recovery runs with archiving off, so that an abandoned one leaves
 * nothing behind.
 */
async function archiveHistories(place: Place, archive: string): Promise<void> {
  const from = join(await presentCluster(place), "pg_wal")
  for (const name of await historiesIn(from)) await copyOnce(join(from, name), archive, place)
}

/** Adds the log that a replaced database had not archived yet, which is needed to reach moments before the restore. */
export async function archiveRest(place: Place, replaced: string, archive: string): Promise<void> {
  const from = join(replaced, "pg_wal")
  if (!(await stat(archive).catch(() => null))) return
  for (const name of [...(await historiesIn(from)), ...(await writtenIn(from))])
    await copyOnce(join(from, name), archive, place)
}

/** Names of the segments that contain log. The others are recycled: old content under a future name. */
export async function writtenIn(folder: string): Promise<string[]> {
  const written: string[] = []
  for (const name of (await readdir(folder).catch(() => [])).filter((one) => segment.test(one)).sort()) {
    const file = await open(join(folder, name), "r")
    const { buffer } = await file.read(Buffer.alloc(36), 0, 36, 0).finally(() => file.close())
    // XLogLongPageHeaderData: the position of the page in the log, and the size of a segment.
    const size = BigInt(buffer.readUInt32LE(32))
    const position = (BigInt(`0x${name.slice(8, 16)}`) << 32n) + BigInt(`0x${name.slice(16)}`) * size
    if (buffer.readBigUInt64LE(8) === position) written.push(name)
  }
  return written
}

/** Copies a file under its own name atomically, unless it exists. The copy belongs to the database's account. */
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

/** Removes archived segments that are older than `before`. Returns how many. */
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

/** Quotes a path for the shell command that PostgreSQL runs, in which % begins a placeholder. */
export function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`
}
