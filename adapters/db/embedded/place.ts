import { createHash } from "node:crypto"
import {
  chmod,
  lchown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from "node:fs/promises"
import { dirname, join } from "node:path"
import { makeFolder } from "#primitives/make-folder.ts"
import { type Binaries, copyBinaries, findBinaries, prepareBinaries, program } from "./binaries.ts"
import { logFile } from "./log-file.ts"
import { identifyProcess } from "./process-identity.ts"
import { canAccess, chooseRunAs, type RunAs } from "./run-as.ts"

/** Where the database is stored and which account runs it. */
export interface Place {
  /** Contains cluster/, users/ and the log. */
  root: string
  binaries: Binaries
  /** Null when PostgreSQL runs under the current account. */
  user: RunAs | null
  /** Messages for the person who starts the server: which files are not at the requested location, and why. */
  notes: string[]
}

const SYSTEM_FOLDER = "/var/lib/b4m"
const POINTER = "location.txt"

/**
 * Chooses the account, and locations for data and binaries that this account can use. Creates the folders.
 */
export async function choosePlace(wanted: string): Promise<Place> {
  // Only the innermost folder is closed to others: closing a parent would lock out the database's account as well.
  await makeFolder(dirname(wanted))
  await mkdir(wanted, { recursive: true, mode: 0o700 })
  const asked = await realpath(wanted)
  const moved = await readPointer(asked)
  const user = await chooseRunAs(moved ?? asked)
  if (!user) {
    if (moved) await refuseUnreadable(moved, asked)
    return { root: moved ?? asked, binaries: await ownBinaries(moved ?? asked), user, notes: [] }
  }
  const notes: string[] = []
  let root = moved ?? asked
  await give(root, user)
  if (!(await canAccess(user, root, "enter and write"))) {
    const hash = createHash("sha256").update(asked).digest("hex").slice(0, 16)
    root = join(SYSTEM_FOLDER, hash)
    await mkdir(SYSTEM_FOLDER, { recursive: true, mode: 0o755 })
    await mkdir(root, { recursive: true, mode: 0o700 })
    await give(root, user)
    await writeFile(join(asked, POINTER), `${root}\n${asked}\n`)
  }
  if (root !== asked) {
    notes.push(`The database is in ${root}, because its user ${user.name} cannot enter ${asked}.`)
  }
  let binaries = await findBinaries()
  await prepareBinaries(binaries).catch(() => undefined)
  if (!(await canAccess(user, program(binaries, "postgres"), "execute"))) {
    binaries = await copyBinaries(binaries, SYSTEM_FOLDER)
    notes.push(`PostgreSQL runs from ${binaries.root}, because ${user.name} cannot enter the checkout.`)
  }
  return { root, binaries, user, notes }
}

/**
 * Creates a folder next to `dataDir`, on the same disk, that the database's account can enter. The caller removes it;
 * the next call removes what a killed process left.
 */
export async function makeScratch(dataDir: string): Promise<string> {
  const { root, user } = await choosePlace(dataDir)
  for (const name of await readdir(root)) {
    const [, pid] = /^scratch-(\d+)-/.exec(name) ?? []
    if (pid && (await identifyProcess(Number(pid))) === null)
      await rm(join(root, name), { recursive: true, force: true })
  }
  const folder = await mkdtemp(join(root, `scratch-${process.pid}-`))
  if (user) await lchown(folder, user.uid, user.gid)
  return folder
}

/** If the installation is read-only and lacks its symbolic links, a copy next to the data is completed instead. */
async function ownBinaries(root: string): Promise<Binaries> {
  const binaries = await findBinaries()
  try {
    await prepareBinaries(binaries)
    return binaries
  } catch {
    return copyBinaries(binaries, join(root, "binaries"))
  }
}

/**
 * All files that a later start under that account must be able to write. Symbolic links are not followed, because this
 * code runs as root.
 */
async function give(folder: string, user: RunAs): Promise<void> {
  await chmod(folder, 0o700)
  await mkdir(join(folder, "users"), { recursive: true })
  for (const path of [folder, join(folder, "users"), logFile({ root: folder })]) {
    await lchown(path, user.uid, user.gid).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error
    })
  }
}

/**
 * Follows the pointer only if there is no cluster here: local data always takes precedence. A copied folder, pointer
 * included, is a separate site and does not share the original's database; a moved folder keeps its own.
 */
async function readPointer(asked: string): Promise<string | null> {
  if (await stat(join(asked, "cluster")).catch(() => null)) return null
  const [root, madeFor] = await pointerAt(asked)
  if (!root || !madeFor || madeFor === asked) return root
  const [original] = await pointerAt(madeFor)
  return original === root ? null : root
}

async function pointerAt(folder: string): Promise<[root: string | null, madeFor: string | null]> {
  const text = await readFile(join(folder, POINTER), "utf8").catch(() => "")
  const [root, madeFor] = text.split("\n")
  return [root || null, madeFor || null]
}

async function refuseUnreadable(moved: string, asked: string): Promise<void> {
  const readable = await stat(join(moved, "cluster")).catch(() => null)
  if (readable) return
  throw new Error(
    `The database of ${asked} is in ${moved}, where an earlier start as root put it. ` +
      `Start as root again, or remove ${join(asked, POINTER)} to begin with an empty database here.`,
  )
}
