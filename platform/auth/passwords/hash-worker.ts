/**
 * A thread that only runs bcrypt. During a storm of sign-ins, pages have priority over everything in here.
 */
import { spawnSync } from "node:child_process"
import { readlinkSync } from "node:fs"
import { setPriority } from "node:os"
import { parentPort, workerData } from "node:worker_threads"
import { answerTo, type HashTask } from "./hash-task.ts"

// On Linux, the priority of process 0 is that of the calling thread alone; elsewhere it would be that of the
// whole process.
if (process.platform === "linux") setPriority(workerData.yielding ? 19 : 15)
if (process.platform === "linux" && workerData.yielding) giveWay()

/**
 * Even at nice 19 a thread uses up its time slice before a page gets the processor; an idle-class thread yields
 * immediately. Node cannot set that class, but util-linux can. Where it is missing or refused, nice 19 remains.
 */
function giveWay(): void {
  const [, , thread = ""] = readlinkSync("/proc/thread-self").split("/")
  spawnSync("chrt", ["--idle", "--pid", "0", thread], { stdio: "ignore", timeout: 2_000 })
}

parentPort?.on("message", (task: HashTask) => parentPort?.postMessage(answerTo(task)))
