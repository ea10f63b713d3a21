/**
 * `npm run bench -- events`: ten thousand events of a service to one process that is killed ten times with SIGKILL while it
 * works on them. The target is met when every activity is stored at the end. `npm run bench -- events 2000` sends fewer.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getRequestListener } from "@hono/node-server"
import { Hono } from "hono"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { standInKeys } from "#adapters/sources/stand-in/keys.ts"
import { createStravaSandbox } from "#adapters/sources/strava/sandbox.ts"
import { consentText } from "#content/competition-consent.ts"
import type { Db } from "#domain/world.ts"
import { freePort } from "#test/e2e/support/program.ts"
import { type ServerProcess, startProcess } from "#test/support/server-process.ts"
import type { BenchResult } from "./run.ts"
import { quiet } from "./support/quiet.ts"

const kills = 10

export async function bench(): Promise<BenchResult> {
  const events = Number(process.argv[3] ?? 10_000)
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-events-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quiet, purpose: "bench" })
  const db = connectPostgres({ url: embedded.url, max: 3 })
  const strava = createStravaSandbox({ ...standInKeys, url: () => "" })
  Object.assign(strava.limits, { quarter: 10_000_000, day: 10_000_000 })
  const standIn = createServer(getRequestListener(new Hono().route("/strava", strava.app).fetch))
  await new Promise<void>((resolve) => standIn.listen(0, "127.0.0.1", resolve))
  const url = `http://localhost:${(standIn.address() as AddressInfo).port}`
  const env = {
    DATABASE_URL: embedded.url,
    DATA_DIR: folder,
    PORT: String(await freePort()),
    LOG_LEVEL: "error",
    DEMO: "off",
    SOURCES_SANDBOX: url,
  }
  let server = startProcess("server/main.ts", env)
  try {
    const site = await server.url
    await connect(site, folder, db)
    const started = performance.now()
    let [sent, killed, retries] = [0, 0, 0]
    const deliver = async (n: number) => {
      const athlete = n % 2 === 0 ? "1001" : "1002"
      const startedAt = new Date(Date.now() - 86_400_000 - n * 5_400_000)
      const id = String(1_000_000 + n)
      await strava.record(athlete, { startedAt, utcOffsetS: 0 }, { id, silent: true })
      // As every service does: until it is acknowledged.
      for (;;) {
        const status = await strava
          .push({ object_type: "activity", object_id: id, aspect_type: "create", owner_id: Number(athlete) })
          .catch(() => null)
        if (status === 200) break
        retries++
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      sent++
    }
    const kill = async () => {
      killed++
      server.kill("SIGKILL")
      await server.ended
      server = startProcess("server/main.ts", env)
      await server.url
    }
    let next = 0
    const senders = Array.from({ length: 8 }, async () => {
      while (next < events) await deliver(next++)
    })
    const killer = (async () => {
      // The last ones may fall when everything is acknowledged, and most of it is not handled yet.
      while (killed < kills) {
        if (sent >= (killed + 0.5) * (events / kills)) await kill()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    })()
    await Promise.all([...senders, killer])
    const acknowledgedS = (performance.now() - started) / 1000
    const stored = await settled(db, events)
    const seconds = (performance.now() - started) / 1000
    process.stdout.write(
      `${events} events acknowledged in ${acknowledgedS.toFixed(0)} s over ${killed} kills (${retries} were sent again), ${stored} activities stored after ${seconds.toFixed(0)} s\n`,
    )
    return { target: "every activity stored, ten kills", met: stored === events && killed === kills }
  } finally {
    await stop(server)
    await db.end()
    standIn.closeAllConnections()
    standIn.close()
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/** Two members with accounts, connected as a browser would. */
async function connect(site: string, folder: string, db: Db): Promise<void> {
  const { SUPABASE_SECRET_KEY: key } = JSON.parse(await readFile(join(folder, "secrets.json"), "utf8"))
  const call = async (path: string, body: object, token: string = key) => {
    const headers = { apikey: key, authorization: `Bearer ${token}`, "content-type": "application/json" }
    const answer = await fetch(site + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return { cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "", body: await answer.json() }
  }
  for (const name of ["Ana", "Ben"]) {
    const account = { email: `${name}@mail.example`, password: "a password of Benches 1" }
    await call("/auth/v1/admin/users", { ...account, email_confirm: true })
    const token = (await call("/auth/v1/token?grant_type=password", account)).body.access_token
    const joining = { displayName: name, timeZone: "America/Los_Angeles", consent: consentText }
    await call("/functions/v1/join-competition", joining, token)
    const invited = await call("/functions/v1/connect-source", { source: "strava" }, token)
    const page = await (await fetch(invited.body.url)).text()
    const href = new RegExp(`href="([^"]+)">Authorize as Sandbox ${name}`).exec(page)?.[1] ?? ""
    await fetch(href.replaceAll("&amp;", "&"), { redirect: "manual", headers: { cookie: invited.cookie } })
  }
  const rows = await db.sql`select from private.connections`
  if (rows.length !== 2) throw new Error("The stand-in's athletes are not connected")
}

/** The number of stored activities, once no event is open, or after five minutes without progress. */
async function settled(db: Db, events: number): Promise<number> {
  let [stored, since] = [-1, performance.now()]
  for (;;) {
    const [row] = await db.sql<{ n: number }>`select count(*)::integer as n from activities`
    const now = row?.n ?? 0
    if (now !== stored) [stored, since] = [now, performance.now()]
    if (stored >= events || performance.now() - since > 300_000) return stored
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

async function stop(server: ServerProcess): Promise<void> {
  server.kill("SIGKILL")
  await server.ended
}
