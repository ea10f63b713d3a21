// @ts-check
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { delimiter, join, sep } from "node:path"
import { withLock } from "./lock.mjs"
import { runQuietly } from "./run.mjs"

/** A reason why a command cannot run, worded for the user at the terminal. */
export class BootstrapError extends Error {}

/** The first line of Node that runs TypeScript as it is. */
const firstNode = 24

const withTools = "with development packages"
const withoutTools = "without development packages"

/**
 * The Node that runs the project: the one that runs this, where it is new enough, otherwise the one inside the
 * package `node`. On Windows the .bin entry of that is a shell script, hence the file itself.
 * @param {string} root
 */
export function nodePath(root) {
  const isNewEnough = Number.parseInt(process.versions.node, 10) >= firstNode
  return isNewEnough ? process.execPath : packagedNode(root)
}

/** @param {string} root */
function packagedNode(root) {
  return join(root, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node")
}

/**
 * Brings node_modules in line with package-lock.json; takes a few milliseconds when nothing has changed.
 * `tools` asks for the development packages as well, which only tests and checks need. Concurrent commands
 * install once. Throws BootstrapError with npm's log on failure.
 * @param {string} root
 * @param {(line: string) => void} say
 * @param {{ tools?: boolean }} [options]
 */
export async function ensureInstalled(root, say, { tools = false } = {}) {
  if (isInstalled(root, tools)) return
  const cache = join(root, ".cache")
  await withLock(
    join(cache, "install.lock"),
    async () => {
      if (isInstalled(root, tools)) return
      const all = tools || hasTools(root)
      const started = Date.now()
      if (!matchesLock(root, false)) await npm(root, say, ["ci"], all)
      // Next to the existing installation, from which a server may be running.
      else if (!matchesLock(root, all)) await npm(root, say, ["install", "--no-save"], all)
      await runScripts(root, say)
      writeFileSync(stampPath(root), stamp(root, all))
      say(`Installed in ${Math.round((Date.now() - started) / 1000)} s.`)
    },
    { onWait: () => say("Another command is installing the packages; waiting for it.") },
  )
}

/**
 * @param {string} root @param {(line: string) => void} say @param {string[]} command @param {boolean} tools
 */
async function npm(root, say, command, tools) {
  say(`Installing packages${tools ? ", tests included" : ""} (about half a minute the first time) ...`)
  moveRunningNode(root)
  const log = join(root, ".cache", "install.log")
  // Regardless of NODE_ENV. Install scripts are run afterward, because that of `node` downloads 190 MB.
  const args = [...command, tools ? "--include=dev" : "--omit=dev", "--ignore-scripts"]
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=warn"]
  const result = await runQuietly("npm", [...args, ...quiet], { cwd: root, env: withoutOwnBin(root), log })
  if (result.ok) return
  throw new BootstrapError(
    `npm could not install the packages (${result.status}).\n\n${readFileSync(log, "utf8")}`,
  )
}

/**
 * Runs the install scripts that package.json allows, in packages that are installed. `npm rebuild` would take
 * seconds to find them. The script of `node` runs only where this Node cannot run the project.
 * @param {string} root @param {(line: string) => void} say
 */
async function runScripts(root, say) {
  const env = withoutOwnBin(root)
  const allowed = JSON.parse(readFileSync(join(root, "package.json"), "utf8")).allowScripts ?? {}
  for (const name of Object.keys(allowed)) {
    const cwd = join(root, "node_modules", ...name.split("/"))
    if (!existsSync(cwd) || (name === "node" && existsSync(nodePath(root)))) continue
    if (name === "node")
      say(`Fetching Node, because version ${process.versions.node} is older than ${firstNode} ...`)
    const { scripts = {} } = JSON.parse(readFileSync(join(cwd, "package.json"), "utf8"))
    const log = join(root, ".cache", `install-${name.replaceAll("/", "-")}.log`)
    for (const event of ["preinstall", "install", "postinstall"]) {
      if (scripts[event] === undefined) continue
      const [program = "", ...args] = scripts[event].split(" ")
      // This Node no longer exists if it was the packaged one and npm has started over.
      const command = program === "node" && existsSync(process.execPath) ? process.execPath : program
      const result = await runQuietly(command, args, { cwd, env, log })
      if (result.ok) continue
      throw new BootstrapError(
        `The package ${name} could not be set up (${result.status}).\n\n${readFileSync(log, "utf8")}`,
      )
    }
    if (name === "node") removeHeaders(join(cwd, "node_modules"))
  }
  if (!existsSync(nodePath(root))) {
    throw new BootstrapError(
      `The package node has no executable for ${process.platform} on ${process.arch}. Install Node ${firstNode} ` +
        "or later and start again.",
    )
  }
}

/**
 * A third of the packaged Node, 67 MB, is there to compile add-ons with, which nothing here does.
 * @param {string} packages where the script of `node` put the program
 */
function removeHeaders(packages) {
  if (!existsSync(packages)) return
  // npm keeps a file of its own there, and Node 20 removes nothing below a file.
  for (const entry of readdirSync(packages, { withFileTypes: true }))
    if (entry.isDirectory()) rmSync(join(packages, entry.name, "include"), { recursive: true, force: true })
}

/** @param {string} root @param {boolean} tools */
function isInstalled(root, tools) {
  const found = read(stampPath(root))
  if (!existsSync(nodePath(root)) || found === undefined) return false
  return found === stamp(root, true) || (!tools && found === stamp(root, false))
}

/** @param {string} root */
function stampPath(root) {
  return join(root, "node_modules", ".installed")
}

/**
 * Includes the platform: a folder shared with a container has the wrong executables.
 * @param {string} root @param {boolean} tools
 */
function stamp(root, tools) {
  const lock = readFileSync(join(root, "package-lock.json"))
  const hash = createHash("sha256").update(lock).digest("hex")
  return `${process.platform}-${process.arch} ${hash} ${tools ? withTools : withoutTools}\n`
}

/**
 * Whether npm itself recorded exactly the locked packages, as after a developer's own `npm install`; without
 * `tools`, development packages may be missing.
 * @param {string} root @param {boolean} tools
 */
function matchesLock(root, tools) {
  if (read(stampPath(root))?.startsWith(`${process.platform}-${process.arch} `) === false) return false
  const installed = packagesOf(join(root, "node_modules", ".package-lock.json"))
  const locked = packagesOf(join(root, "package-lock.json"))
  if (!installed || !locked) return false
  for (const [path, entry] of Object.entries(locked)) {
    if (path === "") continue
    const there = installed[path]
    const mayMiss = entry.optional || entry.devOptional || (entry.dev && !tools)
    if (there === undefined && !mayMiss) return false
    if (there !== undefined && there.version !== entry.version) return false
  }
  return Object.keys(installed).every((path) => locked[path] !== undefined)
}

/**
 * Whether development packages are there, of whichever version: who has them once keeps them.
 * @param {string} root
 */
function hasTools(root) {
  const installed = packagesOf(join(root, "node_modules", ".package-lock.json")) ?? {}
  return Object.values(installed).some(({ dev }) => dev)
}

/**
 * @param {string} path
 * @returns {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }> | undefined}
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
