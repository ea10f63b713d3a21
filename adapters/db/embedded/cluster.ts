import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { lchown, mkdir, open, readdir, readFile, rename, rm, stat } from "node:fs/promises"
import { join } from "node:path"
import { majorVersion, program } from "./binaries.ts"
import { withUserName } from "./nameless-user.ts"
import type { Place } from "./place.ts"
import { cleanEnvironment, clusterOf, disownPidFile, findPostmaster, stopPostmaster } from "./postmaster.ts"

/** The server's only account, created by initdb. */
export const SUPERUSER = "postgres"

const PASSWORD = "b4m-password"
const PARTIAL = "cluster.new-"

/**
 * Creates the cluster if there is none, in a temporary folder that is renamed when complete, so that an interrupted
 * start leaves nothing incomplete. The password is stored inside so that the two stay together. The server must not be
 * running.
 */
export async function prepareCluster(place: Place): Promise<void> {
  const cluster = clusterOf(place)
  await removePartial(place)
  if (await clusterVersion(cluster)) {
    await rm(restoredCluster(place), { recursive: true, force: true })
    await refuseOtherVersion(place, cluster)
    if ((await readPassword(place)) === null) await resetPassword(place)
    return
  }
  if (await stat(cluster).catch(() => null)) {
    throw new Error(`${cluster} exists but is not a PostgreSQL data directory. Move it away and start again.`)
  }
  if (await clusterVersion(restoredCluster(place))) {
    await moveFolder(place, restoredCluster(place), cluster)
    return
  }
  const partial: Place = { ...place, root: partialCluster(place) }
  await makePartial(partial)
  await createCluster(partial)
  await moveFolder(place, clusterOf(partial), cluster)
  await rm(partial.root, { recursive: true, force: true })
}

/** The folder for a new cluster next to the data, accessible to the database's account. */
export async function makePartial(partial: Place): Promise<void> {
  await mkdir(partial.root, { mode: 0o700 })
  if (partial.user) await lchown(partial.root, partial.user.uid, partial.user.gid)
}

