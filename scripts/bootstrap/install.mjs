// @ts-check
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { delimiter, join, sep } from "node:path"
import { withLock } from "./lock.mjs"
import { runQuietly } from "./run.mjs"

/** A reason why a command cannot run, worded for the user at the terminal. */
export class BootstrapError extends Error {}

/**
 * The project's own Node. On Windows the .bin entry is a shell script, hence the file itself.
 * @param {string} root
 */
export function nodePath(root) {
  return join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node")
}

/**
 * Brings node_modules in line with package-lock.json; takes a few milliseconds when nothing has changed.
 * Concurrent commands install once. Throws BootstrapError with npm's log on failure.
 * @param {string} root
 * @param {(line: string) => void} say
 */
export async function ensureInstalled(root, say) {
  if (isInstalled(root)) return
  const cache = join(root, ".cache")
  await withLock(
    join(cache, "install.lock"),
    async () => {
      if (isInstalled(root)) return
      if (!matchesLock(root)) await install(root, join(cache, "install.log"), say)
      writeFileSync(stampPath(root), stamp(root))
    },
    { onWait: () => say("Another command is installing the packages; waiting for it.") },
  )
}

/** @param {string} root @param {string} log @param {(line: string) => void} say */
async function install(root, log, say) {
  say("Installing packages (about a minute the first time) ...")
  const started = Date.now()
  moveRunningNode(root)
  // Development packages too, whatever NODE_ENV says: the build needs them.
  const args = ["ci", "--include=dev", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=warn"]
  const env = withoutOwnBin(root)
  const result = await runQuietly("npm", args, { cwd: root, env, log })
  if (!result.ok) {
    throw new BootstrapError(
      `npm could not install the packages (${result.status}).\n\n${readFileSync(log, "utf8")}`,
    )
  }
  if (!existsSync(nodePath(root))) {
    const again = await runQuietly("npm", ["rebuild", "node"], { cwd: root, env, log })
    if (!again.ok || !existsSync(nodePath(root))) {
      throw new BootstrapError(
        "The package node has no executable; are install scripts disabled " +
          `(npm config get ignore-scripts)?\n\n${readFileSync(log, "utf8")}`,
      )
    }
  }
  say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
}

/** @param {string} root */
function isInstalled(root) {
  return existsSync(nodePath(root)) && read(stampPath(root)) === stamp(root)
}

/** @param {string} root */
function stampPath(root) {
  return join(root, "node_modules", ".installed")
}

/** Includes the platform: a folder shared with a container has the wrong executables. @param {string} root */
function stamp(root) {
  const lock = readFileSync(join(root, "package-lock.json"))
  return `${process.platform}-${process.arch} ${createHash("sha256").update(lock).digest("hex")}\n`
}

/**
 * Whether npm itself recorded exactly the locked packages, as after a developer's own `npm install`.
 * @param {string} root
 */
function matchesLock(root) {
  if (!existsSync(nodePath(root))) return false
  if (read(stampPath(root))?.startsWith(`${process.platform}-${process.arch} `) === false) return false
  const installed = packagesOf(join(root, "node_modules", ".package-lock.json"))
  const locked = packagesOf(join(root, "package-lock.json"))
  if (!installed || !locked) return false
  for (const [path, entry] of Object.entries(locked)) {
    if (path === "") continue
    const there = installed[path]
    if (there === undefined && !entry.optional && !entry.devOptional) return false
    if (there !== undefined && there.version !== entry.version) return false
  }
  return Object.keys(installed).every((path) => locked[path] !== undefined)
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function packagesOf(path) {
  const text = read(path)
  return text === undefined ? undefined : JSON.parse(text).packages
}

/**
 * npm puts node_modules/.bin first in PATH, and `npm ci` removes that folder while npm runs.
 * @param {string} root
 * @returns {NodeJS.ProcessEnv}
 */
function withoutOwnBin(root) {
  const env = { ...process.env }
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH"
  const own = join(root, "node_modules")
  env[name] = (env[name] ?? "")
    .split(delimiter)
    .filter((folder) => folder !== own && !folder.startsWith(own + sep))
    .join(delimiter)
  return env
}

/**
 * Windows cannot delete a running program but can move it, and this one may run from node_modules.
 * @param {string} root
 */
function moveRunningNode(root) {
  if (process.platform !== "win32" || !process.execPath.startsWith(join(root, "node_modules") + sep)) return
  const aside = join(root, ".cache", "node")
  mkdirSync(aside, { recursive: true })
  renameSync(process.execPath, join(aside, `node-${process.pid}.exe`))
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}
