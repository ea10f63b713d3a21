import { hashSync, verifySync } from "@node-rs/bcrypt"

/** A task for the hashing threads. */
export type HashTask =
  | { id: number; kind: "hash"; password: string; cost: number }
  | { id: number; kind: "verify"; password: string; hash: string }

export type HashAnswer = { id: number; hash: string } | { id: number; matches: boolean }

/** Runs bcrypt in the calling thread. Throws for a work factor that bcrypt does not support. */
export function answerTo(task: HashTask): HashAnswer {
  return task.kind === "hash"
    ? { id: task.id, hash: hashSync(task.password, task.cost) }
    : { id: task.id, matches: verifySync(task.password, task.hash) }
}
