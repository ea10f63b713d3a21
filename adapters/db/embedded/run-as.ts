import { execFile } from "node:child_process"
import { stat } from "node:fs/promises"
import { dirname, join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** The account that PostgreSQL runs under when this process is root. */
export interface RunAs {
  uid: number
  gid: number
  name: string
}

/**
 * PostgreSQL refuses to run as root. Returns null when this process is not root; otherwise the account to
 * use: the owner of existing data, the owner of its parent folder, `postgres`, or `nobody`.
 */
export async function chooseRunAs(dataDir: string): Promise<RunAs | null> {
  if (process.getuid?.() !== 0) return null
  const owner = (await ownerOf(join(dataDir, "cluster"))) ?? (await ownerOf(await nearestExisting(dataDir)))
  const chosen = owner ?? (await account("postgres")) ?? (await account("nobody"))
  if (chosen) return chosen
  throw new Error(
    "PostgreSQL does not run as root, and this machine has neither a user `postgres` nor `nobody`. " +
      "Start as another user, or set DATABASE_URL.",
  )
}

/**
 * Whether that account has access. The operating system decides, because modes, access lists and mount options all
 * matter.
 */
export async function canAccess(
  user: RunAs,
  path: string,
  how: "enter and write" | "execute",
): Promise<boolean> {
  const test = how === "execute" ? 'test -r "$1" && test -x "$1"' : 'test -w "$1" && test -x "$1"'
  const options = { uid: user.uid, gid: user.gid, cwd: "/", env: {} }
  return run("/bin/sh", ["-c", test, "sh", path], options).then(
    () => true,
    () => false,
  )
}

/** initdb looks up the name of its user, so a numeric id without an account does not work. */
async function ownerOf(path: string): Promise<RunAs | null> {
  const found = await stat(path).catch(() => null)
  if (!found || found.uid === 0) return null
  const name = await ask("id", ["-un", String(found.uid)])
  return name ? { uid: found.uid, gid: found.gid, name } : null
}

async function account(name: string): Promise<RunAs | null> {
  const [uid, gid] = [Number(await ask("id", ["-u", name])), Number(await ask("id", ["-g", name]))]
  return uid > 0 && gid > 0 ? { uid, gid, name } : null
}

async function ask(command: string, parameters: string[]): Promise<string | null> {
  const answer = await run(command, parameters).catch(() => null)
  return answer?.stdout.trim() || null
}

async function nearestExisting(path: string): Promise<string> {
  let folder = path
  while (!(await stat(folder).catch(() => null)) && dirname(folder) !== folder) folder = dirname(folder)
  return folder
}
