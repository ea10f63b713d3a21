/**
 * Compares `GET ?order=&limit=5` through the gateway with the same query through postgres.js, in the same
 * run, on the same PostgreSQL and with as many connections. The gateway's side includes HTTP, the key, the
 * caller's role, row-level security and a transaction.
 */
import { mkdtemp, rm } from "node:fs/promises"
import type { Server } from "node:http"
import type { AddressInfo } from "node:net"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { Hono } from "hono"
import postgres from "postgres"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import type { Log } from "#domain/world.ts"
import { createGateway } from "#platform/gateway.ts"
import { type Load, loadTool } from "./pages/load.ts"
import type { BenchResult } from "./run.ts"

const rows = 10_000
const pool = 4
const clients = 32
const rounds = 5
const seconds = 3
/**
 * The required share of the direct queries per second; 0.05 to 0.1 was measured on a machine busy with other
 * work.
 */
const wanted = 0.03

const keys = { publishable: "sb_publishable_bench_aaaaaaaa", secret: "sb_secret_bench_bbbbbbbb" }
const quiet: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prints requests and queries per second of each round, the medians and their ratio. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-data-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quiet, purpose: "bench" })
  try {
    await migrate({ url: embedded.url, platform: true, log: quiet })
    await prepare(embedded.url)
    return await measure(embedded.url)
  } finally {
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

async function prepare(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql.unsafe(`
    create schema bench;
    grant usage on schema bench to anon;
    create table bench.results (id integer primary key, name text not null, points integer not null, at timestamptz not null);
    insert into bench.results
      select i, 'Athlete ' || i, (i * 7919) % 100000, '2026-01-01'::timestamptz + i * interval '1 minute'
      from generate_series(1, ${rows}) i;
    create index on bench.results (points desc);
    alter table bench.results enable row level security;
    create policy everybody on bench.results for select to anon using (true);
    grant select on bench.results to anon;
    analyze bench.results;`)
  await sql.end()
}

async function measure(url: string): Promise<BenchResult> {
  const gateway = createGateway({
    keys,
    log: quiet,
    backend: {
      kind: "local",
      databaseUrl: url,
      databasePool: pool,
      data: { schemas: ["bench"] },
      auth: { app: new Hono(), verifyToken: async () => null },
    },
  })
  await gateway.ready
  const server = serve({ fetch: gateway.app.fetch, port: 0, hostname: "127.0.0.1" }) as Server
  await new Promise((resolve) => server.once("listening", resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sql = postgres(url, { max: pool, onnotice: () => {} })
  const load: Load = {
    seconds,
    connections: clients,
    path: "/rest/v1/results?select=id,name,points,at&order=points.desc&limit=5",
    headers: { apikey: keys.publishable, "accept-profile": "bench" },
  }
  try {
    await mustBeEqual(address, load, sql)
    const tool = await loadTool()
    say(
      `${cpus().length} cores, ${rows} rows, ${clients} clients, ${pool} connections, ${seconds} s a round, load by ${tool.name}`,
    )
    await tool.run(address, { ...load, seconds: 2 })
    await direct(sql, 1)
    const shares: number[] = []
    for (let round = 1; round <= rounds; round++) {
      // The rounds alternate, so that noise on the machine affects both.
      const through = await tool.run(address, load)
      const straight = await direct(sql, seconds)
      if (through.failed > 0) throw new Error(`${through.failed} requests failed`)
      shares.push(through.perSecond / straight)
      say(
        `round ${round}: gateway ${Math.round(through.perSecond)}/s (p99 ${through.p99Ms} ms), direct ${Math.round(straight)}/s`,
      )
    }
    const share = shares.sort((a, b) => a - b)[Math.floor(rounds / 2)] ?? 0
    say(`median ratio: ${share.toFixed(2)}`)
    return {
      target: `at least ${wanted} of the queries per second of postgres.js alone`,
      met: share >= wanted,
    }
  } finally {
    await sql.end()
    await new Promise((resolve) => server.close(resolve))
    await gateway.close()
  }
}

const top = (sql: postgres.Sql) =>
  sql`select id, name, points, at from bench.results order by points desc limit 5`

/** Queries per second with as many concurrent callers as the gateway has clients. */
async function direct(sql: postgres.Sql, forSeconds: number): Promise<number> {
  const until = performance.now() + forSeconds * 1000
  let answered = 0
  const caller = async () => {
    for (; performance.now() < until; answered++) await top(sql)
  }
  await Promise.all(Array.from({ length: clients }, caller))
  return answered / forSeconds
}

/** Both must return the same rows, or the comparison is meaningless. */
async function mustBeEqual(address: string, { path, headers }: Load, sql: postgres.Sql): Promise<void> {
  const answer = (await (await fetch(address + path, { headers })).json()) as { id: number }[]
  const expected = await top(sql)
  if (JSON.stringify(answer.map(({ id }) => id)) !== JSON.stringify(expected.map(({ id }) => id))) {
    throw new Error(`The gateway answers ${JSON.stringify(answer)}`)
  }
}
