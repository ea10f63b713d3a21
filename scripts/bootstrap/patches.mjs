// @ts-check
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/**
 * Repairs of packages that no release has yet: patches/<name>@<version>.patch, unified diffs from inside the package's folder,
 * each with its reasons on top.
 */
const folder = join(import.meta.dirname, "patches")

/** @typedef {{ name: string, version: string, text: string, hash: string }} Patch */

/** @returns {Patch[]} */
function patches() {
  return readdirSync(folder).map((file) => {
    const text = readFileSync(join(folder, file), "utf8")
    const at = file.lastIndexOf("@")
    const name = file.slice(0, at).replace("+", "/")
    const hash = createHash("sha256").update(text).digest("hex")
    return { name, version: file.slice(at + 1, -".patch".length), text, hash }
  })
}

/** Changes with every patch. */
export function patchesHash() {
  return patches()
    .map(({ hash }) => hash)
    .join(" ")
}

/**
 * Whether a package carries another patch than the project's of today, and has to be installed anew.
 * @param {string} root
 */
export function hasOtherPatch(root) {
  return patches().some((patch) => ![undefined, patch.hash].includes(applied(root, patch)))
}

/**
 * Applies each patch once. Throws where the installed version is not the one that it is for, or where it does not fit.
 * @param {string} root
 */
export async function applyPatches(root) {
  for (const patch of patches()) {
    const at = join(root, "node_modules", patch.name)
    if (!existsSync(at) || applied(root, patch) === patch.hash) continue
    const { version } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"))
    if (version !== patch.version) {
      throw new Error(`The patch for ${patch.name} ${patch.version} does not know version ${version}.`)
    }
    await apply(at, patch)
    writeFileSync(marker(root, patch), patch.hash)
  }
}

/** @param {string} at @param {Patch} patch */
async function apply(at, { name, text }) {
  const { applyPatch, parsePatch } = await import("diff")
  const changed = parsePatch(text).map((one) => {
    const file = join(at, (one.newFileName ?? "").replace(/^b\//, ""))
    const now = applyPatch(readFileSync(file, "utf8"), one)
    if (now === false) throw new Error(`The patch for ${name} does not fit ${file}.`)
    return { file, now }
  })
  for (const { file, now } of changed) writeFileSync(file, now)
}

/** @param {string} root @param {Patch} patch */
function applied(root, patch) {
  const file = marker(root, patch)
  return existsSync(file) ? readFileSync(file, "utf8") : undefined
}

/** @param {string} root @param {Patch} patch */
function marker(root, { name }) {
  return join(root, "node_modules", name, ".patched")
}
