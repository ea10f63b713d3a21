import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { identifyProcess } from "./process-identity.ts"

/**
 * Runs `work` while no other process on this machine holds the same lock file. Takes over the lock of a
 * killed owner. Throws when the owner holds it longer than `timeoutMs`.
 */
export async function withLockFile<T>(file: string, work: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
  const mine = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`
  await writeFile(mine, JSON.stringify({ pid: process.pid, identity: await identifyProcess(process.pid) }), {
    mode: 0o644,
  })
  try {
    await acquire(file, mine, timeoutMs)
    try {
      await removeOwnFiles(file)
      return await work()
    } finally {
      await rm(file, { force: true })
    }
  } finally {
    await rm(mine, { force: true })
  }
}

/** A hard link is created atomically, and fails if the name exists. */
async function acquire(file: string, mine: string, timeoutMs: number): Promise<void> {
  const deadline = performance.now() + timeoutMs
  while (true) {
    try {
      await link(mine, file)
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
    const seen = await readFile(file, "utf8").catch(() => null)
    if (seen === null) continue
    if (!(await isHeld(seen))) {
      await removeStale(file, mine, seen)
      continue
    }
    if (performance.now() > deadline) {
      throw new Error(`${file} is held by process ${parse(seen)?.pid}; stop that process and start again.`)
    }
    await sleep(25)
  }
}

/**
 * Moves the lock aside before deleting it: if another process was faster and the lock is new, it is put back.
 */
async function removeStale(file: string, mine: string, seen: string): Promise<void> {
  const aside = `${mine}.stale`
  await rename(file, aside).catch(() => undefined)
  const moved = await readFile(aside, "utf8").catch(() => null)
  if (moved !== null && moved !== seen) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}

/** Removes the files that dead processes left next to the lock: each wrote its own file to link from. */
async function removeOwnFiles(file: string): Promise<void> {
  const start = `${basename(file)}.`
  for (const name of await readdir(dirname(file))) {
    const pid = name.startsWith(start) ? Number(name.slice(start.length).split(".")[0]) : 0
    if (pid > 0 && (await identifyProcess(pid)) === null) await rm(join(dirname(file), name), { force: true })
  }
}

async function isHeld(text: string): Promise<boolean> {
  const owner = parse(text)
  return owner !== null && (await identifyProcess(owner.pid)) === owner.identity
}

function parse(text: string): { pid: number; identity: string } | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
