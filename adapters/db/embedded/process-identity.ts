import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { promisify } from "node:util"

const run = promisify(execFile)

/**
 * Identifies the process that currently has `pid`, so that a reused process id is not mistaken for the
 * original process. Returns null when no such process runs (a zombie counts as gone).
 */
export async function identifyProcess(pid: number): Promise<string | null> {
  if (!Number.isInteger(pid) || pid <= 0 || !answersSignals(pid)) return null
  if (process.platform === "linux") return identifyOnLinux(pid)
  if (process.platform === "win32") return `pid ${pid}`
  const started = await run("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => null)
  return started?.stdout.trim() || null
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

/**
 * Boot id and start time in clock ticks; the fields of proc(5) after the name, which may itself contain
 * spaces.
 */
async function identifyOnLinux(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  if (fields[0] === "Z" || fields[0] === "X") return null
  const boot = await readFile("/proc/sys/kernel/random/boot_id", "latin1").catch(() => "")
  return `${boot.trim()} ${fields[19]}`
}
