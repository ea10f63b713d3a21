// @ts-check
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { BootstrapError, nodePath } from "./install.mjs"
import { withLock } from "./lock.mjs"
import { runQuietly } from "./run.mjs"

/** What the built pages are made of. A change anywhere else needs no build. */
const sources = ["app", "content", "domain", "adapters", "platform", "primitives", "server", "public"]
const settings = [
  "vite.config.ts",
  "react-router.config.ts",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
]

/**
 * Builds the pages into build/ when their sources changed since the last build. Two commands at once build once.
 * Throws BootstrapError with the build's log when it fails.
 * @param {string} root
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} whether a build was needed
 */
export async function ensureBuilt(root, say) {
  if (read(stampPath(root)) === fingerprint(root)) return false
  const cache = join(root, ".cache")
  return await withLock(
    join(cache, "build.lock"),
    async () => {
      const wanted = fingerprint(root)
      if (read(stampPath(root)) === wanted) return false
      say("Building the pages ...")
      const started = Date.now()
      rmSync(stampPath(root), { force: true })
      await build(root, join(cache, "build.log"))
      mkdirSync(join(root, "build"), { recursive: true })
      writeFileSync(stampPath(root), wanted)
      say(`Built in ${Math.round((Date.now() - started) / 1000)} s.`)
      return true
    },
    { onWait: () => say("Another command is building the pages; waiting for it.") },
  )
}

/** @param {string} root @param {string} log */
async function build(root, log) {
  const cli = join(root, "node_modules", "@react-router", "dev", "bin.cjs")
  const env = { ...process.env, NODE_ENV: "production" }
  const result = await runQuietly(nodePath(root), [cli, "build"], { cwd: root, env, log })
  if (!result.ok) {
    throw new BootstrapError(
      `The pages could not be built (${result.status}).\n\n${readFileSync(log, "utf8")}`,
    )
  }
}

/**
 * A hash of names and contents; times would differ after every clone and checkout.
 * @param {string} root
 */
function fingerprint(root) {
  const hash = createHash("sha256")
  for (const path of [...settings, ...sources.flatMap((folder) => filesIn(root, folder))]) {
    const file = join(root, path)
    if (existsSync(file)) hash.update(`${path}\0`).update(readFileSync(file)).update("\0")
  }
  return `${hash.digest("hex")}\n`
}

/** @param {string} root @param {string} folder @returns {string[]} paths from the root, in a fixed order */
function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return []
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    // Drawn by the build itself, from content/.
    if (path === "public/art") return []
    if (entry.isDirectory()) return filesIn(root, path)
    return /\.test\.tsx?$/.test(path) ? [] : [path]
  })
}

/** @param {string} root */
function stampPath(root) {
  return join(root, "build", ".built")
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, "utf8")
  } catch {
    return undefined
  }
}
