/**
 * The site behind PgBouncer in transaction mode, where 50 callers read, sign up, upload and send forms, while the
 * database is disturbed. Every request must be answered, and acknowledged data must exist afterward. `npm run bench --
 * soak 1 pooled`: all connections to it are ended twelve times. `soak 5 frozen`: it is stopped for five minutes
 * (SIGSTOP); then everything must recover automatically, and SIGTERM must end the site within 30 seconds while the
 * database is stopped again.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { consentText } from "#content/competition-consent.ts"
import { makeStamp } from "#domain/leads/stamp.ts"
import type { Db } from "#ports/db.ts"
import { createSigner } from "#server/signer.ts"
import { plainEnvironment, root, startProgram } from "#test/e2e/support/program.ts"
import { findPgbouncer, startPgbouncer } from "#test/support/pgbouncer.ts"
import type { BenchResult } from "../run.ts"
import { quietLog } from "../support/quiet-log.ts"
import { endConnections, freezeDatabase, stopsWhileFrozen } from "./troubles.ts"

const callers = 50
/** Passwords are hashed one at a time, with the lowest priority. */
const signUpsAtOnce = 4
/** Longer than the longest deadline of these requests (server/guard/deadline.ts). */
const patienceMs = 30_000
const key = `sb_publishable_${"s".repeat(22)}_${"s".repeat(8)}`
const signingKey = "a signing key of this benchmark alone, and of nothing else"
/** How often each outcome was met, by phase and kind of request. */
type Outcomes = Map<string, Map<string, number>>

/** The acknowledged writes, by the query that counts how many of them exist. */
interface Acknowledged {
  emails: string[]
  subscribers: string[]
  imports: string[]
}

