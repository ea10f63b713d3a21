import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { ServerBuild } from "react-router"
import { apiScopeNames } from "#content/api.ts"
import { readEnv } from "#server/process/env.ts"
import { createLog } from "#server/process/log.ts"
import { preferProductionLibraries } from "#server/process/process-env.ts"
import { startServer } from "#server/start.ts"
import { createClosers } from "#server/world/closers.ts"
import { openDatabase } from "#server/world/database.ts"
import { createSigner } from "#server/world/signer.ts"
import { learn } from "./learn.ts"
import type { Callers } from "./malformed.ts"
import { fuzzedObjects } from "./storage.ts"
import type { Target } from "./target.ts"
import { type Catalog, targetsOf } from "./targets.ts"

const root = join(import.meta.dirname, "../..")
const keys = {
  SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${"f".repeat(22)}_${"f".repeat(8)}`,
  SUPABASE_SECRET_KEY: `sb_secret_${"f".repeat(22)}_${"f".repeat(8)}`,
}

/** A PNG of one pixel. */
const pixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
)

const password = "a long enough passphrase 7"

/** The most accounts that share the calls, because each may make only 120 a minute. */
const mostMembers = 24

export interface FuzzedSite {
  url: string
  targets: readonly Target[]
  callers: Callers
  /** Log lines of one request at the levels warn and error. */
  logged(requestId: string): readonly string[]
  /** Signs members up again, opens the console again and puts objects back, where a request has ended or removed them. */
  renew(): Promise<void>
  close(): Promise<void>
}

/** The secret that an installation has generated: its signing key is sealed under it. */
async function secretOf(data: string): Promise<string> {
  return JSON.parse(await readFile(join(data, "secrets.json"), "utf8")).AUTH_SECRET
}

/**
 * The whole site in this process: built pages, a separate embedded database, in a new folder unless one is given, and no limits on accounts.
 * It trusts X-Forwarded-For, so that requests can come from as many networks as needed.
 */
export async function startFuzzedSite({
  requests,
  data,
}: {
  requests: number
  data: string | undefined
}): Promise<FuzzedSite> {
  const authSecret = data === undefined ? "f".repeat(64) : await secretOf(data)
  const secrets = {
    mailEvents: "f".repeat(40),
    payments: `whsec_${createSigner(authSecret)("payments", "webhook")}`,
  }
  const memberCount = Math.min(mostMembers, Math.ceil(requests / 60))
  const folder = await mkdtemp(join(tmpdir(), "b4m-fuzz-"))
  const env = readEnv({
    ...keys,
    DATA_DIR: data ?? join(folder, "data"),
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "warn",
    TRUST_PROXY: "1",
    AUTH_LIMITS: "off",
    AUTH_AUTOCONFIRM: "on",
    AUTH_ANONYMOUS: "on",
    OPERATOR_EMAILS: "operator@fuzz.example",
    AUTH_SECRET: authSecret,
    MAIL_EVENTS_TOKEN: secrets.mailEvents,
    // No server is listening there: the webhooks of all services are enabled, but nothing is fetched.
    SOURCES_SANDBOX: "http://127.0.0.1:9",
  })
  preferProductionLibraries()
  const lines: string[] = []
  const log = createLog({ level: "silent" })
  const closers = createClosers(log)
  closers.add("folder", () => rm(folder, { recursive: true, force: true }))
  try {
    const buildDir = join(root, "build")
    const build = (await import(pathToFileURL(join(buildDir, "server/index.js")).href)) as ServerBuild
    const logDestination = { write: (line: string) => void lines.push(line) }
    const server = await startServer({ env, buildDir, logDestination })
    closers.add("server", () => server.stop())
    const { db } = await openDatabase(env, log, closers, "fuzz")
    const catalog = await readCatalog((text) => db.query(text))
    const members: string[] = []
    const personal: string[] = []
    const signUp = async (email: string) => {
      const response = await fetch(`${server.url}/auth/v1/signup`, {
        method: "POST",
        headers: { apikey: keys.SUPABASE_PUBLISHABLE_KEY, "content-type": "application/json" },
        body: JSON.stringify({ email, password, data: { full_name: "Fuzz" } }),
      })
      const { access_token: token } = (await response.json()) as { access_token?: string }
      if (!token) throw new Error(`Nobody could sign up: ${response.status}`)
      return token
    }
    const signIn = async (email: string) => {
      const response = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
        method: "POST",
        headers: { apikey: keys.SUPABASE_PUBLISHABLE_KEY, "content-type": "application/json" },
        body: JSON.stringify({ email, password }),
      })
      const { access_token: token } = (await response.json()) as { access_token?: string }
      if (!token) throw new Error(`Nobody could sign in: ${response.status}`)
      return token
    }
    const isSignedIn = async (token: string) => {
      const headers = { apikey: keys.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${token}` }
      return (await fetch(`${server.url}/auth/v1/user`, { headers })).ok
    }
    let signedUp = 0
    let turn = 0
    const renewMembers = async () => {
      for (let index = 0; index < memberCount; index++) {
        const token = members[index]
        if (token && (await isSignedIn(token))) continue
        const signedIn = await signUp(`member${signedUp++}@fuzz.example`)
        members[index] = signedIn
        personal[index] = await personalToken(server.url, signedIn)
      }
    }
    await renewMembers()
    const operatorUrl = pathToFileURL(join(buildDir, "operator/server/index.js")).href
    const { routes: console } = (await import(operatorUrl)) as ServerBuild
    const [{ id: calendar }] = (await db.query(`
      insert into private.calendar_addresses (user_id, id, secret_hash, created_at)
      select u.id, x.id, '', now() from auth.users u, (select gen_random_uuid() as id) x order by u.created_at limit 1
      returning id`)) as [{ id: string }]
    const secret = createSigner(authSecret)("calendar", calendar).slice(0, 40)
    await db.query("update private.calendar_addresses set secret_hash = sha256($1::bytea)", [secret])
    const targets = targetsOf({
      ...{ pages: build.routes, console, routes: server.routes, catalog, secrets },
      calendarFile: `${secret}.ics`,
    })
    await fillStorage(server.url)
    await signUp("operator@fuzz.example")
    const beOperator = async () => {
      await db.query(`update auth.users set raw_app_meta_data = raw_app_meta_data || '{"role": "owner"}'
        where email = 'operator@fuzz.example'`)
      return signIn("operator@fuzz.example")
    }
    let operator = await beOperator()
    let consoleCookie = await openConsole(server.url, operator)
    await learn(server.url, targets, {
      member: { apikey: keys.SUPABASE_PUBLISHABLE_KEY, authorization: `Bearer ${members[0]}` },
      operator: { cookie: consoleCookie },
    })
    // A function without input has already run: the account may be deleted.
    await renewMembers()
    return {
      url: server.url,
      targets,
      callers: {
        publishable: keys.SUPABASE_PUBLISHABLE_KEY,
        secret: keys.SUPABASE_SECRET_KEY,
        operator: () => operator,
        console: () => consoleCookie,
        member: () => members[turn++ % memberCount] ?? "",
        personal: () => personal[turn++ % memberCount] ?? "",
      },
      logged: (requestId) => lines.filter((line) => line.includes(`"${requestId}"`)),
      async renew() {
        await renewMembers()
        await fillStorage(server.url)
        const opened = await fetch(`${server.url}/operator`, { headers: { cookie: consoleCookie } })
        if (opened.ok) return
        operator = await beOperator()
        consoleCookie = await openConsole(server.url, operator)
      },
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
  }
}

