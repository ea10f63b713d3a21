import { readFile } from "node:fs/promises"
import type { Snapshot } from "#ports/snapshot.ts"
import { writeWhole } from "../process/write-whole.ts"

/** Keeps a text in a file, which several processes may share. */
export function fileSnapshot(path: string): Snapshot {
  return {
    read: () => readFile(path, "utf8").catch(() => null),
    write: (text) => writeWhole(path, text),
  }
}