export async function pooledSoak(minutes: number, trouble: "pooled" | "frozen"): Promise<BenchResult> {
  const program = await findPgbouncer()
  if (!program) throw new Error("PgBouncer is not to be had on this machine")
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-pooled-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quietLog, purpose: "bench" })
  const pooler = await startPgbouncer(program, embedded.url, { default_pool_size: "12" })
  const db = connectPostgres({ url: embedded.url, max: 1 })
  const site = await startProgram({
    command: process.execPath,
    args: ["server/main.ts"],
    cwd: root,
    env: {
      ...plainEnvironment(),
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: embedded.url,
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      HOST: "127.0.0.1",
      TRUST_PROXY: "1",
      AUTH_LIMITS: "off",
      AUTH_AUTOCONFIRM: "on",
      AUTH_SECRET: signingKey,
      LOG_LEVEL: "silent",
      SUPABASE_PUBLISHABLE_KEY: key,
    },
    patienceMs: 120_000,
  })
  try {
    const acknowledged: Acknowledged = { emails: [], subscribers: [], imports: [] }
    const run: Run = { isOver: false, signingUp: 0, phase: "", acknowledged, outcomes: new Map() }
    const calling = Array.from({ length: callers }, (_, n) => call(site.url, n, run))
    const { dataDir } = embedded
    const enter = (phase: string) => {
      run.phase = `${phase}: `
    }
    const happen = trouble === "frozen" ? freezeDatabase : endConnections
    await happen({ db, dataDir, site, minutes, enter }).finally(() => {
      run.isOver = true
    })
    await Promise.all(calling)
    for (const [kind, counts] of run.outcomes)
      print(`${kind.padEnd(24)} ${[...counts].map(([outcome, n]) => `${outcome}: ${n}`).join(", ")}`)
    const lost = await countLost(db, acknowledged)
    const stops = trouble === "pooled" || (await stopsWhileFrozen({ dataDir, site }))
    return {
      target: `every request answered, at worst with 503 (the Data API also with 504) and Retry-After, and not once all is well again, /health always 200, and nothing lost of ${sum(acknowledged)} acknowledged writes (${lost} lost)`,
      met: lost === 0 && stops && [...run.outcomes].every(isExpected),
    }
  } catch (error) {
    print(pooler.log())
    throw error
  } finally {
    await site.stop()
    await db.end()
    await pooler.stop()
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

interface Run {
  isOver: boolean
  signingUp: number
  /** Prefixed to the kind of each request. */
  phase: string
  acknowledged: Acknowledged
  outcomes: Outcomes
}

function isExpected([kind, counts]: [string, Map<string, number>]): boolean {
  if (/well again|health/.test(kind)) return [...counts.keys()].every((outcome) => Number(outcome) < 500)
  // PostgREST returns PGRST003, with the status 504, if no connection becomes free in time.
  const away = kind.endsWith("data API") ? ["503", "504"] : ["503"]
  return [...counts.keys()].every((outcome) => Number(outcome) < 500 || away.includes(outcome))
}

/** One caller: a member who reads, uploads and sends forms in turn, replaced by a new one about every tenth round. */
async function call(url: string, n: number, run: Run): Promise<void> {
  const from = { "x-forwarded-for": `10.7.${n >> 8}.${n & 255}` }
  const ask = async (kind: string, path: string, init: RequestInit = {}) => {
    const { phase } = run
    const { outcome, ...found } = await fetch(url + path, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, ...from },
      signal: AbortSignal.timeout(patienceMs),
    }).then(
      async (answer) => {
        const isVague = answer.status >= 503 && !answer.headers.has("retry-after")
        const outcome = `${answer.status}${isVague ? " without Retry-After" : ""}`
        const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? ""
        return { status: answer.status, text: await answer.text(), cookie, outcome }
      },
      () => ({ status: 0, text: "", cookie: "", outcome: "unanswered" }),
    )
    const counts = run.outcomes.get(phase + kind) ?? new Map<string, number>()
    run.outcomes.set(phase + kind, counts.set(outcome, (counts.get(outcome) ?? 0) + 1))
    return found
  }
  const json = (body: object, token?: string) => ({
    method: "POST",
    headers: {
      apikey: key,
      "content-type": "application/json",
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify(body),
  })
  let token = ""
  for (let round = 0; !run.isOver; round++) {
    const name = `soak-${n}-${round}`
    if ((round % 10 === 0 || token === "") && run.signingUp < signUpsAtOnce) {
      token = ""
      run.signingUp++
      const email = `${name}@soak.example`
      const answer = await ask(
        "sign-up",
        "/auth/v1/signup",
        json({ email, password: `a passphrase of ${name}` }),
      )
      run.signingUp--
      if (answer.status !== 200) continue
      run.acknowledged.emails.push(email)
      const session = JSON.parse(answer.text).access_token as string
      const posted = (typed: Record<string, string>, cookie = "") => ({
        method: "POST",
        headers: { origin: url, cookie },
        body: new URLSearchParams(typed),
      })
      const { cookie } = await ask("session", "/account/session", posted({ token: session }))
      const said = { displayName: `Soak ${n}`, visibility: "public", units: "metric", timeZone: "UTC" }
      const join = posted({ form: "join", ...said, consent: consentText }, cookie)
      if ((await ask("join", "/account", join)).status === 200) token = session
      continue
    }
    for (const path of ["/", "/leaderboard", "/boards/this-month.json"]) await ask("page", path)
    await ask("health", "/health")
    await ask("data API", "/rest/v1/boards?select=slug&limit=5", { headers: { apikey: key } })
    if (token !== "") {
      const files = { files: [{ name: `${name}.gpx`, size: 100 }] }
      const upload = await ask("upload", "/functions/v1/begin-import", json(files, token))
      if (upload.status === 200) run.acknowledged.imports.push(JSON.parse(upload.text).importId)
    }
    const subscriber = `${name}@form.example`
    const form = await ask("form", "/newsletter", {
      method: "POST",
      headers: { origin: url },
      body: new URLSearchParams({
        form: "newsletter",
        name: "Soak",
        email: subscriber,
        stamp: stampOf("newsletter"),
      }),
    })
    if (form.status < 400 && form.status > 0) run.acknowledged.subscribers.push(subscriber)
  }
}

/** The stamp of a form opened ten seconds ago. */
const stampOf = (form: string) =>
  makeStamp({ sign: createSigner(signingKey), now: () => new Date(Date.now() - 10_000) }, form)

async function countLost({ sql }: Db, { emails, subscribers, imports }: Acknowledged): Promise<number> {
  const [row] = await sql<{ there: number }>`select (
      (select count(*) from auth.users where email = any(${emails}::text[]))
      + (select count(*) from subscribers where email = any(${subscribers}::text[]))
      + (select count(*) from imports where id::text = any(${imports}::text[])))::integer as there`
  return sum({ emails, subscribers, imports }) - (row?.there ?? 0)
}

const sum = ({ emails, subscribers, imports }: Acknowledged) =>
  emails.length + subscribers.length + imports.length
const print = (line: string) => void process.stdout.write(`${line}\n`)