/** A new token for /api/v1 with every scope. */
async function personalToken(url: string, member: string): Promise<string> {
  const answer = await fetch(`${url}/functions/v1/create-token`, {
    method: "POST",
    headers: {
      apikey: keys.SUPABASE_PUBLISHABLE_KEY,
      authorization: `Bearer ${member}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ name: "Fuzz", scopes: apiScopeNames, days: 30 }),
  })
  const { token } = (await answer.json()) as { token?: string }
  if (!token) throw new Error(`Nobody got a token: ${answer.status}`)
  return token
}

/** The cookie of a console that this operator opens. */
async function openConsole(url: string, token: string): Promise<string> {
  const answer = await fetch(`${url}/operator/session`, {
    method: "POST",
    body: new URLSearchParams({ token }),
    headers: { origin: url },
    redirect: "manual",
  })
  const [cookie = ""] = (answer.headers.get("set-cookie") ?? "").split(";")
  if (!cookie) throw new Error(`The console was not opened: ${answer.status}`)
  return cookie
}

/** Creates the buckets and objects that the storage requests name. */
async function fillStorage(url: string): Promise<void> {
  const headers = { apikey: keys.SUPABASE_SECRET_KEY, "x-upsert": "true" }
  for (const [index, name] of fuzzedObjects.buckets.entries()) {
    const body = JSON.stringify({ name, public: index === 0 })
    await fetch(`${url}/storage/v1/bucket`, { method: "POST", headers, body })
    for (const key of fuzzedObjects.keys) {
      const type = key.endsWith("png") ? "image/png" : "text/plain"
      await fetch(`${url}/storage/v1/object/${name}/${key}`, {
        method: "POST",
        headers: { ...headers, "content-type": type },
        body: type === "image/png" ? pixel : "some text",
      })
    }
  }
}

/** Names of everything in the schemas, whether the Data API shows it or not. */
async function readCatalog(query: (text: string) => Promise<unknown[]>): Promise<Catalog> {
  const relations = await query(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.columns where table_schema in ('public', 'private') group by table_schema, table_name
    order by table_name`)
  const functions = await query(`
    select proname as name, coalesce(proargnames, '{}') as arguments from pg_proc
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace) order by proname, oid`)
  return { relations, functions } as Catalog
}
