/** What each of many callers may see of a change, decided in few statements, beside what a select of theirs returns. */
import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTurns } from "#primitives/turns.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import type { Caller, CallerRole } from "../../gateway/contract.ts"
import { takeRole } from "../channels/take-role.ts"
import { deliverChanges } from "./deliver.ts"
import type { Change } from "./payload.ts"
import type { Subscription } from "./subscriber.ts"
import { readTables, type Table } from "./tables.ts"
import { isSameForAll, readQuestions, seenBy } from "./visible.ts"

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await createTestDatabase({ max: 4 })
  db = database.db
  await db.query(`
    create table memberships (team int, member uuid, primary key (team, member));
    grant select on memberships to authenticated;
    create function remembered() returns text language plpgsql as $$ begin
      if coalesce(current_setting('test.me', true), '') = '' then
        perform set_config('test.me', auth.uid()::text, true);
      end if;
      return current_setting('test.me');
    end $$;
    create function slow() returns boolean language sql as $$
      select true from pg_sleep(case when auth.jwt() ->> 'slow' = 'yes' then 5 else 0 end) $$;
    create function is_even(n int) returns boolean language sql immutable as $$ select n % 2 = 0 $$`)
  for (const [name, policies] of Object.entries(tables)) {
    await db.query(`create table ${name} (id int primary key, owner uuid, team int, level int, published boolean, words text);
      alter table ${name} enable row level security; grant select on ${name} to anon, authenticated;
      alter publication supabase_realtime add table ${name};
      create trigger realtime_changes after insert or update or delete on ${name} for each row execute function realtime.keep_change()`)
    for (const [index, policy] of policies.entries())
      await db.query(`create policy p${index} on ${name} ${policy}`)
  }
})
afterAll(() => database.drop())
beforeEach(async () => {
  await db.query("truncate memberships; truncate realtime.changes")
})

/** Policies in different forms: what they ask, and of whom. */
const tables = {
  published: ["for select using (published and words is distinct from 'secret')"],
  own: ["for select using (owner = auth.uid())"],
  team: [
    "for select to authenticated using (exists (select from memberships m where m.team = team.team and m.member = (select auth.uid())))",
    "as restrictive for select using (level < 5)",
  ],
  claims: [
    "for select using (level <= coalesce((auth.jwt() ->> 'level')::int, 0))",
    "for select to anon using (published)",
  ],
  remembering: ["for select using (owner::text = remembered())"],
  slow: ["for select using (slow())"],
  self_made: ["for select using (is_even(level))"],
  timed: ["for select using (level < extract(year from now()))"],
}
type Name = keyof typeof tables

function member(claims: Record<string, unknown> = {}): Caller {
  const sub = randomUUID()
  return { role: "authenticated", userId: sub, claims: { sub, role: "authenticated", ...claims } }
}
const visitor: Caller = { role: "anon", userId: null, claims: { role: "anon" } }

async function tableOf(name: Name): Promise<Table> {
  const [table] = await readTables(db, { schema: "public", name })
  if (!table) throw new Error(`no table ${name}`)
  return table
}

/** Delivers what is stored to each caller; returns the ids of the rows that each got, or the error, and counts statements. */
async function deliver(name: Name, callers: readonly Caller[]) {
  const { oid } = await tableOf(name)
  const changes = (await db.query(
    `select id::text as id, relation::text as relation, type, cut, changed_at::text as at from realtime.changes where relation = $1::oid order by changes.id`,
    [oid],
  )) as unknown as Change[]
  const heard = callers.map((): string[] => [])
  const binding = { id: 1, event: "*" as const, schema: "public", table: name, conditions: [], select: null }
  const subscriptions = callers.map(
    (caller, index): Subscription => ({
      subscriber: {
        ...{ topic: "realtime:t", version: "2.0.0", bindings: [binding], lost() {} },
        caller: () => caller,
        write: (frame) => {
          const { data } = JSON.parse(frame)[4]
          heard[index]?.push(data.errors?.[0] ?? String((data.record ?? data.old_record).id))
        },
      },
      resolved: [{ binding, relations: new Set([oid]) }],
    }),
  )
  const counted = counting(db)
  await deliverChanges({ db: counted.db, turn: createTurns(2) }, subscriptions, changes)
  return { heard, statements: counted.count() }
}

