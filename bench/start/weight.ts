import { lstat, readdir, readFile } from "node:fs/promises"
import { join } from "node:path"

/** Disk space of installed packages in MB, as `du` counts it. */
interface Weight {
  /** The packages that `npm start` installs. */
  production: number
  /** The packaged Node; 0 if the machine's own is used. */
  node: number
  /** The packages added for tests, checks and measurements. */
  development: number
}

/** Weighs the installed packages of `root`, grouped by their purpose according to package-lock.json. */
export async function weigh(root: string): Promise<Weight> {
  const { packages } = JSON.parse(await readFile(join(root, "package-lock.json"), "utf8")) as {
    packages: Record<string, { dev?: boolean }>
  }
  const weight: Weight = { production: 0, node: 0, development: 0 }
  for (const [path, { dev }] of Object.entries(packages)) {
    if (path === "") continue
    const part = path === "node_modules/node" ? "node" : dev ? "development" : "production"
    // The packaged Node has its program in a separate package, which is not in any lock file.
    weight[part] += await megabytes(join(root, path), part === "node")
  }
  return weight
}

/** Links that share a file are counted once. */
async function megabytes(folder: string, nested: boolean, seen = new Set<number>()): Promise<number> {
  let sum = 0
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      if (nested || entry.name !== "node_modules") sum += await megabytes(path, nested, seen)
      continue
    }
    const { blocks, ino } = await lstat(path)
    if (!seen.has(ino)) sum += (blocks * 512) / 2 ** 20
    seen.add(ino)
  }
  return sum
}
