/** Runs `npm run inbox` and `npm run newsletter` as an operator does, on the database of a site. */
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { compileCache } from "#test/support/compile-cache.ts"
import { goodAnswers, send } from "#test/support/leads.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"

let site: TestWorld
let folder: string
beforeAll(async () => {
  site = await createTestWorld()
  folder = await mkdtemp(join(tmpdir(), "b4m-commands-"))
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true, force: true })
})

/** Returns the exit code and the output, including standard error. */
function run(
  command: "inbox" | "newsletter",
  ...parameters: string[]
): Promise<[code: number, text: string]> {
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: site.database.url,
    DATA_DIR: folder,
    SITE_URL: "http://localhost:3000",
    INIT_CWD: folder,
    ...compileCache,
  }
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, `${command}.ts`), ...parameters],
      { env },
      (_error, out, problems) => resolve([child.exitCode ?? -1, out + problems]),
    )
  })
}

test("An application is shown and accepted by the beginning of its id", {
  timeout: 60_000,
}, async () => {
  await send(site, "creator-application", goodAnswers["creator-application"])
  const [row] = await site.world.db.sql<{ id: string }>`select id from submissions`
  const id = row?.id.slice(0, 8) ?? ""
  const [shown, accepted] = [
    await run("inbox", "show", id),
    await run("inbox", "accept", id, "--note", "Good"),
  ]
  expect(shown).toEqual([0, expect.stringContaining("A first marathon in the spring.")])
  expect(accepted).toEqual([0, "Ada Vale: accepted. The invite goes to ada@example.com.\n"])
  expect(await site.world.db.sql`select status from submissions`).toEqual([{ status: "accepted" }])
  expect(await site.world.db.sql`select kind from private.mails`).toEqual([{ kind: "lead.invite" }])
})

test("A draft is saved from a file; mistakes are reported", async () => {
  await writeFile(join(folder, "miles.md"), "---\nlist: newsletter\nsubject: Miles\n---\nHello")
  expect(await run("newsletter", "new", "miles.md")).toEqual([0, "Issue 1 is saved as a draft.\n"])
  expect(await run("newsletter", "schedule", "7", "now")).toEqual([1, "There is no such issue.\n"])
  const [code, text] = await run("newsletter", "dance")
  expect([code, text]).toEqual([2, expect.stringMatching(/^Usage: npm run newsletter/)])
})
