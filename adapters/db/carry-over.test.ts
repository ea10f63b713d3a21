import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import postgres from "postgres"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import type { Db } from "#domain/world.ts"
import { readCatalog } from "#test/support/catalog.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { createTestDatabase, type TestDatabase, type TestDatabaseOptions } from "#test/support/database.ts"
import { carryOver } from "./carry-over.ts"
import { migrate, ourMigrations } from "./migrate.ts"

/** The migrations before the baseline, and a row for each of their tables. */
const BEFORE = join(import.meta.dirname, "../../test/before-baseline")

let database: TestDatabase
let sql: postgres.Sql

async function open(options: TestDatabaseOptions): Promise<void> {
  database = await createTestDatabase(options)
  // Not the pool of the test database: that pool counts as a running site.
  sql = postgres(database.url, { max: 1, onnotice: () => {} })
}

afterEach(async () => {
  await sql.end()
  await database.drop()
})

const start = (folders = ourMigrations, url = database.url) =>
  migrate({ url, platform: true, log: collectLog(), folders })
const carry = (folders = ourMigrations) =>
  carryOver({ url: database.url, platform: true, log: collectLog(), folders })
const db = {
  query: (text: string, values: unknown[] = []) => sql.unsafe(text, values as never[]),
} as unknown as Db

async function makeOld(): Promise<TestDatabase> {
  const made = await createTestDatabase({ migrated: false })
  await start({ ...ourMigrations, product: join(BEFORE, "migrations") }, made.url)
  await made.db.query(await readFile(join(BEFORE, "rows.sql"), "utf8"))
  // A database is copied while nobody is connected to it.
  await made.db.end()
  return made
}

type Columns = Record<string, string[]>

/** The columns of every table of the product. */
async function readColumns(): Promise<Columns> {
  const found = await sql<{ name: string; columns: string[] }[]>`
    select format('%I.%I', table_schema, table_name) as name, array_agg(column_name::text order by 1) as columns
    from information_schema.columns
    join pg_tables on schemaname = table_schema and tablename = table_name
    where table_schema in ('public', 'private')
    group by table_schema, table_name
    order by 1`
  return Object.fromEntries(found.map(({ name, columns }) => [name, columns]))
}

