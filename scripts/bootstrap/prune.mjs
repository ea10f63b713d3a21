// @ts-check
/**
 * `node scripts/bootstrap/prune.mjs` removes what only builds the pages, which an image does not need once they are built: the
 * pages bring their own copy of React and its like. For a folder that nobody builds in again; package.json there changes.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { buildPackages } from "./build-packages.mjs"
import { runQuietly } from "./run.mjs"

/**
 * Throws with npm's log when that fails.
 * @param {string} root
 */
async function prune(root) {
  const path = join(root, "package.json")
  const manifest = JSON.parse(readFileSync(path, "utf8"))
  for (const name of buildPackages) delete manifest.dependencies[name]
  writeFileSync(path, JSON.stringify(manifest, null, 2))
  const log = join(root, ".cache", "prune.log")
  const args = ["prune", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"]
  const result = await runQuietly("npm", args, { cwd: root, env: process.env, log })
  if (!result.ok) throw new Error(`npm could not prune (${result.status}).\n\n${readFileSync(log, "utf8")}`)
}

const own = fileURLToPath(import.meta.url)
if (process.argv[1] === own) await prune(dirname(dirname(dirname(own))))
