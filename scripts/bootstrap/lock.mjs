// @ts-check
import { randomUUID } from "node:crypto"
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { hostname } from "node:os"
import { dirname } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** A lock that its holder has not touched for this long is left over from a crash. */
const staleMs = 20_000

/**
 * Runs `work` while this process holds the lock file `path`; others wait. The lock of a killed process is
 * taken over: immediately on the same machine, otherwise after 20 s (a folder shared with a container, where
 * process ids mean nothing).
 * @template T
 * @param {string} path
 * @param {() => Promise<T> | T} work
 * @param {{ onWait?: () => void }} [options] `onWait` is called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, { onWait } = {}) {
  mkdirSync(dirname(path), { recursive: true })
  const mine = JSON.stringify({ pid: process.pid, host: hostname(), token: randomUUID() })
  let waited = false
  while (!(await acquire(path, mine))) {
    if (!waited) onWait?.()
    waited = true
    await sleep(200)
  }
  const release = () => {
    if (read(path) === mine) rmSync(path, { force: true })
  }
  const heartbeat = setInterval(() => {
    const now = new Date()
    utimesSync(path, now, now)
  }, staleMs / 4)
  heartbeat.unref()
  process.once("exit", release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.removeListener("exit", release)
    release()
  }
}

/** @param {string} path @param {string} mine */
async function acquire(path, mine) {
  try {
    writeFileSync(path, mine, { flag: "wx" })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error
  }
  if (!isStale(path)) return false
  const aside = `${path}.${randomUUID()}`
  try {
    renameSync(path, aside)
    rmSync(aside)
    writeFileSync(path, mine, { flag: "wx" })
  } catch {
    return false // another process took it over
  }
  // Two processes may have found the same stale lock; the later rename may have moved the newer lock away.
  await sleep(100)
  return read(path) === mine
}

/** @param {string} path */
function isStale(path) {
  const text = read(path)
  if (text === undefined) return false // removed meanwhile: the next attempt decides
  try {
    if (Date.now() - statSync(path).mtimeMs > staleMs) return true
    const holder = JSON.parse(text)
    return holder.host === hostname() && !isAlive(holder.pid)
  } catch {
    return false // being written or removed at this moment; its age decides in the end
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM"
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}
