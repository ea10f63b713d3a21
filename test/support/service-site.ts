import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { getRequestListener, type HttpBindings } from "@hono/node-server"
import { Hono } from "hono"
import { readFiles } from "#adapters/sources/file/read.ts"
import { createStandIns } from "#adapters/sources/stand-in/all.ts"
import type { StandIn } from "#adapters/sources/stand-in/stand-in.ts"
import { type ServiceName, services as terms } from "#content/services.ts"
import { invite } from "#domain/competition/intake/connections/connect.ts"
import { revoke } from "#domain/competition/intake/connections/disconnect.ts"
import { handleEvent } from "#domain/competition/intake/connections/events.ts"
import { sweep } from "#domain/competition/intake/connections/sweep.ts"
import type { HeldGrant, Service } from "#ports/services.ts"
import type { RecordingFiles } from "#ports/sources.ts"
import { createSeal } from "#primitives/secrets.ts"
import type { AppEnv } from "#server/http/context.ts"
import { sourcesEndpoint } from "#server/http/endpoints/sources.ts"
import { client } from "#server/http/guard/client.ts"
import { keepSubscriptions } from "#server/jobs/workers/sources.ts"
import { readEnv } from "#server/process/env.ts"
import { openServices } from "#server/world/services.ts"
import { createCompetitionWorld } from "./competition.ts"
import { scratchFolder } from "./scratch.ts"
import type { TestWorld } from "./world.ts"

/** A world whose services are the stand-ins, all behind HTTP. */
export interface ServiceSite {
  t: TestWorld
  url: string
  service(name: ServiceName): Service
  standIn<Kind extends StandIn = StandIn>(name: ServiceName): Kind
  /** Resets the world to empty at its initial instant, with empty stand-ins and every webhook registered. */
  reset(): Promise<void>
  /** Everything that a browser does to connect. Returns the outcome from the address. */
  connect(name: ServiceName, athlete: number, as?: string, scope?: string): Promise<string | null>
  /** Runs every due job; returns the number of fetches. */
  work(): Promise<number>
  userOf(athlete: number): Promise<string>
  activities(): Promise<StoredActivity[]>
  points(): Promise<number>
  close(): Promise<void>
}

export interface StoredActivity {
  source: string
  external_id: string
  kind: string
  status: string
  reason: string
  started_at: Date
  utc_offset_s: number
  moving_s: number
  distance_m: number
  credit: string | null
}

/** Without a thread: the parsers are the same. */
export const readInProcess: RecordingFiles["readReceived"] = async function* (files) {
  const folder = await mkdtemp(join(await scratchFolder(), "b4m-service-files-"))
  try {
    for (const { name, bytes } of files) {
      const path = join(folder, name)
      await writeFile(path, bytes)
      yield* readFiles([path])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Handle = (request: Request, env: HttpBindings) => Response | Promise<Response>

async function listen(handle: Handle): Promise<{ url: string; server: Server }> {
  const server = createServer(getRequestListener((request, env) => handle(request, env as HttpBindings)))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

export async function startServiceSite(now: string): Promise<ServiceSite> {
  const t = await createCompetitionWorld(now)
  const { sql } = t.world.db
  let at = ""
  const make = () => createStandIns({ url: () => at, now: t.world.now })
  let made = make()
  const there = await listen((request, env) => made.app.fetch(request, env))
  at = there.url
  const tokens = createSeal("s".repeat(40), "source tokens")
  const opened = openServices(readEnv({ SOURCES_SANDBOX: at }), {
    db: t.world.db,
    now: t.world.now,
    tokens,
    readFiles: readInProcess,
    siteUrl: "http://b4m.test",
  })
  const byName = new Map(opened.map((one) => [one.name, one]))
  t.world.sources = { ...t.world.sources, services: byName, tokens }
  const app = new Hono<AppEnv>()
  app.use(client(0))
  app.route("/", sourcesEndpoint(t.world))
  const here = await listen((request, env) => app.fetch(request, env))
  // The endpoints that the services call or redirect to.
  t.world.settings = { ...t.world.settings, siteUrl: here.url }

  const service = (name: ServiceName) => byName.get(name) as Service
  const standIn = <Kind extends StandIn = StandIn>(name: ServiceName) =>
    made.standIns.find((one) => one.name === name) as Kind
  const userOf = async (athlete: number) =>
    (await sql<{ user_id: string }>`select user_id from athletes where id = ${athlete}`)[0]?.user_id as string
  return {
    t,
    url: here.url,
    service,
    standIn,
    userOf,
    async reset() {
      t.clock.set(now)
      t.log.entries.length = 0
      t.mails.length = 0
      t.jobs.length = 0
      await sql`delete from athletes`
      await sql`delete from auth.users`
      for (const table of ["service_windows", "service_alarms", "service_health", "receipts"])
        await sql`delete from ${sql(`private.${table}`)}`
      await sql`delete from private.settings where name = 'polar_webhook'`
      made = make()
      await keepSubscriptions(t.world)
      await sql`
        insert into private.settings (name, value) values ('strava_subscription', '314')
        on conflict (name) do update set value = excluded.value
      `
    },
    async connect(name, athlete, as, scope) {
      const consent = terms[name].consent
      const invited = await invite(t.world, service(name), await userOf(athlete), consent)
      if (!invited.ok) throw new Error(invited.code)
      const page = await (await fetch(invited.url)).text()
      const [first = ""] = standIn(name).athletes.values()
      const person = as === undefined ? first : standIn(name).athletes.get(as)
      const link = new RegExp(`href="([^"]+)">Authorize as ${person}`).exec(page)?.[1] ?? ""
      const back = new URL(link.replaceAll("&amp;", "&"))
      if (scope !== undefined) back.searchParams.set("scope", scope)
      const answer = await fetch(back, {
        redirect: "manual",
        headers: { cookie: `${name}_state=${invited.state}` },
      })
      return new URL(answer.headers.get("location") ?? "", "http://b4m.test").searchParams.get(name)
    },
    async work() {
      await t.runJobs<{ source: ServiceName; athleteId: number }>("source-sweep", async (data) => {
        const startAfter = await sweep(t.world, service(data.source), data.athleteId)
        if (startAfter) await t.world.jobs.add(t.world.db, "source-sweep", data, { startAfter })
      })
      const fetched = await t.runJobs<{ source: ServiceName; eventId: string }>(
        "source-fetch",
        async (data) => {
          const startAfter = await handleEvent(t.world, service(data.source), data.eventId)
          if (startAfter) await t.world.jobs.add(t.world.db, "source-fetch", data, { startAfter })
        },
      )
      await t.runJobs<HeldGrant & { source: ServiceName }>("source-revoke", ({ source, ...grant }) =>
        revoke(t.world, service(source), grant),
      )
      return fetched
    },
    activities: async () => [
      ...(await sql<StoredActivity>`
        select source, external_id, kind, status, reason, started_at, utc_offset_s, moving_s, distance_m, credit
        from activities order by started_at, source, external_id
      `),
    ],
    async points() {
      const [row] = await sql<{ sum: number }>`select coalesce(sum(points), 0)::int as sum from athlete_days`
      return row?.sum ?? 0
    },
    async close() {
      for (const { server } of [here, there]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
      await t.close()
    },
  }
}
