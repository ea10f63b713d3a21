import { mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"

/**
 * Creates a folder and its missing parents, each with `mode`; resolves to whether the folder is new. Node's own
 * recursive mkdir never returns on file systems that report ENOENT for a folder whose parent exists, as /proc does.
 */
export async function makeFolder(path: string, mode?: number): Promise<boolean> {
  try {
    await mkdir(path, mode)
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === "EEXIST" && (await stat(path)).isDirectory()) return false
    if (code !== "ENOENT") throw error
    await makeFolder(dirname(path), mode)
  }
  // The parent now exists, so a second failure is final.
  await mkdir(path, mode).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error
  })
  return true
}
