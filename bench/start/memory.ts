import { readdir, readFile, readlink } from "node:fs/promises"
import { basename } from "node:path"

/** Proportional set sizes in MB: memory that several processes share is divided among them. */
interface Memory {
  /** The site's own processes. */
  node: number
  /** The process of npm, which waits for its command. */
  npm: number
}

/**
 * The memory of Node's processes in process group `group`, or undefined if the system does not report it (only Linux
 * does). PostgreSQL has a separate group.
 */
export async function memoryOfGroup(group: number): Promise<Memory | undefined> {
  if (process.platform !== "linux") return undefined
  const memory: Memory = { node: 0, npm: 0 }
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "")
    // The second field is a program's name in parentheses; the group is the third after it.
    if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]) !== group) continue
    if (basename(await readlink(`/proc/${pid}/exe`).catch(() => "")) !== "node") continue
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8")
    const kilobytes = /^Pss:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? "0"
    memory[/^npm |\bnpm(-cli\.js)?\0/.test(command) ? "npm" : "node"] += Number(kilobytes) / 1024
  }
  return memory
}
