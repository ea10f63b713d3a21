import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { createStrava } from "#adapters/sources/strava/client.ts"
import { createStravaSandbox } from "#adapters/sources/strava/sandbox.ts"
import { webhookPath } from "#domain/competition/intake/connections/addresses.ts"
import { invite } from "#domain/competition/intake/connections/connect.ts"
import { handleEvent } from "#domain/competition/intake/connections/events.ts"
import type { Service } from "#ports/services.ts"
import { createSeal } from "#primitives/secrets.ts"
import type { AppEnv } from "#server/http/context.ts"
import { sourcesEndpoint } from "#server/http/endpoints/sources.ts"
import { client } from "#server/http/guard/client.ts"
import { createCompetitionWorld } from "./competition.ts"
import type { TestWorld } from "./world.ts"

const application = { clientId: "12345", clientSecret: "sandbox-secret" }

/** A world whose Strava is the sandbox, both behind HTTP. */
export interface StravaSite {
  t: TestWorld
  strava: Service
  /** The addresses of our own endpoints and of the sandbox. */
  url: string
  stravaUrl: string
  /** An empty world at the instant it began with, and a sandbox that knows nothing. */
  reset(): Promise<ReturnType<typeof createStravaSandbox>>
  /** Everything that a browser does to connect. Answers the outcome in the address. */
  connect(athlete: number, as?: string, options?: { scope?: string; cookie?: string }): Promise<string | null>
  subscribe(): Promise<Response>
  /** Runs the jobs that events queued; returns their number. */
  runFetches(): Promise<number>
  userOf(athlete: number): Promise<string>
  activities(): Promise<Record<string, unknown>[]>
  /** Points of all days of all athletes. */
  points(): Promise<number | undefined>
  close(): Promise<void>
}

type Handle = (request: Request, env: HttpBindings) => Response | Promise<Response>

async function listen(handle: Handle): Promise<{ url: string; server: Server }> {
  const server = createServer(getRequestListener((request, env) => handle(request, env as HttpBindings)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export async function startStravaSite(now: string): Promise<StravaSite> {
  const t = await createCompetitionWorld(now)
  const { sql } = t.world.db
  let sandbox = createStravaSandbox({ ...application, url: () => "", now: t.world.now })
  const atStrava = await listen((request, env) => sandbox.app.fetch(request, env))
  const strava = createStrava({
    ...application,
    baseUrl: `${atStrava.url}/api/v3`,
    oauthUrl: `${atStrava.url}/oauth`,
    clubId: "77",
    verifyToken: "sandbox-verify",
    db: t.world.db,
    now: t.world.now,
  })
  const tokens = createSeal("s".repeat(40), "source tokens")
  t.world.sources = { ...t.world.sources, services: new Map([["strava", strava]]), tokens }
  const app = new Hono<AppEnv>()
  app.use(client(0))
  app.route("/", sourcesEndpoint(t.world))
  const here = await listen((request, env) => app.fetch(request, env))
  const userOf = async (athlete: number) =>
    (await sql<{ user_id: string }>`select user_id from athletes where id = ${athlete}`)[0]?.user_id as string

  return {
    t,
    strava,
    url: here.url,
    stravaUrl: atStrava.url,
    userOf,
    async reset() {
      t.clock.set(now)
      t.log.entries.length = 0
      t.mails.length = 0
      t.jobs.length = 0
      await sql`delete from athletes`
      await sql`delete from auth.users`
      await sql`delete from private.service_windows`
      await sql`delete from private.service_alarms`
      await sql`delete from private.receipts`
      await sql`delete from private.settings where name = 'strava_subscription'`
      sandbox = createStravaSandbox({ ...application, url: () => "", now: t.world.now })
      return sandbox
    },
    async connect(athlete, as = "1001", options = {}) {
      const invited = await invite(t.world, strava, await userOf(athlete))
      if (!invited.ok) throw new Error(invited.code)
      const page = await (await fetch(invited.url)).text()
      const name = sandbox.athletes.get(as)
      const link = new RegExp(`href="([^"]+)">Authorize as ${name}`).exec(page)?.[1] ?? ""
      const back = new URL(link.replaceAll("&amp;", "&"))
      if (options.scope) back.searchParams.set("scope", options.scope)
      const answer = await fetch(here.url + back.pathname + back.search, {
        redirect: "manual",
        headers: { cookie: options.cookie ?? `strava_state=${invited.state}` },
      })
      return new URL(answer.headers.get("location") ?? "", "http://b4m.test").searchParams.get("strava")
    },
    subscribe() {
      const form = {
        client_id: application.clientId,
        client_secret: application.clientSecret,
        callback_url: here.url + webhookPath(t.world, "strava"),
        verify_token: "sandbox-verify",
      }
      const body = new URLSearchParams(form)
      return fetch(`${atStrava.url}/api/v3/push_subscriptions`, { method: "POST", body })
    },
    runFetches: () =>
      t.runJobs<{ eventId: string }>("source-fetch", async ({ eventId }) => {
        const startAfter = await handleEvent(t.world, strava, eventId)
        if (startAfter)
          await t.world.jobs.add(t.world.db, "source-fetch", { source: "strava", eventId }, { startAfter })
      }),
    activities: async () => sql`
      select external_id, kind, status, reason, moving_s, distance_m, utc_offset_s, local_on::text as local_on, name
      from activities where source = 'strava' order by external_id
    `,
    async points() {
      const [row] = await sql<{ sum: number }>`select coalesce(sum(points), 0)::int as sum from athlete_days`
      return row?.sum
    },
    async close() {
      for (const { server } of [here, atStrava]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      await t.close()
    },
  }
}
