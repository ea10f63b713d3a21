import { execFile } from "node:child_process"
import { chmod, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { callerOf } from "../../test/e2e/support/own-members.ts"
import { freePort, plainEnvironment, root, startProgram } from "../../test/e2e/support/program.ts"
import type { Moment } from "./moments.ts"
import { emailOf, people } from "./people.ts"

/** Members who sign in for pictures of their own pages. */
export interface Cast {
  password: string
  /** Trains most. */
  winner: { email: string; slug: string }
  /** Trains least; null if the winner is the only member. */
  loser: { email: string; slug: string } | null
}

interface Stage {
  url: string
  /** The site's time, in ms. */
  now(): number
  /** Opens the accounts of everybody. */
  cast(members: number): Promise<Cast>
  /** Sets the clock, adds everybody's training until then, and does what the site's jobs would have done. */
  reach(moment: Moment): Promise<void>
  close(): Promise<void>
}

const password = "an early rehearsal at 7"

/** Starts a site in `folder` whose clock can be set, at `start`. */
export async function openStage(folder: string, start: Date): Promise<Stage> {
  // As root, the database runs as another user, which must be able to enter.
  await chmod(folder, 0o711)
  const [data, clockFile] = [join(folder, "data"), join(folder, "ahead")]
  let ahead = 0
  const set = async (at: Date) => {
    ahead = at.getTime() - Date.now()
    await writeFile(clockFile, String(ahead))
  }
  await set(start)
  const env = {
    ...plainEnvironment(),
    NODE_ENV: "production",
    NODE_OPTIONS: `--import=${pathToFileURL(join(root, "test/e2e/support/shifted-clock.ts"))}`,
    CLOCK_FILE: clockFile,
    DATA_DIR: data,
    LOG_LEVEL: "warn",
  }
  const site = await startProgram({
    command: process.execPath,
    args: ["server/main.ts"],
    cwd: root,
    env: { ...env, PORT: String(await freePort()) },
    patienceMs: 180_000,
  })
  const run = promisify(execFile)
  const step = async (...given: string[]) =>
    (await run(process.execPath, ["scripts/rehearse/step.ts", ...given], { cwd: root, env })).stdout
  let size = 0
  return {
    url: site.url,
    now: () => Date.now() + ahead,
    async cast(members) {
      size = members
      const { join: enter } = callerOf({ url: site.url, data, now: () => Date.now() + ahead })
      const open = (nr: number) =>
        enter(people(members)[nr]?.name ?? "", "public", { email: emailOf(nr), password })
      const winner = await open(0)
      const loser = members > 1 ? await open(members - 1) : null
      await step("join", String(members))
      return { password, winner, loser }
    },
    async reach({ at, step: name }) {
      await set(at)
      await step(name, String(size))
      if (name === "late" || name === "freeze" || name === "award")
        await run(process.execPath, ["test/e2e/support/end-season.ts", name], { cwd: root, env })
    },
    close: async () => {
      await site.stop()
    },
  }
}
