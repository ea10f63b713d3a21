import type { Storage } from "../storage.ts"

/** The area of an upload's parts. */
export function partsArea(uuid: string): string {
  return `uploads/${uuid}`
}

export async function removeParts({ files }: Pick<Storage, "files">, uuid: string): Promise<void> {
  for await (const { key } of files.list(partsArea(uuid))) await files.remove(key)
}
