/** Which entries of an archive's directory are listed. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { zip } from "#test/support/recordings.ts"
import { type Member, membersOf } from "./zip.ts"

test("files are listed in order and without folders, and are closed with the archive", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zip-"))
  try {
    const path = join(folder, "x.zip")
    await writeFile(path, await zip({ "b/": "", "b/2.fit": "two", "a.fit": "one" }))
    const members: Member[] = []
    for await (const member of membersOf(path)) {
      members.push(member)
      const chunks: Uint8Array[] = []
      for await (const chunk of await member.open()) chunks.push(chunk)
      expect(Buffer.concat(chunks)).toHaveLength(member.bytes)
    }
    expect(members.map(({ name, bytes, problem }) => [name, bytes, problem])).toEqual([
      ["b/2.fit", 3, undefined],
      ["a.fit", 3, undefined],
    ])
    await expect(members[0]?.open()).rejects.toThrow("damaged: it cannot be unpacked")
  } finally {
    await rm(folder, { recursive: true })
  }
})
