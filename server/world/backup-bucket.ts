/**
 * Encrypted backups and archived log in a bucket: "backups/<archive>/<name>.age" and "wal/<archive>/<segment>.gz.age",
 * where <archive> is the id of the log that continues the backup (adapters/db/embedded/wal-archive.ts).
 */
import { createReadStream, createWriteStream } from "node:fs"
import { readdir, rm } from "node:fs/promises"
import { basename, join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { createSealing } from "#adapters/backups/age.ts"
import { isHistory } from "#adapters/db/embedded/timelines.ts"
import { isArchived, readArchiveName } from "#adapters/db/embedded/wal-archive.ts"
import { makeFolder } from "#primitives/make-folder.ts"
import { type Env, SettingError } from "../process/env.ts"
import { readBackupKey } from "./backup-key.ts"
import { momentOfBackup } from "./backup-names.ts"
import type { Store } from "./files.ts"
import { readS3Options } from "./s3-options.ts"

interface SentBackup {
  /** Its name in the bucket. */
  name: string
  /** The log that continues it. */
  archive: string
  /** When the backup started. */
  at: Date
}

export interface BackupBucket {
  store: Store
  /** Uploads a backup and the log in `folder`, and removes both here. */
  sendBackup(file: string, folder: string): Promise<void>
  /** Uploads the segments in a folder, oldest first, and removes them there. Returns how many. */
  sendLog(folder: string): Promise<number>
  /** Whether a segment of the log in `folder` has been uploaded. */
  hasSegment(folder: string, segment: string): Promise<boolean>
  /** Oldest first. */
  list(): Promise<SentBackup[]>
  fetchBackup(backup: SentBackup, file: string): Promise<void>
  /** Downloads the history of a log and, with `since`, the compressed segments from then on. */
  fetchLog(archive: string, options: { folder: string; since?: Date }): Promise<void>
  /**
   * Removes backups from before `limit`, except the newest, and the log that no other backup needs. Returns the number
   * of removed backups.
   */
  prune(limit: Date): Promise<number>
  close(): void
}

/**
 * A segment is uploaded after the start of the backup that needs it. This is the tolerance for differences between the
 * clocks of both machines.
 */
const clockSlackMs = 10 * 60_000

/** Undefined without BACKUP_S3_BUCKET. Throws SettingError if there is no key. */
export async function openBackupBucket(env: Env): Promise<BackupBucket | undefined> {
  const options = readS3Options(env, "BACKUP_S3")
  if (!options) return undefined
  const { bucket } = options
  const sealing = await createSealing(await readBackupKey(env)).catch((error: Error) => {
    if (error instanceof SettingError) throw error
    throw new SettingError("BACKUP_KEY is mistyped: its checksum is wrong")
  })
  const { createNamedObjects } = await import("#adapters/files/s3-named.ts")
  const objects = createNamedObjects(options)

  const sent = new Set<string>()

  async function fetch(name: string, file: string): Promise<void> {
    const bytes = await objects.get(name)
    if (!bytes) throw new Error(`${name} is no longer in the bucket ${bucket}.`)
    const unusable = (error: Error) => new Error(`${name} cannot be used: ${error.message}`, { cause: error })
    await sealing
      .unseal(bytes)
      .then((plain) => pipeline(Readable.from(plain), createWriteStream(file, { mode: 0o600 })))
      .catch((error: Error) => {
        throw unusable(error)
      })
  }

  async function sendLog(folder: string): Promise<number> {
    const archive = await readArchiveName(folder)
    if (!archive) return 0
    const names = (await readdir(folder)).filter((name) => isArchived(name) && !sent.has(name)).sort()
    for (const name of names) {
      const file = join(folder, name)
      if (isHistory(name)) {
        await objects.put(`wal/${archive}/${name}.age`, await sealing.seal(createReadStream(file)))
        // It stays here, where it identifies the log in the folder.
        sent.add(name)
      } else {
        const packed = createReadStream(file).pipe(createGzip({ level: 3 }))
        await objects.put(`wal/${archive}/${name}.gz.age`, await sealing.seal(packed))
        await rm(file, { force: true })
      }
    }
    return names.length
  }

  async function list(): Promise<SentBackup[]> {
    const found: SentBackup[] = []
    for await (const { name } of objects.list("backups/")) {
      const [, archive, file] = /^backups\/([^/]+)\/(.+)\.age$/.exec(name) ?? []
      const at = momentOfBackup(file ?? "")
      if (archive && at) found.push({ name, archive, at })
    }
    return found.sort((a, b) => a.at.getTime() - b.at.getTime())
  }

  return {
    store: { name: "backups", findProblem: objects.findProblem },
    sendLog,
    list,

    async hasSegment(folder, segment) {
      const prefix = `wal/${await readArchiveName(folder)}/${segment}`
      for await (const _one of objects.list(prefix)) return true
      return false
    },

    async sendBackup(file, folder) {
      const archive = await readArchiveName(folder)
      if (!archive) throw new Error(`${folder} does not say whose log it holds: start the site first.`)
      await objects.put(
        `backups/${archive}/${basename(file)}.age`,
        await sealing.seal(createReadStream(file)),
      )
      await rm(file, { force: true })
      await sendLog(folder)
    },

    fetchBackup: ({ name }, file) => fetch(name, file),

    async fetchLog(archive, { folder, since }) {
      await makeFolder(folder, 0o700)
      const prefix = `wal/${archive}/`
      const from = since ? since.getTime() - clockSlackMs : Number.POSITIVE_INFINITY
      for await (const { name, storedAt } of objects.list(prefix)) {
        const local = name.slice(prefix.length).replace(/\.age$/, "")
        if (isHistory(local) || storedAt.getTime() >= from) await fetch(name, join(folder, local))
      }
    },

    async prune(limit) {
      const all = await list()
      const old = all.slice(0, -1).filter(({ at }) => at < limit)
      for (const { name } of old) await objects.remove(name)
      const oldest = all[old.length]
      if (!oldest) return old.length
      const before = oldest.at.getTime() - clockSlackMs
      for await (const { name, storedAt } of objects.list("wal/"))
        if (storedAt.getTime() < before && !isHistory(basename(name, ".age"))) await objects.remove(name)
      return old.length
    },

    close: objects.close,
  }
}
