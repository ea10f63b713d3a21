import { readFile } from "node:fs/promises"

/** Memory that a process holds (VmRSS), in bytes. Linux reports it for any process. */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024
}
