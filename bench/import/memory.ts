import { readFile, writeFile } from "node:fs/promises"

/** Memory that a process holds (VmRSS) and its peak (VmHWM), in bytes. Linux reports both for any process. */
export async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8")
  const bytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) * 1024
  return { now: bytes("VmRSS"), most: bytes("VmHWM") }
}

/** Resets the peak. */
export async function forgetMost(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, "5")
}
