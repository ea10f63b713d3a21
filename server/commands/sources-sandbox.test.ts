/** Runs `npm run sources:sandbox` with its stand-in for Strava: connect, backfill, subscribe, events, and a revoked grant. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { standInKeys } from "#adapters/sources/stand-in/keys.ts"
import { consentText } from "#content/competition-consent.ts"
import { freePort } from "#test/e2e/support/program.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"

let database: TestDatabase
let folder: string
const processes: ServerProcess[] = []
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-strava-"))
})
afterAll(async () => {
  await killAll(processes)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function start(program: string, env: Record<string, string>, args: string[] = []): ServerProcess {
  const process = startProcess(program, env, args)
  processes.push(process)
  return process
}

test("an athlete connects the stand-in for Strava, trains and leaves, visible to everybody through STRAVA_DISPLAY=public", async () => {
  const port = String(await freePort())
  const sandbox = start("server/commands/sources-sandbox.ts", {}, [port])
  await expect
    .poll(() => sandbox.output(), { timeout: 20_000 })
    .toContain(`SOURCES_SANDBOX=http://localhost:${port} npm start`)
  const strava = `http://localhost:${port}/strava`
  const settings = {
    STRAVA_CLIENT_ID: standInKeys.clientId,
    STRAVA_CLIENT_SECRET: standInKeys.clientSecret,
    STRAVA_VERIFY_TOKEN: "sandbox-verify",
    STRAVA_BASE_URL: `${strava}/api/v3`,
    STRAVA_OAUTH_URL: `${strava}/oauth`,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: String(await freePort()),
    STRAVA_DISPLAY: "public",
    LOG_LEVEL: "warn",
  }
  const site = await start("server/main.ts", settings).url
  const train = (fields: object) =>
    fetch(`${strava}/sandbox/activities`, {
      method: "POST",
      body: JSON.stringify({ athlete: "1001", ...fields }),
    })
  expect((await train({})).status).toBe(201)

  const secrets = JSON.parse(await readFile(join(folder, "secrets.json"), "utf8"))
  const call = async (path: string, body: object, token: string = secrets.SUPABASE_SECRET_KEY) => {
    const headers = {
      apikey: secrets.SUPABASE_SECRET_KEY,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    }
    const answer = await fetch(site + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return { cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "", body: await answer.json() }
  }
  const account = { email: "ana@mail.example", password: "a password of Tests 1" }
  await call("/auth/v1/admin/users", { ...account, email_confirm: true })
  const token = (await call("/auth/v1/token?grant_type=password", account)).body.access_token
  const joining = { displayName: "Ana", timeZone: "America/Los_Angeles", consent: consentText }
  await call("/functions/v1/join-competition", joining, token)
  await database.db.sql`update athletes set joined_at = '2020-01-01', counts_from = null`

  const invited = await call("/functions/v1/connect-source", { source: "strava" }, token)
  const page = await (await fetch(invited.body.url)).text()
  const href = /href="([^"]+)">Authorize as Sandbox Ana/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? ""
  const back = await fetch(href, { redirect: "manual", headers: { cookie: invited.cookie } })
  expect(back.headers.get("location")).toBe("/account?strava=connected")

  // The public board: 135 points for ten kilometers in an hour.
  const board = async () => (await (await fetch(`${site}/boards/last-14-days.json`)).json()).rows
  const patiently = { timeout: 15_000, interval: 200 }
  await expect.poll(board, patiently).toMatchObject([{ rank: 1, name: "Ana", points: 135 }])
  const rpc = await fetch(`${site}/rest/v1/rpc/standings`, {
    method: "POST",
    headers: { apikey: secrets.SUPABASE_PUBLISHABLE_KEY, "content-type": "application/json" },
    body: JSON.stringify({ board: "last-14-days" }),
  })
  expect(await rpc.json()).toMatchObject([{ rank: 1, name: "Ana", points: 135 }])

  expect(await start("server/commands/strava.ts", settings, ["subscribe"]).ended).toBe(0)
  const started = new Date(Date.now() - 30 * 3_600_000)
  const local = new Date(started.getTime() - 8 * 3_600_000)
  const second = (at: Date) => `${at.toISOString().slice(0, 19)}Z`
  await train({ start_date: second(started), start_date_local: second(local), distance: 12_000 })
  await expect.poll(async () => (await board())[0]?.points, patiently).toBe(280)

  await fetch(`${strava}/sandbox/athletes/1001/grant`, { method: "DELETE" })
  await expect.poll(board, patiently).toEqual([])
  expect(await database.db.sql`select from activities`).toEqual([])
  await expect
    .poll(async () => {
      const outbox = join(folder, "outbox")
      const mails = await Promise.all(
        (await readdir(outbox)).map((name) => readFile(join(outbox, name), "utf8").catch(() => "")),
      )
      return mails.some((mail) => mail.includes("Your Strava data has been removed"))
    }, patiently)
    .toBe(true)
}, 90_000)
