import { readdir, rm, stat, writeFile } from "node:fs/promises"
import { userInfo } from "node:os"
import { join } from "node:path"
import { cleanEnvironment } from "./postmaster.ts"

/**
 * initdb and PostgreSQL's single-user mode look up the name of their user. In a container that runs under any user id
 * there is none, and Debian's libnss-wrapper answers from a file in `folder` instead. Runs `work` with the environment
 * for such a program, which is the usual one where the user has a name or the library is not installed.
 */
export async function withUserName<T>(
  folder: string,
  work: (environment: NodeJS.ProcessEnv) => Promise<T>,
): Promise<T> {
  const library = hasName() ? undefined : await findNssWrapper()
  if (library === undefined) return work(cleanEnvironment)
  const ids = `${process.getuid?.()}:${process.getgid?.()}`
  const [passwd, group] = [join(folder, "passwd.new"), join(folder, "group.new")]
  try {
    await writeFile(passwd, `b4m:x:${ids}:B4M:/:/bin/false\n`)
    await writeFile(group, `b4m:x:${process.getgid?.()}:\n`)
    const names = { NSS_WRAPPER_PASSWD: passwd, NSS_WRAPPER_GROUP: group }
    return await work({ ...cleanEnvironment, ...names, LD_PRELOAD: library })
  } finally {
    await rm(passwd, { force: true })
    await rm(group, { force: true })
  }
}

/** The path of the library below /usr/lib/<architecture>; undefined if it is not installed. */
async function findNssWrapper(): Promise<string | undefined> {
  for (const folder of await readdir("/usr/lib").catch(() => [])) {
    const path = join("/usr/lib", folder, "libnss_wrapper.so")
    if (await stat(path).catch(() => null)) return path
  }
  return undefined
}

function hasName(): boolean {
  try {
    return userInfo().username !== ""
  } catch {
    return false
  }
}
