/** Words that are published by processes that are killed meanwhile. */
import { mkdtemp, readdir, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fileSnapshot } from "#server/world/snapshot.ts"
import { runProgram } from "#test/support/child-program.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { followWords } from "./follow-words.ts"

let t: TestWorld
let folder: string
beforeAll(async () => {
  t = await createTestWorld()
  folder = await mkdtemp(join(tmpdir(), "b4m-words-"))
})
afterAll(async () => {
  await t.close()
  await rm(folder, { recursive: true, force: true })
})

const kills = 3

test("a kill leaves a whole change or none, in the database and on disk, and the next process goes on", async () => {
  const file = join(folder, "published.json")
  const program = join(import.meta.dirname, "../../test/support/publish-program.ts")
  const away = { ...t.world.db, sql: (() => Promise.reject(new Error("away"))) as never }
  for (let kill = 0; kill < kills; kill++) {
    const publishing = runProgram(program, [t.database.url, file])
    await publishing.ready
    // The process says how often it has published: it is killed in the middle of its work.
    while (publishing.lines.length < 3) await sleep(5)
    await sleep(Math.random() * 30)
    await publishing.kill()
    const stored = await followWords(t.world, { read: async () => null, write: async () => {} })
    const onDisk = await followWords({ ...t.world, db: away }, fileSnapshot(file))
    for (const { words } of [stored, onDisk]) {
      const [first] = words.list("testimonials")
      const [, n] = /^Runner (\d+)$/.exec(first?.name ?? "") ?? []
      expect(first?.detail).toMatch(new RegExp(`^Number ${n}, (and more )*$`))
    }
    stored.close()
    onDisk.close()
  }
  // A file that a kill left unfinished has another name, and is never read.
  expect(await readdir(folder)).toContain("published.json")
})
