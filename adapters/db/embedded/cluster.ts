import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chown, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { majorVersion, program } from "./binaries.ts"
import type { Place } from "./place.ts"
import { cleanEnvironment, clusterOf, disownPidFile } from "./postmaster.ts"

/** The one account of the server, made by initdb. */
export const SUPERUSER = "postgres"

/**
 * Makes the cluster when there is none: in a folder beside it, renamed when it is complete, so that a start that
 * was interrupted leaves nothing half made. Answers the superuser's password.
 */
export async function prepareCluster(place: Place): Promise<string> {
  const cluster = clusterOf(place)
  const found = await readFile(join(cluster, "PG_VERSION"), "utf8").catch(() => null)
  if (found !== null) {
    refuseOtherVersion(found.trim(), majorVersion(place.binaries), cluster)
    return (await readPassword(place)) ?? (await resetPassword(place))
  }
  if (await stat(cluster).catch(() => null)) {
    throw new Error(`${cluster} is there but is no PostgreSQL data directory. Move it away and start again.`)
  }
  for (const name of await readdir(place.root)) {
    if (name.startsWith("cluster.new-"))
      await rm(join(place.root, name), { recursive: true, force: true, maxRetries: 10 })
  }
  const password = await writePassword(place)
  const partial = join(place.root, `cluster.new-${randomBytes(4).toString("hex")}`)
  await runProgram(place, "initdb", [
    `--pgdata=${partial}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile(place)}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--no-instructions",
  ])
  await rename(partial, cluster)
  await syncFolder(place.root)
  return password
}

/** Gives the superuser a new password without knowing the old one. The server must not run. */
export async function resetPassword(place: Place): Promise<string> {
  await disownPidFile(clusterOf(place))
  const password = await writePassword(place)
  await runProgram(
    place,
    "postgres",
    ["--single", "-D", clusterOf(place), "-c", "log_min_messages=fatal", "postgres"],
    // base64url has no quote, so the literal needs no escaping.
    `alter role ${SUPERUSER} password '${password}'\n`,
  )
  return password
}

/** Null when there is none. */
export async function readPassword(place: Place): Promise<string | null> {
  const text = await readFile(passwordFile(place), "utf8").catch(() => null)
  return text?.trim() || null
}

function passwordFile(place: Place): string {
  return join(place.root, "password")
}

async function writePassword(place: Place): Promise<string> {
  const password = randomBytes(24).toString("base64url")
  const file = passwordFile(place)
  await rm(file, { force: true })
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: "wx" })
  if (place.user) await chown(file, place.user.uid, place.user.gid)
  return password
}

function refuseOtherVersion(found: string, ours: string, cluster: string): void {
  if (found === ours) return
  throw new Error(
    `${cluster} was made by PostgreSQL ${found}, and this version brings PostgreSQL ${ours}. ` +
      "Go back to the version that made it, take the data out with pg_dump, and load it into a new database.",
  )
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return
  const handle = await open(folder, "r")
  await handle.sync()
  await handle.close()
}

function runProgram(
  place: Place,
  name: "initdb" | "postgres",
  parameters: string[],
  input = "",
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program(place.binaries, name), parameters, {
      cwd: "/",
      env: cleanEnvironment,
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
      else reject(new Error(`${name} failed: ${said.trim().slice(-2000)}`))
    })
    child.stdin.on("error", () => undefined)
    child.stdin.end(input)
  })
}
