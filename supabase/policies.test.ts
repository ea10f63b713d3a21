/**
 * Each row-level policy of the public tables, tested with a row of Mara's and a row of Nia's in every table. A dropped
 * policy would show too little, one that is always true too much.
 */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"

const mara = "00000000-0000-4000-8000-000000000001"
const nia = "00000000-0000-4000-8000-000000000002"

/** The rows visible to Mara, to a helper, to the owner of the site, and to a visitor. */
interface Readers {
  mara: "own" | "all" | "none"
  helper: "all" | "none"
  owner: "all" | "none"
  visitor: "all" | "none" | "refused"
}
const everybody: Readers = { mara: "all", helper: "all", owner: "all", visitor: "all" }
const own: Readers = { mara: "own", helper: "none", owner: "none", visitor: "refused" }
const forOperators: Readers = { mara: "none", helper: "all", owner: "all", visitor: "refused" }
const forOwners: Readers = { mara: "none", helper: "none", owner: "all", visitor: "refused" }

const readers: Record<string, Readers> = {
  activities: own,
  activity_objections: own,
  activity_reviews: own,
  athlete_days: own,
  athletes: own,
  boards: everybody,
  break_weeks: own,
  consent_log: forOwners,
  disqualifications: own,
  event_occurrences: everybody,
  event_signups: { ...forOperators, mara: "own" },
  happenings: own,
  import_files: own,
  import_uploads: own,
  imports: own,
  newsletter_deliveries: forOwners,
  newsletter_issues: forOwners,
  orders: { ...forOwners, mara: "own" },
  paid_subscriptions: { ...forOwners, mara: "own" },
  prizes: own,
  race_entrants: own,
  race_results: own,
  // These rows are races that have ended.
  races: { mara: "none", helper: "none", owner: "none", visitor: "none" },
  recording_files: own,
  season_results: own,
  seasons: everybody,
  series: everybody,
  standings: own,
  strength_logs: own,
  submission_history: forOperators,
  submissions: forOperators,
  subscribers: forOwners,
  subscriptions: forOwners,
  team_members: own,
  teams: everybody,
  week_goals: own,
  withheld_activities: own,
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ max: 1 })
  const { db } = database
  // Only visibility is tested here, so the row needs neither meaningful values nor the rows that it references.
  await db.query("set session_replication_role = replica")
  for (const table of Object.keys(readers)) {
    const checks = await db.query(
      "select conname from pg_constraint where conrelid = $1::regclass and contype = 'c' and coninhcount = 0",
      [`public.${table}`],
    )
    for (const { conname } of checks)
      await db.query(`alter table public.${table} drop constraint "${conname}"`)
    const columns = await db.query(
      `select string_agg(quote_ident(column_name), ', ') as names, string_agg(
        case
          when data_type in ('bigint', 'integer', 'smallint', 'double precision', 'real', 'numeric') then 'n'
          when data_type = 'uuid' then '(''00000000-0000-4000-8000-00000000000'' || n)::uuid'
          when data_type = 'boolean' then 'false'
          when data_type = 'date' then '''2026-11-01''::date + n'
          when data_type = 'timestamp with time zone' then '''2026-11-01''::timestamptz'
          when data_type = 'jsonb' then '''{}'''
          when data_type = 'bytea' then 'sha256(n::text::bytea)'
          when data_type = 'ARRAY' then '''{}'''
          else '''x'' || n'
        end, ', ') as values
       from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
      [table],
    )
    const { names, values } = columns[0] as { names: string; values: string }
    await db.query(
      `insert into public.${table} (${names}) overriding system value select ${values} from generate_series(1, 2) n`,
    )
  }
})
afterAll(() => database.drop())

/** The numbers of the rows visible to a request with these claims; "refused" if it has no privilege on the table. */
async function read(table: string, role: string, claims: object): Promise<string> {
  return database.db.transaction(async (db) => {
    await db.query(`set local role ${role}`)
    await db.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify(claims)])
    // Selects only the number, because some columns are granted to nobody.
    const [row] = await db.query(`select count(*)::integer as n from public.${table}`)
    return ["none", "own", "all"][row?.n as number] ?? "more"
  })
}

const member = (sub: string, role?: string) => ({
  sub,
  role: "authenticated",
  app_metadata: role ? { role } : {},
})
const nobody = "00000000-0000-4000-8000-00000000000f"

test.each(Object.entries(readers))("%s", async (table, expected) => {
  expect({
    mara: await read(table, "authenticated", member(mara)),
    helper: await read(table, "authenticated", member(nobody, "helper")),
    owner: await read(table, "authenticated", member(nobody, "owner")),
    visitor: await read(table, "anon", { role: "anon" }).catch((error: { code: string }) =>
      error.code === "42501" ? "refused" : error,
    ),
  }).toEqual(expected)
  // Not the other row, and nothing for a role that does not exist.
  expect(await read(table, "authenticated", member(nia))).toBe(expected.mara)
  expect(await read(table, "authenticated", member(nobody, "reader"))).toBe(
    expected.visitor === "all" ? "all" : "none",
  )
})

test("the list of expectations names every table with a policy", async () => {
  const rows = await database.db.query(
    "select distinct tablename::text as name from pg_policies where schemaname = 'public' order by 1",
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(readers))
})

test.each([
  ["sub", "auth.uid()::text", mara],
  ["role", "auth.role()", "authenticated"],
  ["email", "auth.email()", "mara@example.com"],
  ["app_metadata", "auth.jwt() ->> 'app_metadata'", null],
])("the claim %s is read by %s", async (claim, expression, value) => {
  const answer = await database.db.transaction(async (db) => {
    await db.query("select set_config('request.jwt.claims', $1, true)", [JSON.stringify({ [claim]: value })])
    return db.query(`select ${expression} as value`)
  })
  expect(answer).toEqual([{ value }])
})
