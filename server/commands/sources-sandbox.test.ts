/**
 * Runs `npm run sources:sandbox` and a site on it, as docs/sources.md describes: members connect services, train and
 * leave, and the public board follows. Strava's webhook is managed by its own command. Edits, deletions and reconnects
 * are tested in a browser (test/e2e/services.test.ts), and the behavior of all services in
 * adapters/sources/services.conformance.test.ts.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { standInKeys } from "#adapters/sources/stand-in/keys.ts"
import { consentText } from "#content/competition-consent.ts"
import { derivedCreditOf, type ServiceName, services } from "#content/services.ts"
import { freePort } from "#test/e2e/support/program.ts"
import { joinByForm, sendAccountForm } from "#test/support/account-form.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"
import { ensureBuilt } from "../../scripts/bootstrap/build.mjs"

let database: TestDatabase
let folder: string
const processes: ServerProcess[] = []
beforeAll(async () => {
  // A member joins and connects by forms of a page.
  await ensureBuilt(join(import.meta.dirname, "../.."), () => {})
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-sources-"))
}, 600_000)
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

/** One whose activities everybody may see, and one that must be named as their source. */
const serviceNames: readonly ServiceName[] = ["strava", "garmin"]

/** Polling a board often would slow down the work being waited for. */
const gently = { interval: 200 }

test("with the printed setting, members connect services, train and leave, and the public board follows", async () => {
  const port = String(await freePort())
  const sandbox = start("server/commands/sources-sandbox.ts", {}, [port])
  const standIns = `http://localhost:${port}`
  await expect.poll(() => sandbox.output()).toContain(`SOURCES_SANDBOX=${standIns} npm start`)
  const settings = {
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: String(await freePort()),
    STRAVA_DISPLAY: "public",
    AUTH_LIMITS: "off",
    LOG_LEVEL: "warn",
  }
  const running = start("server/main.ts", { ...settings, SOURCES_SANDBOX: standIns })
  const site = await running.url
  const ask = async (name: ServiceName, method: string, path: string, body: object = {}) => {
    const text = method === "DELETE" ? {} : { body: JSON.stringify(body) }
    return fetch(`${standIns}/${name}/sandbox/${path}`, { method, ...text })
  }
  const record = async (name: ServiceName, workout: object) =>
    ((await (await ask(name, "POST", "activities", workout)).json()) as { id: string }).id

  const secrets = JSON.parse(await readFile(join(folder, "secrets.json"), "utf8"))
  const call = async (path: string, body: object, token: string = secrets.SUPABASE_SECRET_KEY) => {
    const headers = {
      apikey: secrets.SUPABASE_SECRET_KEY,
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
    }
    const answer = await fetch(site + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return { body: await answer.json() }
  }
  const tokens = new Map<ServiceName, string>()
  for (const name of serviceNames) {
    const account = { email: `${name}@mail.example`, password: "a password of Tests 1" }
    await call("/auth/v1/admin/users", { ...account, email_confirm: true })
    const token = (await call("/auth/v1/token?grant_type=password", account)).body.access_token
    const joining = { displayName: `Ana ${name}`, timeZone: "America/Los_Angeles", consent: consentText }
    await joinByForm(site, token, joining)
    tokens.set(name, token)
  }
  await database.db.sql`update athletes set joined_at = '2020-01-01', counts_from = null`
  const connect = async (name: ServiceName) => {
    const { consent } = services[name]
    const typed = { form: `connect-${name}`, consent: consent ?? "" }
    const invited = await sendAccountForm(site, tokens.get(name) ?? "", typed)
    const leads = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(invited.html)?.[1] ?? ""
    const page = await (await fetch(leads.replaceAll("&amp;", "&"))).text()
    const href = /href="([^"]+)">Authorize as Sandbox Ana/.exec(page)?.[1]?.replaceAll("&amp;", "&") ?? ""
    const back = await fetch(href, { redirect: "manual", headers: { cookie: invited.cookie } })
    expect(back.headers.get("location")).toBe(`/account?${name}=connected`)
  }
  const rows = async (): Promise<{ name: string; points: number; credits: string[] }[]> =>
    (await (await fetch(`${site}/boards/last-14-days.json?limit=20`)).json()).rows
  const points = async () =>
    Object.fromEntries((await rows()).map((row) => [row.name.replace("Ana ", ""), row.points]))
  for (const name of serviceNames) await connect(name)
  // At different places, because one recording of several athletes would wait for review.
  const startedAt = (n: number) => new Date(Date.now() - 7_200_000 - n * 137_000).toISOString()
  for (const [n, name] of serviceNames.entries()) await record(name, { startedAt: startedAt(n) })
  // 135 points for running ten kilometers in an hour.
  const everybody = Object.fromEntries(serviceNames.map((name) => [name, 135]))
  await expect.poll(points, gently).toEqual(everybody)
  for (const { name, credits } of await rows()) {
    const source = name.replace("Ana ", "")
    expect(credits.length, source).toBe(derivedCreditOf(source, "x") === null ? 0 : 1)
  }
  await sendAccountForm(site, tokens.get("garmin") ?? "", { form: "disconnect-garmin" })
  await expect.poll(points, gently).toEqual({ strava: 135 })
  expect(await database.db.sql`select from activities`).toHaveLength(1)
  expect(running.output()).not.toMatch(/sandbox-secret|sandbox-webhook/)

  const strava = {
    STRAVA_CLIENT_ID: standInKeys.clientId,
    STRAVA_CLIENT_SECRET: standInKeys.clientSecret,
    STRAVA_VERIFY_TOKEN: standInKeys.webhookSecret,
    STRAVA_BASE_URL: `${standIns}/strava/api/v3`,
  }
  for (const command of ["unsubscribe", "subscribe"])
    expect(await start("server/commands/strava.ts", { ...settings, ...strava }, [command]).ended).toBe(0)
  await record("strava", { startedAt: startedAt(90) })
  await expect.poll(async () => (await points()).strava, gently).toBeGreaterThan(135)
})
