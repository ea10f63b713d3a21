import { readFile, writeFile } from "node:fs/promises"

/** Memory that a process holds (VmRSS), and the most it ever held (VmHWM), in bytes. Linux tells it of any process. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024
  return { now: bytes("VmRSS"), most: bytes("VmHWM") }
}

/** From now on the most is counted anew. */
export async function forgetMost(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5")
}
