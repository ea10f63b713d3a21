/** A separate server whose clock the test sets, for events that happen once in two weeks. */
import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { scratchFolder } from "#test/support/scratch.ts"
import { test as own } from "./own-site.ts"
import { ownEnvironment, root } from "./program.ts"

interface Clock {
  /** Sets the server's clock, which continues from there. */
  set(at: Date): Promise<void>
  /** The server's time, in milliseconds. */
  now(): number
  env: NodeJS.ProcessEnv
}

interface OwnClock {
  clock: Clock
  /** Performs the jobs that the server would have run by now: support/end-season.ts. */
  catchUp(step: "train" | "late" | "freeze" | "award"): Promise<void>
}

export const test = own.extend<OwnClock>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright asks for one
  clock: async ({}, use) => {
    const folder = await mkdtemp(join(await scratchFolder(), "b4m-clock-"))
    const file = join(folder, "ahead")
    let ahead = 0
    const write = () => writeFile(file, String(ahead))
    await write()
    await use({
      async set(at) {
        ahead = at.getTime() - Date.now()
        await write()
      },
      now: () => Date.now() + ahead,
      env: {
        NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "shifted-clock.ts"))}`,
        CLOCK_FILE: file,
      },
    })
    await rm(folder, { recursive: true, force: true })
  },
  settings: async ({ clock }, use) => use(clock.env),
  catchUp: async ({ clock, site }, use) => {
    const env = { ...ownEnvironment(), ...clock.env, DATA_DIR: site.data }
    const run = promisify(execFile)
    await use(async (step) => {
      await run(process.execPath, ["test/e2e/support/end-season.ts", step], { cwd: root, env })
    })
  },
})
