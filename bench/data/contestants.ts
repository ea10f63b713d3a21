import { spawn } from "node:child_process"
import { once } from "node:events"
import { SignJWT } from "jose"
import pg from "pg"
import { hasPostgrest, startPostgrest } from "#test/conformance/support/postgrest.ts"
import { cpuSeconds } from "../pages/contestants.ts"
import { type Request, type Round, send } from "./load.ts"

/** Concurrent callers. */
export const clients = 32
/** Connections to PostgreSQL of each contestant. */
export const connections = 6

export interface Contestant {
  name: string
  /** Reads five rows of ten thousand, in order. */
  reads(seconds: number): Promise<Round>
  /** Inserts rows, each by a separate request. */
  writes(seconds: number): Promise<Round>
  /** Processor time of its process so far, in seconds; null if unknown. */
  cpuSeconds(): Promise<number | null>
  close(): Promise<void>
}

const read: Request = {
  method: "GET",
  path: "/results?select=id,name,points,at&order=points.desc&limit=5",
  headers: { "accept-profile": "bench" },
}
const write: Request = {
  method: "POST",
  path: "/notes",
  headers: { "content-profile": "bench", "content-type": "application/json" },
  body: JSON.stringify({ body: "Ran along the river before breakfast" }),
}

/** Our gateway in a separate process: HTTP, the key, the caller's role, row-level security and a transaction. */
export async function ours(url: string): Promise<Contestant> {
  const apikey = "sb_publishable_bench_aaaaaaaa"
  const program = new URL("./gateway.ts", import.meta.url).pathname
  const profile = process.env.BENCH_PROFILE
    ? ["--cpu-prof", `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
    : []
  const child = spawn(process.execPath, [...profile, program, url, String(connections), apikey], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const [line] = (await once(child.stdout, "data")) as [Buffer]
  return {
    ...overHttp("gateway", `${String(line).trim()}/rest/v1`, { apikey }),
    cpuSeconds: () => cpuSeconds(child.pid ?? 0),
    async close() {
      child.kill("SIGTERM")
      await once(child, "exit")
    },
  }
}

/** PostgREST, if it can be installed. */
export async function postgrest(url: string): Promise<Contestant | null> {
  if (!hasPostgrest) return null
  const running = await startPostgrest({ databaseUrl: url, schemas: ["bench"], connections })
  const token = await new SignJWT({ role: "anon" })
    .setProtectedHeader({ alg: "HS256" })
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(running.jwtSecret))
  const reached = overHttp("PostgREST", running.url, { authorization: `Bearer ${token}` })
  return { ...reached, cpuSeconds: async () => null, close: running.close }
}

/** The same statements directly through the driver, as the owner. */
export function bare(url: string): Contestant {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  return {
    name: "bare statements",
    reads: (seconds) =>
      repeat(seconds, () =>
        pool.query({
          name: "read",
          text: "select id, name, points, at from bench.results order by points desc limit 5",
        }),
      ),
    writes: (seconds) =>
      repeat(seconds, () =>
        pool.query({
          name: "write",
          text: "insert into bench.notes (body) values ($1)",
          values: ["Ran along the river before breakfast"],
        }),
      ),
    async cpuSeconds() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    close: () => pool.end(),
  }
}

function overHttp(
  name: string,
  url: string,
  key: Record<string, string>,
): Pick<Contestant, "name" | "reads" | "writes"> {
  const sent = (request: Request, seconds: number) =>
    send(url, { ...request, headers: { ...request.headers, ...key } }, { clients, seconds })
  return { name, reads: (seconds) => sent(read, seconds), writes: (seconds) => sent(write, seconds) }
}

async function repeat(seconds: number, statement: () => PromiseLike<unknown>): Promise<Round> {
  const until = performance.now() + seconds * 1000
  let requests = 0
  const caller = async () => {
    for (; performance.now() < until; requests++) await statement()
  }
  await Promise.all(Array.from({ length: clients }, caller))
  return { requests, perSecond: requests / seconds }
}
