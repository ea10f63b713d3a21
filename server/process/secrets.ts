/**
 * Secrets of this installation: set in the environment, or generated once and stored in DATA_DIR/secrets.json. Keys
 * have Supabase's format: sb_publishable_<22 characters>_<8 characters of checksum>.
 */
import { createHash, randomBytes } from "node:crypto"
import { chmod, link, open, readFile, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { z } from "zod"
import { makeFolder } from "#primitives/make-folder.ts"
import { type Env, SettingError } from "./env.ts"
import { writeWhole } from "./write-whole.ts"

const kept = z.object({
  AUTH_SECRET: z.string().min(32),
  SUPABASE_PUBLISHABLE_KEY: z.string().min(20),
  SUPABASE_SECRET_KEY: z.string().min(20),
  METRICS_TOKEN: z.string().min(32),
})

/** Every secret that the server needs, configured or generated. */
export type Secrets = Readonly<z.output<typeof kept>>

type SecretName = keyof Secrets

const makers: Record<SecretName, () => string> = {
  AUTH_SECRET: () => randomText(48),
  SUPABASE_PUBLISHABLE_KEY: () => apiKey("sb_publishable"),
  SUPABASE_SECRET_KEY: () => apiKey("sb_secret"),
  METRICS_TOKEN: () => randomText(32),
}

/** Secrets that all servers on one database must share, so they cannot be generated. */
const agreed = ["AUTH_SECRET", "SUPABASE_PUBLISHABLE_KEY", "SUPABASE_SECRET_KEY", "METRICS_TOKEN"] as const

type GivenSecrets = Pick<Env, (typeof agreed)[number] | "DATA_DIR" | "DATABASE_URL" | "NODE_ENV">

/**
 * Returns the secrets, generating missing ones once (file mode 0600). Two servers that start at the same time on the
 * same folder get the same ones; a lock older than `lockLastsMs` was left by a killed process. Throws SettingError if
 * NODE_ENV=production with a DATABASE_URL and one is missing.
 */
export async function readSecrets(env: GivenSecrets, { lockLastsMs = 10_000 } = {}): Promise<Secrets> {
  const missing = agreed.filter((name) => !env[name])
  if (missing.length > 0 && env.DATABASE_URL && env.NODE_ENV === "production")
    throw new SettingError(
      `${missing.join(", ")} must be set when NODE_ENV=production uses a DATABASE_URL, ` +
        `for example ${missing[0]}=${makers[missing[0] as SecretName]()}`,
    )
  const given = Object.fromEntries(agreed.map((name) => [name, env[name]]).filter(([, value]) => value))
  const stored = await keepSecrets(env.DATA_DIR, lockLastsMs)
  return { ...stored, ...given }
}

async function keepSecrets(folder: string, lockLastsMs: number): Promise<Secrets> {
  await makePrivateFolder(folder)
  const file = join(folder, "secrets.json")
  const existing = await readStored(file)
  if (isComplete(existing)) return existing
  return withLock(join(folder, "secrets.lock"), lockLastsMs, async () => {
    const stored = await readStored(file)
    if (isComplete(stored)) return stored
    const made = Object.entries(makers).map(([name, make]) => [name, stored[name as SecretName] ?? make()])
    const complete = kept.parse(Object.fromEntries(made))
    await writeWhole(file, `${JSON.stringify({ ...stored, ...complete }, null, 2)}\n`)
    return complete
  })
}

function isComplete(stored: Partial<Secrets>): stored is Secrets {
  return kept.safeParse(stored).success
}

async function readStored(file: string): Promise<Partial<Secrets>> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "{}"
    throw new SettingError(
      `DATA_DIR must be readable by this user (${file}: ${error.code}), for example DATA_DIR=./data`,
    )
  })
  const parsed = kept.partial().loose().safeParse(parseJson(text))
  if (!parsed.success)
    throw new SettingError(
      `${file} is damaged; put it back from a backup, or remove it to make new secrets, which signs everybody out`,
    )
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** If run as root, the folder stays traversable, because the database's account stores its files below it. */
async function makePrivateFolder(folder: string): Promise<void> {
  const made = await makeFolder(folder, 0o700).catch((error: NodeJS.ErrnoException) => {
    throw new SettingError(
      `DATA_DIR must be a folder that can be made and written (${folder}: ${error.code}), for example DATA_DIR=./data`,
    )
  })
  if (made && process.getuid?.() === 0) await chmod(folder, 0o711)
}

/** Runs `work` while this process exclusively holds `file`; breaks a lock left by a killed process after `lastsMs`. */
async function withLock<T>(file: string, lastsMs: number, work: () => Promise<T>): Promise<T> {
  const own = `${file}.${process.pid}.${randomText(6)}`
  await (await open(own, "wx", 0o600)).close()
  try {
    for (;;) {
      // link() fails when the name exists, on network file systems too.
      const taken = await link(own, file).then(
        () => false,
        (error: NodeJS.ErrnoException) => {
          if (error.code === "EEXIST") return true
          throw error
        },
      )
      if (!taken) break
      const age = await stat(file).then(
        (found) => Date.now() - found.ctimeMs,
        () => 0,
      )
      if (age > lastsMs) await rm(file, { force: true })
      else await sleep(50)
    }
    try {
      return await work()
    } finally {
      await rm(file, { force: true })
    }
  } finally {
    await rm(own, { force: true })
  }
}

/** `bytes` random bytes as base64url. */
function randomText(bytes: number): string {
  return randomBytes(bytes).toString("base64url")
}

function apiKey(prefix: string): string {
  const body = randomText(16)
  const checksum = createHash("sha256").update(`${prefix}_${body}`).digest("base64url").slice(0, 8)
  return `${prefix}_${body}_${checksum}`
}
