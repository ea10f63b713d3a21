import { type FileHandle, open, readFile } from "node:fs/promises"
import type { StoredObject } from "../objects/rows.ts"

/** The exported objects, in a file with one line per object, so that an interrupted export can continue. */
export interface Ledger {
  has(object: StoredObject): boolean
  /** Records that the object has been exported with these bytes. */
  add(object: StoredObject): Promise<void>
  close(): Promise<void>
}

/** Opens or creates the ledger at `path`. A line cut off by a kill is ignored. */
export async function openLedger(path: string): Promise<Ledger> {
  const file: FileHandle = await open(path, "a", 0o600)
  const text = await readFile(path, "utf8")
  const lines = new Set(text.split("\n"))
  if (text !== "" && !text.endsWith("\n")) await file.write("\n")
  return {
    has: (object) => lines.has(lineOf(object)),
    add: async (object) => void (await file.write(`${lineOf(object)}\n`)),
    close: () => file.close(),
  }
}

/** A changed object or row gets a new line. */
function lineOf({ bucket_id, name, version, updated_at }: StoredObject): string {
  return JSON.stringify([bucket_id, name, version, updated_at.toISOString()])
}
