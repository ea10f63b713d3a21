import { execFile } from "node:child_process"
import { chmod, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { consentText } from "#content/competition-consent.ts"
import { freePort, plainEnvironment, root, startProgram } from "../../test/e2e/support/program.ts"
import type { Moment } from "./moments.ts"
import { people } from "./people.ts"

/** Members who sign in for pictures of their own pages. */
export interface Cast {
  password: string
  /** Trains most. */
  winner: { email: string; slug: string }
  /** Trains least; none where the winner is alone. */
  loser: { email: string; slug: string } | null
}

interface Stage {
  url: string
  /** The site's time, in ms. */
  now(): number
  /** Opens the accounts of everybody. */
  cast(members: number): Promise<Cast>
  /** Sets the clock, trains everybody until then, and does what the site's jobs would have done. */
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
      const call = await callerOf(site.url, data)
      const open = async (nr: number) => {
        const email = `member-${nr}@rehearsal.example`
        await call("/auth/v1/admin/users", { email, password, email_confirm: true })
        const { access_token: token } = await call("/auth/v1/token?grant_type=password", { email, password })
        const { name, timeZone } = people(members)[nr] ?? { name: "Nobody", timeZone: "UTC" }
        const joining = { displayName: name, visibility: "public", timeZone, consent: consentText }
        const { slug } = await call("/functions/v1/join-competition", joining, String(token))
        return { email, slug: String(slug) }
      }
      const winner = await open(0)
      const loser = members > 1 ? await open(members - 1) : null
      await step("join", String(members))
      return { password, winner, loser }
    },
    async reach({ at, step: name }) {
      await set(at)
      await step(name, String(size))
    },
    close: async () => {
      await site.stop()
    },
  }
}

/** Calls the site as a program, with the keys of its own data folder, or a member's token. */
async function callerOf(url: string, data: string) {
  const keys = JSON.parse(await readFile(join(data, "secrets.json"), "utf8"))
  return async (path: string, body: object, token?: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: {
        apikey: token ? keys.SUPABASE_PUBLISHABLE_KEY : keys.SUPABASE_SECRET_KEY,
        authorization: `Bearer ${token ?? keys.SUPABASE_SECRET_KEY}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
}