/** Every row of those tables, limited to those columns: a later version may have more. */
async function readRows(tables: Columns): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {}
  for (const [name, columns] of Object.entries(tables)) {
    const found = await sql.unsafe<{ row: string }[]>(
      `select row_to_json(t)::text as row from (select ${columns.join(", ")} from ${name}) t order by 1`,
    )
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

/** Columns or rows of the old tables under their current names. */
function renamed(tables: Record<string, string[]>): Record<string, string[]> {
  const names: Record<string, string> = {
    "private.strava_connections": "private.connections",
    "private.strava_invitations": "private.connection_invitations",
  }
  return Object.fromEntries(
    Object.entries(tables).map(([name, texts]) => [
      names[name] ?? name,
      texts.map((text) => text.replace(/\bstrava_id\b/, "account_id")),
    ]),
  )
}

/** The next value of each sequence. */
async function readSequences(): Promise<object[]> {
  return sql`select schemaname, sequencename, last_value from pg_sequences
    where schemaname in ('public', 'private') order by 1, 2`
}

describe("a database from before the baseline", () => {
  let old: TestDatabase
  beforeAll(async () => {
    old = await makeOld()
  })
  beforeEach(() => open({ copyOf: old }))
  afterAll(() => old.drop())

  test("is refused at startup in one sentence that says how to carry it over", async () => {
    await expect(start()).rejects.toThrow(
      /^This database was created before the migrations were rewritten as one baseline \(20261122000100_private\.sql\): .*npm run backup.*npm run carry-over\.$/,
    )
  })

  test("keeps every row and every sequence, and has the catalog of a new one", async () => {
    const columns = await readColumns()
    const rows = await readRows(columns)
    expect(Object.keys(rows).length).toBeGreaterThan(30)
    expect(Object.keys(rows).filter((table) => rows[table]?.length === 0)).toEqual([])
    // Gathered into blocks, as the test after this one says.
    delete columns["private.ranks_yesterday"]
    delete rows["private.ranks_yesterday"]
    // What processes had to hear at that time.
    delete columns["private.standing_changes"]
    delete rows["private.standing_changes"]
    // Counts of requests, which services report anew.
    delete columns["private.strava_usage"]
    delete rows["private.strava_usage"]
    const sequences = await readSequences()

    const total = Object.values(rows).reduce((sum, { length }) => sum + length, 0)
    expect(await carry()).toEqual({ tables: Object.keys(rows).length + 1, rows: total + 1 })
    // Settings that the baseline adds stand beside those carried over.
    const added = ["photo_review", "installed_at"]
    expect(await sql`delete from private.settings where name = any(${added}) returning value`).toHaveLength(2)
    expect(await readRows(renamed(columns))).toEqual(renamed(rows))
    expect(await readSequences()).toEqual(expect.arrayContaining(sequences))
    expect(await sql`select source from private.connections`).toEqual([{ source: "strava" }])
    expect(await start()).toEqual([])
    expect(await carry()).toBeNull()

    const fresh = await createTestDatabase()
    expect(await readCatalog(db)).toEqual(await readCatalog(fresh.db))
    await fresh.drop()
    expect(await sql`select nspname from pg_namespace where nspname like '%before%'`).toEqual([])
  })

  test("keeps the ranks of yesterday, and when they were stored", async () => {
    await carry()
    expect(await sql`select ranks_on::text from boards where id = 2`).toEqual([{ ranks_on: "2026-11-20" }])
    const ranks = await sql`
      select n, private.rank_yesterday(2::smallint, n) as rank from generate_series(1, 200) n
      where private.rank_yesterday(2::smallint, n) is not null`
    expect(ranks).toEqual([{ n: 2, rank: 1 }])
  })

  test("keeps working: a day updates the standings, and ids continue", async () => {
    await carry()
    await sql`update athlete_days set points = 50 where athlete_id = 2 and local_on = '2026-11-09'`
    expect(await sql`select points from standings where athlete_id = 2 order by board_id`).toEqual([
      { points: 50 },
      { points: 55 },
    ])
    const [athlete] = await sql`
      insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
      values ('new', 'New', 'new', 'Yes.', now(), now()) returning id`
    expect(athlete).toEqual({ id: "4" })
  })

  test("keeps a withdrawn prize with its cause, and the winners of its season", async () => {
    await sql`
      insert into prizes (season_id, place, title, athlete_id, status, shipping_cents, awarded_at, claim_until,
        withdrawn_at, withdrawn_reason)
      select season_id, place, title, 3, 'withdrawn', 995, awarded_at, claim_until, '2026-12-02Z', 'A car.' from prizes`
    await sql`
      insert into season_results select season_id, 2, 3, 2, 10, 1, 0, reached_at, ruleset from season_results where line = 1`
    const winners = await sql`select athlete_id, status from prizes where status <> 'withdrawn'`
    expect(winners.length).toBeGreaterThan(0)
    await carry()
    expect(
      await sql`
      select status, withdrawn_because, withdrawn_reason from prizes where athlete_id = 3
    `,
    ).toEqual([{ status: "withdrawn", withdrawn_because: "disqualified", withdrawn_reason: "A car." }])
    expect(await sql`select withdrawn_because from prizes where status <> 'withdrawn'`).toEqual(
      winners.map(() => ({ withdrawn_because: null })),
    )
    // Turning private afterward must not cost an old winner the prize.
    expect(
      await sql`
      select athlete_id = 3 as disqualified, verdict from season_results order by line
    `,
    ).toEqual([
      { disqualified: false, verdict: "eligible" },
      { disqualified: true, verdict: null },
    ])
  })

  test("shows nobody with data of a service before the site has computed who may be shown", async () => {
    await sql`update private.strava_connections set swept_at = '2026-11-09Z'`
    await sql`
      insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
      values ('cleo', 'Cleo', 'cleo', 'Yes.', '2026-11-01Z', '2026-11-01Z')`
    await sql`
      insert into activities (athlete_id, source, external_id, kind, sport, started_at, utc_offset_s, local_on, elapsed_s,
        moving_s, distance_m, received_at, status, reason)
      select 4, 'strava', external_id, kind, sport, started_at, utc_offset_s, local_on, elapsed_s, moving_s, distance_m,
        received_at, status, reason
      from activities`
    await carry()
    expect(await sql`select slug, restricted_data from athletes order by id`).toEqual([
      { slug: "ana", restricted_data: "unconfirmed" },
      { slug: "ben", restricted_data: "none" },
      { slug: "cleo", restricted_data: "unconfirmed" },
    ])
    expect(await sql`select confirmed_at from private.connections`).toEqual([
      { confirmed_at: new Date("2026-11-09Z") },
    ])
  })

  test("is left unchanged when a column with data has no counterpart", async () => {
    await sql`alter table athletes add column nickname text`
    await sql`update athletes set nickname = 'Bee' where id = 3`
    const columns = await readColumns()
    const rows = await readRows(columns)
    await expect(carry()).rejects.toThrow(
      "The column public.athletes.nickname contains data and has no counterpart",
    )
    expect(await readRows(columns)).toEqual(rows)
    await expect(start()).rejects.toThrow("carry-over")

    await sql`update athletes set nickname = null`
    expect(await carry()).not.toBeNull()
  })

  test("is left unchanged while the site runs", async () => {
    await database.db.query("select 1")
    await expect(carry()).rejects.toThrow("The database is in use. Stop the site and try again.")
    await expect(start()).rejects.toThrow("carry-over")
  })

  test("keeps foreign objects in schema public", async () => {
    await sql`create table notes (text text)`
    await sql`insert into notes values ('hello')`
    await sql`create function shout(text) returns text language sql as 'select upper($1)'`
    await carry()
    expect(await sql`select shout(text) from notes`).toEqual([{ shout: "HELLO" }])
  })
})

describe("a file that changed before 1.0.0", () => {
  let folder: string
  beforeEach(async () => {
    await open({})
    folder = await mkdtemp(join(tmpdir(), "b4m-carry-over-"))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test("is carried over with the data, and rows written by the migrations stay", async () => {
    await sql`insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
      values ('ana', 'Ána', 'ana', 'Yes.', now(), now())`
    await sql`update private.settings set value = 'public' where name = 'strava_display'`
    await sql`update private.settings set value = '2026-11-01T08:00:00Z' where name = 'installed_at'`
    await cp(ourMigrations.product, folder, { recursive: true })
    const files = await readdir(folder)
    const change = async (name: string, from: string, to: string) => {
      const file = join(folder, files.find((one) => one.endsWith(`_${name}.sql`)) ?? name)
      const text = await readFile(file, "utf8")
      expect(text).toContain(from)
      await writeFile(file, text.replace(from, to))
    }
    await change("athletes", "  demo boolean", "  motto text not null default 'Go.',\n  demo boolean")
    // Triggers apply to new rows, not to rows that are copied.
    await change(
      "athletes",
      "alter table public.athletes enable",
      `create function private.shout() returns trigger language plpgsql as
         'begin new.motto := upper(new.motto); return new; end';
       create trigger shout before insert on public.athletes for each row execute function private.shout();
       alter table public.athletes enable`,
    )
    await change(
      "private",
      "('strava_display', 'members')",
      "('strava_display', 'members'), ('theme', 'dark')",
    )
    const changed = { ...ourMigrations, product: folder }
    await expect(start(changed)).rejects.toThrow(/was changed after it was applied.*npm run carry-over\.$/)

    await carry(changed)
    expect(await start(changed)).toEqual([])
    await sql`insert into athletes (slug, display_name, search_name, consent_text, consent_at, joined_at)
      values ('ben', 'Ben', 'ben', 'Yes.', now(), now())`
    expect(await sql`select motto from athletes order by id`).toEqual([{ motto: "Go." }, { motto: "GO." }])
    expect(await sql`select name, value from private.settings order by 1`).toEqual([
      { name: "installed_at", value: "2026-11-01T08:00:00Z" },
      { name: "photo_review", value: "on" },
      { name: "strava_display", value: "public" },
      { name: "theme", value: "dark" },
    ])
  })
})

test("a current database and an empty one have nothing to carry over", async () => {
  await open({ migrated: false })
  expect(await carry()).toBeNull()
  await start()
  expect(await carry()).toBeNull()
})
