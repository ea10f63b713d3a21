import { type FileHandle, open, readFile } from "node:fs/promises"
import type { StoredObject } from "../objects/rows.ts"

/** What has arrived, in a file with one line for each object, so that an export that was cut goes on where it was. */
export interface Ledger {
  has(object: StoredObject): boolean
  /** Writes down that the object is there with these bytes. */
  add(object: StoredObject): Promise<void>
  close(): Promise<void>
}

/** Opens the ledger at `path`, or begins it. A line that a kill cut short counts for nothing. */
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

/** Another line once its bytes or its row have changed. */
function lineOf({ bucket_id, name, version, updated_at }: StoredObject): string {
  return JSON.stringify([bucket_id, name, version, updated_at.toISOString()])
}
