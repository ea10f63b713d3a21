import { randomBytes } from "node:crypto"
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { identifyProcess } from "./process-identity.ts"

/** A process that needs the database to be running: the server, a backup, an operator's command. */
interface DatabaseUser {
  pid: number
  /** Its purpose, for messages: "server", "backup". */
  purpose: string
}

/** Registers this process as a user of the database; returns the function that unregisters it. */
export async function registerUser(folder: string, purpose: string): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${process.pid}-${randomBytes(4).toString("hex")}.json`)
  const identity = await identifyProcess(process.pid)
  await writeFile(file, JSON.stringify({ pid: process.pid, identity, purpose }))
  return () => rm(file, { force: true })
}

/** The current users of the database. Removes the entries of killed processes. */
export async function listUsers(folder: string): Promise<DatabaseUser[]> {
  const users: DatabaseUser[] = []
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const entry = parse(await readFile(file, "utf8").catch(() => ""))
    if (entry && (await identifyProcess(entry.pid)) === entry.identity) users.push(entry)
    else await rm(file, { force: true })
  }
  return users
}

function parse(text: string): (DatabaseUser & { identity: string }) | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