/** Counts what is sent to the database; the begin and end of a transaction as well. */
function counting(inner: Db): { db: Db; count(): number } {
  let count = 0
  const wrap = (one: Db): Db => ({
    ...one,
    query(...given) {
      count++
      return one.query(...given)
    },
    sql: new Proxy(one.sql, {
      apply(target, self, given) {
        count++
        return Reflect.apply(target, self, given)
      },
    }),
    transaction: (work) => {
      count += 2
      return one.transaction((within) => work(wrap(within)))
    },
  })
  return { db: wrap(inner), count: () => count }
}

/** What a select of theirs returns. */
async function selected(name: Name, caller: Caller): Promise<string[]> {
  return db.transaction(async (within) => {
    await takeRole(within, caller)
    const rows = await within.query(`select id::text as id from ${name} order by ${name}.id`)
    return rows.map(({ id }) => String(id))
  })
}

test("each of many callers with differing policies gets exactly the rows that a select of theirs returns", async () => {
  const members = Array.from({ length: 250 }, (_, n) => member(n % 3 === 0 ? { level: n % 7 } : {}))
  const callers = [...members, visitor]
  await db.query(
    "insert into memberships select n % 5, id from unnest($1::uuid[]) with ordinality as m(id, n) where n % 2 = 0",
    [members.map(({ userId }) => userId)],
  )
  for (const name of ["published", "own", "team", "claims", "remembering", "self_made", "timed"] as const) {
    await db.query(`truncate ${name}`)
    await db.query(
      `insert into ${name} select n, ($1::uuid[])[1 + n % 9], n % 5, n % 7, n % 2 = 0, case when n = 4 then 'secret' end
       from generate_series(1, 20) n`,
      [members.map(({ userId }) => userId)],
    )
    const { heard } = await deliver(name, callers)
    for (const index of [...Array.from({ length: 30 }, (_, n) => n), 199, 200, 201, 249, 250]) {
      const caller = callers[index]
      if (caller) expect(heard[index], `${name} ${index}`).toEqual(await selected(name, caller))
    }
    // Those who see nothing and those who see something are both among them.
    expect(new Set(heard.map(String)).size, name).toBeGreaterThan(
      ["published", "self_made", "timed"].includes(name) ? 0 : 1,
    )
  }
})

test("1,000 members with tokens of their own are a handful of statements", async () => {
  const members = Array.from({ length: 1_000 }, () => member())
  await db.query("truncate own; insert into own values (1, $1)".replace("$1", `'${members[3]?.userId}'`))
  const { heard, statements } = await deliver("own", members)
  expect(heard.flatMap((ids, index) => (ids.length > 0 ? [index] : []))).toEqual([3])
  expect(statements).toBeLessThan(40)
})

test("policies that read the row alone are asked once for a role; all others for each caller", async () => {
  const sameFor = async (role: CallerRole) => {
    const names = Object.keys(tables) as Name[]
    const found = await Promise.all(
      names.map(async (name) => [name, isSameForAll(await tableOf(name), role)] as const),
    )
    return found.filter(([, same]) => same).map(([name]) => name)
  }
  expect(await sameFor("authenticated")).toEqual(["published"])
  // A policy for others does not matter; where there is none, nobody sees anything.
  expect(await sameFor("anon")).toEqual(["published", "team"])
})

test("a policy that fails or takes long for one caller is answered to that one, and the others get the row", async () => {
  await db.query("truncate claims; insert into claims (id, level) values (1, 0)")
  const callers = [member(), member({ level: "not a number" }), member()]
  expect((await deliver("claims", callers)).heard).toEqual([
    ["1"],
    ["Error 500: Internal Server Error, RLS policy evaluation failed"],
    ["1"],
  ])
  await db.query("truncate slow; insert into slow (id) values (1)")
  const table = await tableOf("slow")
  const [change] = await db.query(
    "select id::text as id from realtime.changes order by changes.id desc limit 1",
  )
  const ids = new Set([String(change?.id)])
  const questions = await readQuestions(db, table, [...ids])
  const asking = [member(), member({ slow: "yes" }), member(), member()].map((caller) => ({ caller, ids }))
  const seen = await seenBy({ db, turn: createTurns(2) }, table, asking, questions, 300)
  expect(seen.map((one) => one && [...one.values()])).toEqual([
    [{ record: true, oldKey: false }],
    null,
    [{ record: true, oldKey: false }],
    [{ record: true, oldKey: false }],
  ])
})

test("callers cannot call the function that decides", async () => {
  for (const caller of [visitor, member()])
    await expect(
      db.transaction(async (within) => {
        await takeRole(within, caller)
        await within.query("select realtime.sights('service_role', '[]', '[]', 'select 1')")
      }),
    ).rejects.toMatchObject({ code: "42501" })
})
