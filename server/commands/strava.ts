/**
 * `npm run strava -- status | subscribe | show | unsubscribe`: the state of the connection to Strava, and the
 * webhook from Strava to this site. One subscription per application.
 */
import { join } from "node:path"
import { webhookPath } from "#domain/competition/intake/connections/addresses.ts"
import type { Db } from "#ports/db.ts"
import type { Env } from "../process/env.ts"
import { createLog } from "../process/log.ts"
import { readProcessEnv } from "../process/process-env.ts"
import { readSecrets } from "../process/secrets.ts"
import { createClosers } from "../world/closers.ts"
import { openDatabase } from "../world/database.ts"
import { createSigner } from "../world/signer.ts"
import { noteInShell } from "./note-in-shell.ts"
import { stravaStatus } from "./strava-status.ts"

const usage = `Usage: npm run strava -- <command>

  status        shows whether Strava refuses this site, how many athletes are connected, and the rate limits
  subscribe     asks Strava to send events to this site, which must be running and reachable at SITE_URL
  show          shows the subscription at Strava
  unsubscribe   ends it
`

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(command: string): Promise<number> {
  const env = readProcessEnv(join(import.meta.dirname, "../.."))
  if (command === "status")
    return withDb(env, async (db) => {
      const { lines, refused } = await stravaStatus(db)
      for (const line of lines) say(line)
      return refused ? 1 : 0
    })
  if (!["subscribe", "show", "unsubscribe"].includes(command)) {
    process.stderr.write(usage)
    return 2
  }
  if (!env.STRAVA_CLIENT_ID || !env.STRAVA_CLIENT_SECRET || !env.STRAVA_VERIFY_TOKEN) {
    process.stderr.write(
      "Strava is disabled: set STRAVA_CLIENT_ID, STRAVA_CLIENT_SECRET and STRAVA_VERIFY_TOKEN.\n",
    )
    return 1
  }
  const application = { client_id: env.STRAVA_CLIENT_ID, client_secret: env.STRAVA_CLIENT_SECRET }
  if (command === "subscribe") return subscribe(env, application, env.STRAVA_VERIFY_TOKEN)
  const known = await ask(env, "GET", "", application)
  const subscriptions = (await known.json()) as { id: number; callback_url: string }[]
  if (command === "show") {
    for (const { id, callback_url } of subscriptions)
      say(`${id}  ${callback_url.replace(/[0-9a-f]{32}$/, "...")}`)
    if (subscriptions.length === 0) say("There is no subscription.")
    return 0
  }
  for (const { id } of subscriptions) {
    const gone = await ask(env, "DELETE", `/${id}`, application)
    if (!gone.ok) return failed(gone)
  }
  await keepId(env, null)
  say(
    subscriptions.length > 0 ? "Unsubscribed. Strava no longer sends events." : "There was no subscription.",
  )
  return 0
}

async function subscribe(
  env: Env,
  application: Record<string, string>,
  verifyToken: string,
): Promise<number> {
  const site = env.SITE_URL ?? `http://localhost:${env.PORT}`
  const sign = createSigner((await readSecrets(env)).AUTH_SECRET)
  const callback = site + webhookPath({ sign }, "strava")
  const made = await ask(env, "POST", "", {
    ...application,
    callback_url: callback,
    verify_token: verifyToken,
  })
  if (!made.ok) return failed(made)
  const { id } = (await made.json()) as { id: number }
  await keepId(env, String(id))
  say(`Subscribed. Strava sends events to ${site}.`)
  return 0
}

/** Ignores events of another subscription. */
async function keepId(env: Env, id: string | null): Promise<void> {
  await withDb(env, async (db) => {
    await noteInShell(db, id === null ? "source.unsubscribe" : "source.subscribe", {
      kind: "source",
      id: "strava",
    })
    if (id === null) await db.sql`delete from private.settings where name = 'strava_subscription'`
    else
      await db.sql`
        insert into private.settings (name, value) values ('strava_subscription', ${id})
        on conflict (name) do update set value = excluded.value
      `
  })
}

async function withDb<Result>(env: Env, work: (db: Db) => Promise<Result>): Promise<Result> {
  const log = createLog({ level: "warn", destination: process.stderr })
  const closers = createClosers(log)
  try {
    const { db } = await openDatabase(env, log, closers, "strava")
    return await work(db)
  } finally {
    await closers.close()
  }
}

function ask(env: Env, method: string, path: string, form: Record<string, string>): Promise<Response> {
  const query = method === "POST" ? "" : `?${new URLSearchParams(form)}`
  return fetch(`${env.STRAVA_BASE_URL.replace(/\/$/, "")}/push_subscriptions${path}${query}`, {
    method,
    ...(method === "POST" ? { body: new URLSearchParams(form) } : {}),
    signal: AbortSignal.timeout(15_000),
  })
}

async function failed(answer: Response): Promise<number> {
  process.stderr.write(`Strava answered ${answer.status}: ${(await answer.text()).slice(0, 500)}\n`)
  return 1
}

process.exitCode = await run(process.argv[2] ?? "").catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  return 1
})
