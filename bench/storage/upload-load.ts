import { fork } from "node:child_process"
import { join } from "node:path"
import type { Sent, Uploads } from "./senders.ts"

interface UploadLoad {
  /** Uploads per second. */
  run(uploads: Uploads): Promise<number>
  close(): void
}

/** Senders in a process of their own, so that what sending costs is not counted as the server's. */
export function openUploadLoad(bytes: number): UploadLoad {
  const child = fork(join(import.meta.dirname, "senders.ts"), [String(bytes)])
  return {
    run: (uploads) =>
      new Promise((resolve, reject) => {
        const lost = (code: number | null) => reject(new Error(`The senders ended with ${code}`))
        child.once("exit", lost)
        child.once("message", ({ done, seconds }: Sent) => {
          child.off("exit", lost)
          resolve(done / seconds)
        })
        child.send(uploads)
      }),
    close: () => void child.kill(),
  }
}
