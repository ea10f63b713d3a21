/**
 * Compares reads and writes through the gateway with PostgREST and with the bare statements, in the same run, on the same
 * PostgreSQL and with as many connections each. PostgREST is left out where it cannot be installed.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { cpus, tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import type { Log } from "#domain/world.ts"
import { bare, type Contestant, clients, connections, ours, postgrest } from "./data/contestants.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"

const rows = 10_000
const rounds = 5
const seconds = 3
/** Required share of PostgREST's requests per second, for reads and for writes. */
const ofPostgrest = 1
/** Required share of the bare inserts per second. */
const ofBareWrites = 0.5

const quiet: Log = {
  debug() {},
  info() {},
  warn() {},
  error: (fields, message) => console.error(message, fields),
}
const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prints requests and statements per second of each round, the medians and their ratios. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-data-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quiet, purpose: "bench" })
  try {
    await migrate({ url: embedded.url, platform: true, log: quiet })
    await prepare(embedded.url)
    const contestants = [await ours(embedded.url), await postgrest(embedded.url), bare(embedded.url)]
    const present = contestants.filter((one) => one !== null)
    try {
      return await compare(present)
    } finally {
      await Promise.all(present.map((one) => one.close()))
    }
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
    create table bench.notes (id bigint generated always as identity primary key, body text not null);
    alter table bench.results enable row level security;
    alter table bench.notes enable row level security;
    create policy everybody on bench.results for select to anon using (true);
    create policy everybody on bench.notes for insert to anon with check (true);
    grant select on bench.results to anon;
    grant insert on bench.notes to anon;
    analyze bench.results;`)
  await sql.end()
}

async function compare(contestants: readonly Contestant[]): Promise<BenchResult> {
  say(
    `${cpus().length} cores, ${rows} rows, ${clients} clients, ${connections} connections each, ${seconds} s a round`,
  )
  const medians = new Map<string, { reads: number; writes: number }>()
  const all = contestants.map((one) => ({ one, reads: [] as number[], writes: [] as number[] }))
  for (const { one } of all) {
    await one.reads(2)
    await one.writes(1)
  }
  // The rounds alternate, so that noise on the machine affects all of them.
  for (let round = 1; round <= rounds; round++) {
    for (const { one, reads, writes } of all) {
      reads.push(await one.reads(seconds))
      writes.push(await one.writes(seconds))
      say(
        `round ${round}: ${one.name} ${Math.round(reads.at(-1) ?? 0)} reads/s, ${Math.round(writes.at(-1) ?? 0)} writes/s`,
      )
    }
  }
  for (const { one, reads, writes } of all) {
    medians.set(one.name, { reads: median(reads), writes: median(writes) })
    say(`median: ${one.name} ${Math.round(median(reads))} reads/s, ${Math.round(median(writes))} writes/s`)
  }
  return judge(medians)
}

function judge(medians: ReadonlyMap<string, { reads: number; writes: number }>): BenchResult {
  const none = { reads: 0, writes: 0 }
  const gateway = medians.get("gateway") ?? none
  const statements = medians.get("bare statements") ?? none
  const other = medians.get("PostgREST")
  const checks: [string, number, number | null][] = [
    ["reads of bare statements", gateway.reads / statements.reads, null],
    ["writes of bare statements", gateway.writes / statements.writes, ofBareWrites],
  ]
  if (other) {
    checks.push(["reads of PostgREST", gateway.reads / other.reads, ofPostgrest])
    checks.push(["writes of PostgREST", gateway.writes / other.writes, ofPostgrest])
  }
  for (const [what, share, wanted] of checks) {
    say(`${share.toFixed(2)} of the ${what}${wanted === null ? "" : ` (target ${wanted})`}`)
  }
  return {
    target: `${ofBareWrites} of the bare inserts per second${other ? `, and all of PostgREST's reads and writes` : ""}`,
    met: checks.every(([, share, wanted]) => wanted === null || share >= wanted),
  }
}
