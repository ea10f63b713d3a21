/** A thread that does nothing but bcrypt. Low priority: pages are served first, whatever signs in. */
import { setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import { hashSync, verifySync } from "@node-rs/bcrypt"
import type { HashAnswer, HashTask } from "./hasher.ts"

// On Linux the priority of process 0 is that of the calling thread alone; elsewhere it would be the whole process's.
if (process.platform === "linux") setPriority(15)

parentPort?.on("message", (task: HashTask) => {
  const answer: HashAnswer =
    task.kind === "hash"
      ? { id: task.id, hash: hashSync(task.password, task.cost) }
      : { id: task.id, matches: verifySync(task.password, task.hash) }
  parentPort?.postMessage(answer)
})
