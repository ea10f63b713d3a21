import { afterAll, beforeAll, expect, test } from "vitest"
import type { Db } from "#ports/db.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"

/**
 * Everything that requests from browsers may do in the database, apart from row-level security: the privileges of anon,
 * authenticated and public (every role). A privilege that is not listed here was granted by mistake.
 */
const granted: Record<string, string[]> = {
  anon: [
    "delete storage.buckets",
    "delete storage.objects",
    "execute race_standings(text,text,integer,integer)",
    "execute realtime.broadcast_changes(text,text,text,text,text,record,record,text)",
    "execute realtime.send(jsonb,text,text,boolean)",
    "execute realtime.send_binary(bytea,text,text,boolean)",
    "execute realtime.topic()",
    "execute standings(text,integer,text)",
    "insert realtime.messages",
    "insert storage.buckets",
    "insert storage.objects",
    "select boards",
    "select event_occurrences",
    "select races",
    "select realtime.messages",
    "select seasons",
    "select series",
    "select storage.buckets",
    "select storage.objects",
    "select teams",
    "update realtime.messages",
    "update storage.buckets",
    "update storage.objects",
    "usage schema auth",
    "usage schema extensions",
    "usage schema public",
    "usage schema realtime",
    "usage schema storage",
  ],
  authenticated: [
    "delete storage.buckets",
    "delete storage.objects",
    "execute race_standings(text,text,integer,integer)",
    "execute realtime.broadcast_changes(text,text,text,text,text,record,record,text)",
    "execute realtime.send(jsonb,text,text,boolean)",
    "execute realtime.send_binary(bytea,text,text,boolean)",
    "execute realtime.topic()",
    "execute standings(text,integer,text)",
    "insert realtime.messages",
    "insert storage.buckets",
    "insert storage.objects",
    "select activities",
    "select activity_objections",
    "select activity_reviews",
    "select athlete_days",
    "select athletes",
    "select boards",
    "select break_weeks",
    "select consent_log",
    "select disqualifications",
    "select event_occurrences",
    "select event_signups(asked_at, cancelled_at, email, event, held_on, id, name, placed_at, reminded_at, state, user_id)",
    "select happenings(at, athlete_id, data, id, kind, local_on, season_id)",
    "select import_files",
    "select import_uploads",
    "select imports",
    "select newsletter_deliveries",
    "select newsletter_issues",
    "select orders(amount_cents, created_at, discount_cents, dispute_state, disputed_at, email, expired_at, failed_at, id, kind, mode, name, paid_at, payer_name, prize_id, product, refunded_cents, renewal, state, subscription_id, tax_cents, test, total_cents, user_id)",
    "select paid_subscriptions(amount_cents, cancel_at, ended_at, id, kind, name, order_id, period_ends_at, product, started_at, state, user_id)",
    "select prizes",
    "select race_entrants",
    "select race_results",
    "select races",
    "select realtime.messages",
    "select recording_files",
    "select season_results",
    "select seasons",
    "select series",
    "select standings",
    "select storage.buckets",
    "select storage.objects",
    "select strength_logs",
    "select submission_history",
    "select submissions",
    "select subscribers(bounces, created_at, email, id, name)",
    "select subscriptions(answers, confirmed_at, ended_at, id, list, requested_at, state, subscriber_id)",
    "select team_members",
    "select teams",
    "select week_goals",
    "select withheld_activities",
    "update realtime.messages",
    "update storage.buckets",
    "update storage.objects",
    "usage schema auth",
    "usage schema extensions",
    "usage schema public",
    "usage schema realtime",
    "usage schema storage",
  ],
  public: [
    "execute auth.email()",
    "execute auth.jwt()",
    "execute auth.role()",
    "execute auth.uid()",
    "execute storage.extension(text)",
    "execute storage.filename(text)",
    "execute storage.foldername(text)",
    "execute storage.operation()",
    "usage schema public",
  ],
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

/** Privileges by grantee, such as "select public.boards", "select public.orders(id, state)" or "execute auth.uid()". */
async function grantsOf(db: Db): Promise<Record<string, string[]>> {
  const rows = await db.query(`
    with rights (grantee, own_schema, what) as (
      select a.grantee, c.relnamespace, format('%s %s', a.privilege_type, c.oid::regclass)
      from pg_class c cross join aclexplode(c.relacl) a
      union all
      select a.grantee, c.relnamespace,
        format('%s %s(%s)', a.privilege_type, c.oid::regclass, string_agg(t.attname, ', ' order by t.attname))
      from pg_attribute t join pg_class c on c.oid = t.attrelid cross join aclexplode(t.attacl) a
      group by a.grantee, a.privilege_type, c.oid
      union all
      select a.grantee, p.pronamespace, format('%s %s', a.privilege_type, p.oid::regprocedure)
      from pg_proc p cross join aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
      union all
      select a.grantee, n.oid, format('%s schema %I', a.privilege_type, n.nspname)
      from pg_namespace n cross join aclexplode(coalesce(n.nspacl, acldefault('n', n.nspowner))) a
    )
    select coalesce(r.rolname, 'public') as grantee, lower(left(what, strpos(what, ' '))) || substr(what, strpos(what, ' ') + 1) as what
    from rights join pg_namespace n on n.oid = own_schema left join pg_roles r on r.oid = rights.grantee
    where (rights.grantee = 0 or r.rolname in ('anon', 'authenticated'))
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    order by grantee, what`)
  const found: Record<string, string[]> = {}
  for (const { grantee, what } of rows) {
    const name = String(grantee)
    found[name] = [...(found[name] ?? []), String(what)]
  }
  return found
}

test("browsers have exactly the listed privileges", async () => {
  expect(await grantsOf(database.db)).toEqual(granted)
})

test("the check detects privileges on a table, a column, a sequence, a function and a schema", async () => {
  const { db } = database
  const before = await grantsOf(db)
  await db
    .transaction(async (inner) => {
      await inner.query("create schema extra")
      await inner.query("grant usage on schema extra to anon")
      await inner.query("create table extra.things (id bigint generated always as identity, name text)")
      await inner.query("grant insert on extra.things to anon")
      await inner.query("grant select (name, id) on extra.things to authenticated")
      await inner.query("grant usage on sequence extra.things_id_seq to anon")
      await inner.query("create function extra.open(text) returns text language sql return $1")
      const after = await grantsOf(inner)
      const added = Object.entries(after).flatMap(([grantee, all]) =>
        all.filter((right) => !before[grantee]?.includes(right)).map((right) => `${grantee}: ${right}`),
      )
      expect(added.toSorted()).toEqual([
        "anon: insert extra.things",
        "anon: usage extra.things_id_seq",
        "anon: usage schema extra",
        "authenticated: select extra.things(id, name)",
        "public: execute extra.open(text)",
      ])
      throw new Error("enough")
    })
    .catch((error: Error) => {
      if (error.message !== "enough") throw error
    })
})