/** Creates a cluster and its password in an empty place. */
export async function createCluster(place: Place): Promise<void> {
  const cluster = clusterOf(place)
  const password = newPassword()
  const passwordFile = join(place.root, "password.new")
  await writeSecret(place, passwordFile, password)
  try {
    await runProgram(place, "initdb", [
      `--pgdata=${cluster}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      // While there are writes, a segment is archived every minute, whole: 1.4 GB a day, where the default of 16 would be 23.
      "--wal-segsize=1",
      "--no-instructions",
    ])
  } finally {
    await rm(passwordFile, { force: true })
  }
  await writeSecret(place, join(cluster, PASSWORD), password)
}

/** Name prefix of clusters being created; the next process removes what an interrupted one left. */
export function partialCluster(place: Place): string {
  return join(place.root, `${PARTIAL}${randomBytes(4).toString("hex")}`)
}

/**
 * Where a restore puts the checked cluster while it moves the old one aside. If it is found alone, the restore was
 * interrupted at that moment, and this cluster replaces the missing one. If it is found next to a cluster, the restore
 * had not begun to replace it.
 */
export function restoredCluster(place: Place): string {
  return join(place.root, "cluster.restored")
}

/** Removes clusters that were never completed, and stops the server that a killed process left on one. */
export async function removePartial(place: Place): Promise<void> {
  for (const name of await readdir(place.root)) {
    if (!name.startsWith(PARTIAL)) continue
    const partial: Place = { ...place, root: join(place.root, name) }
    const running = await findPostmaster(clusterOf(partial))
    if (running) await stopPostmaster(partial, running.pid)
    await rm(join(place.root, name), { recursive: true, force: true, maxRetries: 10 })
  }
}

/**
 * Replaces the current cluster with a complete one; the old one is moved to `movedTo`. It uses three names, so that a
 * kill between any two renames leaves either the old or the new data under a name that a start recognizes. Returns
 * whether there was an old cluster.
 */
export async function replaceCluster(place: Place, complete: string, movedTo: string): Promise<boolean> {
  const cluster = clusterOf(place)
  await moveFolder(place, complete, restoredCluster(place))
  const had = (await stat(cluster).catch(() => null)) !== null
  if (had) await moveFolder(place, cluster, movedTo)
  await moveFolder(place, restoredCluster(place), cluster)
  return had
}

/** Renames, and makes the new name survive a power failure. */
async function moveFolder(place: Place, from: string, to: string): Promise<void> {
  await rename(from, to)
  if (process.platform === "win32") return
  const handle = await open(place.root, "r")
  await handle.sync()
  await handle.close()
}

/** Null when there is none. */
export async function readPassword(place: Place): Promise<string | null> {
  const text = await readFile(join(clusterOf(place), PASSWORD), "utf8").catch(() => null)
  return text?.trim() || null
}

/**
 * Runs statements in single-user mode, which also recovers a copied or killed cluster. The server must not be
 * running.
 */
async function runSingleUser(place: Place, cluster: string, statements: string): Promise<void> {
  await disownPidFile(cluster)
  const parameters = ["--single", "-D", cluster, "-c", "log_min_messages=fatal", "postgres"]
  await runProgram(place, "postgres", parameters, statements)
}

/** Sets a new superuser password without knowing the old one. base64url contains no quote to escape. */
export async function resetPassword(place: Place): Promise<void> {
  const cluster = clusterOf(place)
  const password = newPassword()
  await runSingleUser(place, cluster, `alter role ${SUPERUSER} password '${password}'\n`)
  await writeSecret(place, join(cluster, PASSWORD), password)
}

function newPassword(): string {
  return randomBytes(24).toString("base64url")
}

async function writeSecret(place: Place, file: string, text: string): Promise<void> {
  await rm(file, { force: true })
  const handle = await open(file, "wx", 0o600)
  await handle.writeFile(`${text}\n`)
  if (place.user) await handle.chown(place.user.uid, place.user.gid)
  await handle.sync()
  await handle.close()
}

/** Major version of the server that created the cluster, such as "18"; null when there is no cluster. */
export async function clusterVersion(cluster: string): Promise<string | null> {
  const text = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null)
  return text?.trim() || null
}

/** A cluster can be run only by the major version that created it. */
export async function refuseOtherVersion(place: Place, cluster: string): Promise<void> {
  const found = await clusterVersion(cluster)
  const ours = majorVersion(place.binaries)
  if (found === ours) return
  throw new Error(
    `${cluster} was created by PostgreSQL ${found}, and this version contains PostgreSQL ${ours}. ` +
      (Number(found) < Number(ours)
        ? "Run npm run upgrade-database, which copies it, compares the copy and keeps the old data."
        : "Use the version that created it, or a newer one."),
  )
}

function runProgram(
  place: Place,
  name: "initdb" | "postgres",
  parameters: string[],
  input = "",
): Promise<void> {
  const run = (env: NodeJS.ProcessEnv) => runWith(env, place, name, parameters, input)
  return place.user ? run(cleanEnvironment) : withUserName(place.root, run)
}

function runWith(
  env: NodeJS.ProcessEnv,
  place: Place,
  name: "initdb" | "postgres",
  parameters: string[],
  input: string,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program(place.binaries, name), parameters, {
      cwd: "/",
      env,
      stdio: ["pipe", "ignore", "pipe"],
      ...(place.user ? { uid: place.user.uid, gid: place.user.gid } : {}),
    })
    let said = ""
    child.stderr.on("data", (chunk) => {
      said += chunk
    })
    child.once("error", reject)
    child.once("close", (code) => {
      if (code === 0) resolve()
      else reject(new Error(explainEnd(name, said.trim().slice(-2000))))
    })
    child.stdin.on("error", () => undefined)
    child.stdin.end(input)
  })
}

function explainEnd(name: string, said: string): string {
  const [, id] = /could not look up effective user ID (\d+)/.exec(said) ?? []
  if (!id) return `${name} failed: ${said}`
  return (
    `The user ${id} has no name on this machine, and PostgreSQL needs one to create a database: ` +
    "install Debian's libnss-wrapper, start as a user that is there, or set DATABASE_URL."
  )
}
