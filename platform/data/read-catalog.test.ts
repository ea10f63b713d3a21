/** How the tables and functions of a database are read into the catalog. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import type { DataStatement } from "../gateway/contract.ts"
import type { Catalog } from "./catalog.ts"
import { readCatalog } from "./read-catalog.ts"

let database: TestDatabase
let catalog: Catalog
const sent: DataStatement[] = []

beforeAll(async () => {
  database = await createTestDatabase({ max: 1 })
  await database.db.query(`create schema "a ""b"""; set search_path to "a ""b""";
    create domain level as integer;
    create table clubs (id integer generated always as identity primary key, level level default 3, name varchar(20),
      shout text generated always as (upper(name)) stored);
    create table results (race integer, athlete integer, club integer unique references clubs, time_s integer references clubs,
      primary key (athlete, race));
    create view names as select id, name, (select race from results limit 1) as "a (race)", (select 1) as one from clubs;
    create function add(a integer, b integer default 1) returns integer language sql immutable return a + b;
    create function add(text) returns text language sql immutable return $1;
    create function one() returns setof clubs rows 1 language sql stable as $$ select * from clubs $$;
    create function label(clubs, variadic more text[]) returns void language sql as '';
    create function pair(out x integer, out y text) language sql as $$ select 1, 'a' $$;
    create function touched() returns trigger language plpgsql as 'begin return null; end';
    reset search_path; create schema hidden; create table hidden.secrets (id integer)`)
  const session = await database.db.reserve()
  catalog = await readCatalog(
    {
      ...session,
      run: (statements) => {
        sent.push(...statements)
        return session.run(statements)
      },
    },
    ['a "b"', "nowhere"],
  )
  session.release()
})
afterAll(() => database.drop())

const schema = 'a "b"'

test("relations have their columns in order, with types, defaults and keys", () => {
  expect([...catalog.relations.keys()].sort()).toEqual(
    ["clubs", "names", "results"].map((name) => `${schema}.${name}`),
  )
  const clubs = catalog.relations.get(`${schema}.clubs`)
  expect(clubs).toMatchObject({ schema, name: "clubs", view: false, key: ["id"] })
  expect([...(clubs?.columns.values() ?? [])]).toEqual([
    { name: "id", type: "integer", base: "integer", default: expect.stringContaining("clubs_id_seq") },
    { name: "level", type: '"a ""b""".level', base: "integer", default: "3" },
    { name: "name", type: "character varying(20)", base: "character varying", default: null },
    { name: "shout", type: "text", base: "text", default: null },
  ])
  // In key order.
  expect(catalog.relations.get(`${schema}.results`)?.key).toEqual(["athlete", "race"])
  expect(catalog.relations.get(`${schema}.names`)).toMatchObject({ view: true, key: [] })
})

test("foreign keys state whether at most one row refers to each, including those of views", () => {
  const ends = catalog.foreignKeys.map(({ columns, refTable, refColumns, unique }) => [
    columns,
    refTable,
    refColumns,
    unique,
  ])
  expect(ends).toEqual([
    [["club"], "clubs", ["id"], true],
    [["club"], "names", ["id"], true],
    [["time_s"], "clubs", ["id"], false],
    [["time_s"], "names", ["id"], false],
  ])
})

test("functions have their arguments and return types; trigger functions are excluded", () => {
  const shown = [...catalog.routines.values()].flat().map(({ name, args, set, returns, row, single }) => {
    const list = args.map(
      (one) => `${one.variadic ? "..." : ""}${one.name} ${one.row ?? one.type}${one.optional ? "?" : ""}`,
    )
    return `${name}(${list}) ${set ? "set of " : ""}${returns} ${row ?? ""}${single ? " one" : ""}`.trim()
  })
  expect(shown.sort()).toEqual([
    "add( text) scalar",
    "add(a integer,b integer?) scalar",
    'label( a "b".clubs,...more text[]) void',
    'one() set of composite a "b".clubs one',
    "pair() composite",
  ])
  expect(catalog.routines.get(`${schema}.add`)).toHaveLength(2)
})

test("its queries are not kept prepared, because they run rarely", () =>
  expect(sent.map(({ prepare }) => prepare)).toEqual([false, false]))
