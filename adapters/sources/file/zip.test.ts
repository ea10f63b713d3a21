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

test("a damaged file is refused when it is read, however long after it was opened", async () => {
  const folder = await mkdtemp(join(tmpdir(), "zip-"))
  try {
    const path = join(folder, "x.zip")
    const bytes = await zip({ "a.fit": "a recording, a recording, a recording, a recording, a recording" })
    // The compressed data begins after the header of 30 bytes and the name.
    bytes.fill(0xff, 30 + "a.fit".length, 30 + "a.fit".length + 12)
    await writeFile(path, bytes)
    for await (const member of membersOf(path)) {
      const opened = await member.open()
      // Long enough for the error to come while nobody reads.
      await new Promise((resolve) => setTimeout(resolve, 200))
      const reading = async () => {
        for await (const _chunk of opened);
      }
      await expect(reading()).rejects.toThrow("damaged: it cannot be unpacked")
    }
  } finally {
    await rm(folder, { recursive: true })
  }
})
