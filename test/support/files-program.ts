/** A process that stores files until it is killed: `node test/support/files-program.ts <root>`. */
import { randomBytes } from "node:crypto"
import { createDiskFiles } from "#adapters/files/disk.ts"

const [root = ""] = process.argv.slice(2)
const files = createDiskFiles({ root })

async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 40_000) yield bytes.subarray(at, at + 40_000)
}

async function putForEver(writer: number): Promise<void> {
  while (true) {
    const { key } = await files.put(`writer/${writer}`, inPieces(randomBytes(200_000)))
    process.stdout.write(`${key}\n`)
  }
}

process.stdout.write("{}\n")
await Promise.all([0, 1, 2, 3].map(putForEver))
