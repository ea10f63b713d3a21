import { cp, lchown, lstat, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { extract } from "tar"
import type { Log } from "#ports/log.ts"
import { stopAbandoned } from "../embedded.ts"
import { backupFormat } from "./backup-format.ts"
import { partialCluster, refuseOtherVersion, removePartial, replaceCluster } from "./cluster.ts"
import { withLockFile } from "./mutex.ts"
import { choosePlace, type Place } from "./place.ts"
import { clusterOf, findPostmaster } from "./postmaster.ts"
import { recover } from "./recover.ts"
import { canAccess, type RunAs } from "./run-as.ts"
import { listUsers } from "./users.ts"
import { archiveRest, rememberedArchive } from "./wal-archive.ts"

interface RestoreOptions {
  /** Folder of the database, as for startEmbedded. */
  dataDir: string
  /** An archive created by backupEmbedded. */
  file: string
  /** Destinations of the other files in the archive, by their name in it. */
  besides?: Record<string, string>
  /** Destinations of the other folders in the archive, by their name in it. */
  folders?: Record<string, string>
  /** Folders in the archive that are skipped. */
  leftOut?: readonly string[]
  /**
   * Replays the archived log up to this moment, or all of it. Without it, the state at the end of the backup is
   * restored.
   */
  until?: Date | "latest" | undefined
  /**
   * Folders of the archived log; by default, the one that the database archives to. Log that the previous database had
   * not archived yet is added to the first one.
   */
  archives?: readonly string[]
  log: Log
}

interface RestoreReport {
  /** When the backup was taken. */
  at: string
  /** Where the previous data is now; null when there was none. */
  movedTo: string | null
  seconds: number
}

/**
 * Replaces the database, which must not be running, with a backup. The archive is unpacked beside the data,
 * checked and recovered to a consistent state there; only then are the two swapped, and the previous data is
 * kept.
 */
export async function restoreEmbedded(options: RestoreOptions): Promise<RestoreReport> {
  const started = performance.now()
  if (!(await stat(options.file).catch(() => null))) throw new Error(`${options.file} does not exist.`)
  await stopAbandoned(options.dataDir)
  const place = await choosePlace(options.dataDir)
  return withLockFile(join(place.root, "lock"), async () => {
    await refuseRunning(place)
    await removePartial(place)
    const partial = partialCluster(place)
    try {
      const { at } = await unpack(options.file, partial, options.leftOut ?? [])
      if (place.user) await giveCluster(partial, place.user)
      await refuseOtherVersion(place, join(partial, "cluster"))
      const remembered = await rememberedArchive(place)
      const archives = options.archives ?? (remembered ? [remembered] : [])
      if (place.user) await giveArchives(archives, place.user)
      await recover(
        { ...place, root: partial },
        { until: options.until, archives, replaced: clusterOf(place) },
      )
      const stamp = new Date().toISOString().replace(/[:.]/g, "-")
      const beside = Object.entries({ ...options.besides, ...options.folders })
      const arrived: string[] = []
      for (const [name, path] of beside) if (await bringBeside(join(partial, name), path)) arrived.push(path)
      // Everything slow is done: from here on, only names change.
      const previous = join(place.root, `before-restore-${stamp}`)
      const had = await replaceCluster(place, join(partial, "cluster"), previous)
      for (const path of arrived) await replace(path, stamp)
      if (had && archives[0]) await archiveRest(place, previous, archives[0])
      return { at, movedTo: had ? previous : null, seconds: (performance.now() - started) / 1000 }
    } finally {
      // After a damaged archive, unpacking takes a moment to stop.
      await rm(partial, { recursive: true, force: true, maxRetries: 50, retryDelay: 20 })
    }
  })
}

/** Throws if the database is in use. */
export async function refuseRunning(place: Place): Promise<void> {
  const running = await findPostmaster(clusterOf(place))
  const users = await listUsers(join(place.root, "users"))
  if (!running && users.length === 0) return
  const who = users.map((user) => `${user.purpose} (process ${user.pid})`).join(", ")
  throw new Error(
    `The database in ${place.root} is in use by ${who || "another program"}. Stop it and try again.`,
  )
}

/** Damage, a foreign file and a truncated copy are all detected here, before anything is changed. */
async function unpack(file: string, folder: string, leftOut: readonly string[]): Promise<{ at: string }> {
  await mkdir(folder, { mode: 0o700 })
  const unusable = (why: string) => new Error(`${file} cannot be restored: ${why}.`)
  const filter = (path: string) => !leftOut.some((name) => path === name || path.startsWith(`${name}/`))
  await extract({ file, cwd: folder, strict: true, preserveOwner: false, filter }).catch((error: Error) => {
    throw unusable(`it is damaged or not a backup (${error.message})`)
  })
  const read = (name: string) => readFile(join(folder, name), "utf8").then(JSON.parse, () => null)
  const about = await read("b4m-backup.json")
  if (!about) throw unusable("it is not a backup of this product")
  if (about.format !== backupFormat)
    throw unusable(`its format is ${about.format}, and this version reads ${backupFormat}`)
  if (!(await read("complete.json"))) throw unusable("its end is missing")
  return { at: about.at }
}

const arriving = (path: string) => `${path}.restored`

/**
 * Copies a file or folder of the archive next to its destination, because it may be on a different disk, where a rename
 * fails. Returns false if the archive does not contain it.
 */
async function bringBeside(from: string, to: string): Promise<boolean> {
  if (!(await stat(from).catch(() => null))) return false
  await rm(arriving(to), { recursive: true, force: true })
  await cp(from, arriving(to), { recursive: true })
  const { uid, gid } = await stat(dirname(to))
  if (process.getuid?.() === 0) await giveAll(arriving(to), { uid, gid })
  return true
}

/** Swaps in the result of bringBeside; the previous file or folder is kept next to it. */
async function replace(path: string, stamp: string): Promise<void> {
  const had = await stat(path).catch(() => null)
  if (had) await rename(path, join(dirname(path), `before-restore-${stamp}-${basename(path)}`))
  await rename(arriving(path), path)
}

/** PostgreSQL's account must be able to enter the folder, and needs access only to the database in it. */
async function giveCluster(partial: string, user: RunAs): Promise<void> {
  await lchown(partial, user.uid, user.gid)
  await giveAll(join(partial, "cluster"), user)
}

/** Log files that were fetched for this restore belong to this process's account. */
async function giveArchives(folders: readonly string[], user: RunAs): Promise<void> {
  for (const folder of folders)
    if ((await stat(folder).catch(() => null)) && !(await canAccess(user, folder, "enter and write")))
      await giveAll(folder, user)
}

async function giveAll(path: string, to: { uid: number; gid: number }): Promise<void> {
  await lchown(path, to.uid, to.gid)
  if (!(await lstat(path)).isDirectory()) return
  for (const name of await readdir(path)) await giveAll(join(path, name), to)
}
