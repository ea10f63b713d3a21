import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import type { ServerBuild } from "react-router"
import { createClosers } from "#server/closers.ts"
import { preferProductionLibraries, readEnv } from "#server/env.ts"
import { createLog } from "#server/log.ts"
import { startServer } from "#server/start.ts"
import { openDatabase } from "#server/world/database.ts"
import { learn } from "./learn.ts"
import type { Callers } from "./malformed.ts"
import { type Catalog, type Target, targetsOf } from "./targets.ts"

const root = join(import.meta.dirname, "../..")
const keys = {
  SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${"f".repeat(22)}_${"f".repeat(8)}`,
  SUPABASE_SECRET_KEY: `sb_secret_${"f".repeat(22)}_${"f".repeat(8)}`,
}

/** So many accounts share the calls, because each may make only 120 a minute. */
const memberCount = 24

export interface FuzzedSite {
  url: string
  targets: readonly Target[]
  callers: Callers
  /** Log lines of one request at the levels warn and error. */
  logged(requestId: string): readonly string[]
  /** Signs members up again whose accounts or sessions a request has ended. */
  renewMembers(): Promise<void>
  close(): Promise<void>
}

/**
 * The whole site in this process: built pages, an embedded database of its own in a new folder, and no limits on
 * accounts. It believes X-Forwarded-For, so that whoever sends may come from as many networks as needed.
 */
export async function startFuzzedSite(): Promise<FuzzedSite> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-fuzz-"))
  const env = readEnv({
    ...keys,
    DATA_DIR: join(folder, "data"),
    HOST: "127.0.0.1",
    PORT: "0",
    LOG_LEVEL: "warn",
    TRUST_PROXY: "1",
    AUTH_LIMITS: "off",
    AUTH_AUTOCONFIRM: "on",
    AUTH_ANONYMOUS: "on",
    OPERATOR_EMAILS: "operator@fuzz.example",
    MAIL_EVENTS_TOKEN: "f".repeat(40),
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
    const signUp = async (email: string) => {
      const response = await fetch(`${server.url}/auth/v1/signup`, {
        method: "POST",
        headers: { apikey: keys.SUPABASE_PUBLISHABLE_KEY, "content-type": "application/json" },
        body: JSON.stringify({ email, password: "a long enough passphrase 7", data: { full_name: "Fuzz" } }),
      })
      const { access_token: token } = (await response.json()) as { access_token?: string }
      if (!token) throw new Error(`Nobody could sign up: ${response.status}`)
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
        if (!token || !(await isSignedIn(token)))
          members[index] = await signUp(`member${signedUp++}@fuzz.example`)
      }
    }
    await renewMembers()
    const targets = targetsOf({ pages: build.routes, routes: server.routes, catalog })
    await learn(server.url, targets, {
      apikey: keys.SUPABASE_PUBLISHABLE_KEY,
      authorization: `Bearer ${members[0]}`,
    })
    // A function that takes nothing has done its work: the account may be gone.
    await renewMembers()
    return {
      url: server.url,
      targets,
      callers: {
        publishable: keys.SUPABASE_PUBLISHABLE_KEY,
        secret: keys.SUPABASE_SECRET_KEY,
        operator: await signUp("operator@fuzz.example"),
        member: () => members[turn++ % memberCount] ?? "",
      },
      logged: (requestId) => lines.filter((line) => line.includes(`"${requestId}"`)),
      renewMembers,
      close: () => closers.close(),
    }
  } catch (error) {
    await closers.close()
    throw error
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
