/** The key that encrypts backups in a bucket: BACKUP_KEY, or a file in DATA_DIR that no backup contains. */
import { open, readFile } from "node:fs/promises"
import { join } from "node:path"
import { newSealingKey } from "#adapters/backups/age.ts"
import { makeFolder } from "#primitives/make-folder.ts"
import { type Env, SettingError } from "../process/env.ts"

const keyFile = (env: Pick<Env, "DATA_DIR">) => join(env.DATA_DIR, "backup-key.txt")

/** Throws SettingError if there is none. */
export async function readBackupKey(env: Pick<Env, "DATA_DIR" | "BACKUP_KEY">): Promise<string> {
  const key = env.BACKUP_KEY ?? (await readFile(keyFile(env), "utf8").catch(() => "")).trim()
  if (key) return key
  throw new SettingError(
    `BACKUP_S3_BUCKET needs a key that encrypts the backups: run npm run backup -- --new-key once, which keeps it in ${keyFile(env)}, ` +
      "or set BACKUP_KEY to the key of the backups that are there",
  )
}

/** Generates a key and returns it, to be shown once. Throws if there is one already. */
export async function makeBackupKey(env: Pick<Env, "DATA_DIR" | "BACKUP_KEY">): Promise<string> {
  if (env.BACKUP_KEY) throw new Error("BACKUP_KEY is set: it is the key.")
  const key = await newSealingKey()
  await keepBackupKey(env, key)
  return key
}

/** Stores a key for the next start. Throws if a different one is stored. */
export async function keepBackupKey(env: Pick<Env, "DATA_DIR">, key: string): Promise<void> {
  const path = keyFile(env)
  const kept = (await readFile(path, "utf8").catch(() => "")).trim()
  if (kept === key) return
  if (kept)
    throw new Error(
      `There is a key in ${path}, which the backups made with it need. Move it away to use another.`,
    )
  await makeFolder(env.DATA_DIR)
  const file = await open(path, "wx", 0o600)
  await file.writeFile(`${key}\n`)
  await file.sync()
  await file.close()
}
