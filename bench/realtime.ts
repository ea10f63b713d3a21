/**
 * What one change costs when 1,000 members follow its table, each with a token of their own: `npm run bench -- realtime`. Deciding who
 * gets it alone, because what a socket costs is the same for every message.
 */
import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startEmbedded } from "#adapters/db/embedded.ts"
import { migrate } from "#adapters/db/migrate.ts"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { deliverChanges } from "#platform/realtime/changes/deliver.ts"
import type { Change } from "#platform/realtime/changes/payload.ts"
import type { Subscription } from "#platform/realtime/changes/subscriber.ts"
import { takeRole } from "#platform/realtime/channels/take-role.ts"
import type { Db } from "#ports/db.ts"
import { createTurns } from "#primitives/turns.ts"
import type { BenchResult } from "./run.ts"
import { median } from "./support/median.ts"
import { quietLog } from "./support/quiet-log.ts"

const members = 1_000
const rounds = 7
/** The time for all members, as a part of one transaction for each of them. */
const most = 0.5

/** Policies by what they ask about whoever reads. */
const tables = {
  published: "published",
  own: "owner = auth.uid()",
  team: "exists (select from memberships m where m.team = team.team and m.member = (select auth.uid()))",
}

export async function bench(): Promise<BenchResult> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-bench-"))
  const embedded = await startEmbedded({ dataDir: join(folder, "postgres"), log: quietLog, purpose: "bench" })
  await migrate({ url: embedded.url, platform: true, log: quietLog })
  const db = connectPostgres({ url: embedded.url, max: 4 })
  try {
    const ids = Array.from({ length: members }, () => randomUUID())
    await db.query("create table memberships (team int, member uuid); create index on memberships (member)")
    await db.query(
      "insert into memberships select n % 10, id from unnest($1::uuid[]) with ordinality as m(id, n)",
      [ids],
    )
    await db.query("grant select on memberships to authenticated")
    const parts: number[] = []
    for (const [name, policy] of Object.entries(tables)) {
      await db.query(`create table ${name} (id int generated always as identity primary key, owner uuid, team int,
          published boolean default true);
        alter table ${name} enable row level security; grant select on ${name} to authenticated;
        create policy reading on ${name} for select to authenticated using (${policy});
        alter publication supabase_realtime add table ${name};
        create trigger realtime_changes after insert on ${name} for each row execute function realtime.keep_change()`)
      const [row] = await db.query("select $1::regclass::oid::text as oid", [name])
      let heard = 0
      const subscriptions = ids.map((sub) => subscriptionOf(sub, String(row?.oid), name, () => void heard++))
      const times: number[] = []
      const before = await statements(db)
      for (let round = 0; round < rounds; round++) {
        const owner = ids[round] ?? ""
        await db.query(`insert into ${name} (owner, team) values ($1, 3)`, [owner])
        const changes = (await db.query(
          `select id::text as id, relation::text as relation, type, cut, changed_at::text as at
           from realtime.changes where relation = $1::regclass order by changes.id desc limit 1`,
          [name],
        )) as unknown as Change[]
        const began = performance.now()
        await deliverChanges({ db, turn: createTurns(2) }, subscriptions, changes)
        times.push(performance.now() - began)
      }
      const each = ((await statements(db)) - before) / rounds
      const alone = await oneByOne(db, name, subscriptions)
      parts.push(median(times) / alone)
      const heardBy = heard / rounds
      process.stdout.write(
        `${name}: ${median(times).toFixed(0)} ms (one by one ${alone.toFixed(0)} ms) and ${each.toFixed(0)} transactions for a change that ${heardBy} of ${members} members get\n`,
      )
    }
    return {
      target: `at most ${most} of the time of a transaction for each member`,
      met: parts.every((part) => part <= most),
    }
  } finally {
    await db.end()
    await embedded.stop()
    await rm(embedded.dataDir, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

function subscriptionOf(sub: string, oid: string, table: string, write: () => void): Subscription {
  const claims = { sub, role: "authenticated", session_id: randomUUID() }
  const binding = { id: 1, event: "INSERT" as const, schema: "public", table, conditions: [], select: null }
  return {
    subscriber: {
      ...{ topic: "realtime:bench", version: "2.0.0", bindings: [binding], write, lost() {} },
      caller: () => ({ role: "authenticated", userId: sub, claims }),
    },
    resolved: [{ binding, relations: new Set([oid]) }],
  }
}

/** How long it takes, in ms, to ask each member in a transaction of their own whether they see a row. */
async function oneByOne(db: Db, table: string, subscriptions: readonly Subscription[]): Promise<number> {
  const began = performance.now()
  const turn = createTurns(2)
  await Promise.all(
    subscriptions.map(({ subscriber }) =>
      turn(() =>
        db.transaction(async (within) => {
          await takeRole(within, subscriber.caller())
          await within.query(`select from ${table} where id = 1`)
        }),
      ),
    ),
  )
  return performance.now() - began
}

/** Transactions in this database since its start, by its own counter. */
async function statements(db: Db): Promise<number> {
  await db.query("select pg_stat_force_next_flush()")
  // The counters of other connections follow within a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const [row] = await db.query(
    "select (xact_commit + xact_rollback)::int as n from pg_stat_database where datname = current_database()",
  )
  return Number(row?.n)
}
