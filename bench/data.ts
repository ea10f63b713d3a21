/**
 * Compares reads and writes through the gateway with PostgREST and with the bare statements, in the same run, on the
 * same PostgreSQL and with the same number of connections each. PostgREST is left out if it cannot be installed.
 */
import { mkdtemp, rm } from "node:fs/promises"
import { cpus, loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { bare, type Contestant, clients, connections, ours, postgrest } from "./data/contestants.ts"
import { cpuSeconds } from "./pages/contestants.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"
import { postmaster } from "./support/postmaster.ts"
import { quietLog } from "./support/quiet-log.ts"

const rows = 10_000
const rounds = 5
const seconds = 3
/** Required share of PostgREST's requests per second, for reads and for writes. */
const ofPostgrest = 1
/** Required share of the bare inserts per second. */
const ofBareWrites = 0.5

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Prints requests and statements per second of each round, the medians, the cost of one, and the ratios. */
export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-data-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quietLog, purpose: "bench" })
  try {
    await migrate({ url: embedded.url, platform: true, log: quietLog })
    await prepare(embedded.url)
    const contestants = [await ours(embedded.url), await postgrest(embedded.url), bare(embedded.url)]
    const present = contestants.filter((one) => one !== null)
    try {
      return await compare(present, await postmaster(embedded.url))
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
  const db = connectPostgres({ url, max: 1 })
  await db.query(`
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
  await db.end()
}

interface Measured {
  /** Median per second. */
  perSecond: number
  /** Processor time of one in µs, in the contestant's process and in PostgreSQL; the load generator does not count. */
  costUs: number
}

async function compare(contestants: readonly Contestant[], database: number): Promise<BenchResult> {
  say(
    `${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, ${rows} rows, ${clients} clients, ${connections} connections each, ${seconds} s a round`,
  )
  const all = contestants.map((one) => ({
    one,
    reads: [] as number[],
    writes: [] as number[],
    spent: new Map<string, Spent>(),
  }))
  for (const { one } of all) {
    await one.reads(2)
    await one.writes(1)
  }
  // The rounds alternate, so that noise on the machine affects all of them.
  for (let round = 1; round <= rounds; round++) {
    for (const { one, reads, writes, spent } of all) {
      for (const [kind, list] of [
        ["reads", reads],
        ["writes", writes],
      ] as const) {
        const before = [await one.cpuSeconds(), await cpuSeconds(database)]
        const { requests, perSecond } = await one[kind](seconds)
        const after = [await one.cpuSeconds(), await cpuSeconds(database)]
        const [own, theirs] = after.map((end, n) => (end ?? Number.NaN) - (before[n] ?? Number.NaN))
        const so = spent.get(kind) ?? { own: 0, database: 0, requests: 0 }
        spent.set(kind, {
          own: so.own + (own ?? Number.NaN),
          database: so.database + (theirs ?? Number.NaN),
          requests: so.requests + requests,
        })
        list.push(perSecond)
      }
      say(
        `round ${round}: ${one.name} ${Math.round(reads.at(-1) ?? 0)} reads/s, ${Math.round(writes.at(-1) ?? 0)} writes/s`,
      )
    }
  }
  const results = new Map<string, Record<"reads" | "writes", Measured>>()
  for (const { one, reads, writes, spent } of all) {
    const measured = (kind: "reads" | "writes", list: readonly number[]): Measured => {
      const { own, database, requests } = spent.get(kind) ?? {
        own: Number.NaN,
        database: Number.NaN,
        requests: 1,
      }
      const us = (s: number) => (s * 1e6) / requests
      const cost = Number.isNaN(own)
        ? ""
        : `; ${us(own).toFixed(0)} µs of processor time in its process and ${us(database).toFixed(0)} in PostgreSQL for each`
      say(`median: ${one.name} ${Math.round(median(list))} ${kind}/s${cost}`)
      return { perSecond: median(list), costUs: us(own + database) }
    }
    results.set(one.name, { reads: measured("reads", reads), writes: measured("writes", writes) })
  }
  return judge(results)
}

interface Spent {
  own: number
  database: number
  requests: number
}

function judge(results: ReadonlyMap<string, Record<"reads" | "writes", Measured>>): BenchResult {
  const [ours, statements, other] = ["gateway", "bare statements", "PostgREST"].map((name) =>
    results.get(name),
  )
  if (!ours || !statements) throw new Error("There is nothing to compare")
  const checks: [string, number, number | null][] = []
  for (const kind of ["reads", "writes"] as const) {
    const target = kind === "writes" ? ofBareWrites : null
    checks.push([`bare ${kind} by number`, ours[kind].perSecond / statements[kind].perSecond, target])
    // Waiting does not affect this figure, and other programs on the machine hardly do.
    const byCost = statements[kind].costUs / ours[kind].costUs
    if (!Number.isNaN(byCost)) checks.push([`bare ${kind} by processor time`, byCost, null])
    if (other)
      checks.push([`${kind} of PostgREST`, ours[kind].perSecond / other[kind].perSecond, ofPostgrest])
  }
  for (const [what, share, wanted] of checks) {
    say(`${share.toFixed(2)} of the ${what}${wanted === null ? "" : ` (target ${wanted})`}`)
  }
  return {
    target: `${ofBareWrites} of the bare inserts per second${other ? `, and all of PostgREST's reads and writes` : ""}`,
    met: checks.every(([, share, wanted]) => wanted === null || share >= wanted),
  }
}
