/** How values of each type are sent and returned. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrated: false })
  await database.db.query("create type mood as enum ('fresh', 'tired')")
})
afterAll(() => database.drop())

const read = async (expression: string) => {
  const [row] = await database.db.query(`select ${expression} as value`)
  return row?.value
}

test.each<[string, unknown]>([
  ["1::smallint", 1],
  ["(-2147483648)::integer", -2147483648],
  ["9007199254740993::bigint", "9007199254740993"],
  ["0.1::numeric(20, 10)", "0.1000000000"],
  ["'NaN'::numeric", "NaN"],
  ["1.5::real", 1.5],
  ["'Infinity'::float8", Number.POSITIVE_INFINITY],
  ["'-Infinity'::float8", Number.NEGATIVE_INFINITY],
  ["true", true],
  ["false", false],
  ["null::integer", null],
  ["''::text", ""],
  ["'{\"a\": [1, null]}'::jsonb", { a: [1, null] }],
  ["'null'::json", null],
  ["'[]'::jsonb", []],
  ["'\\x00ff27'::bytea", Buffer.from([0, 255, 39])],
  ["'2026-11-23T10:11:12.345Z'::timestamptz", new Date("2026-11-23T10:11:12.345Z")],
  // Midnight in UTC, regardless of the process's time zone.
  ["'2026-03-29'::date", new Date("2026-03-29T00:00:00Z")],
  ["'02:03:04'::time", "02:03:04"],
  ["'1 day 02:00'::interval", "1 day 02:00:00"],
  ["'a0ee-bc99-9c0b-4ef8-bb6d-6bb9-bd38-0a11'::uuid", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"],
  ["'fresh'::mood", "fresh"],
  ["array[1, null, 3]", [1, null, 3]],
  [
    "array[[1, 2], [3, 4]]",
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ["'{}'::text[]", []],
  ["array['a,b', 'c\"d', '', 'NULL', null]", ["a,b", 'c"d', "", "NULL", null]],
  ["array[true, false]", [true, false]],
  ["array[9007199254740993]", ["9007199254740993"]],
  ["array['2026-03-29'::date]", [new Date("2026-03-29T00:00:00Z")]],
  ["array['{\"a\": 1}'::jsonb]", [{ a: 1 }]],
  ["array['\\x01'::bytea]", [Buffer.from([1])]],
])("%s is returned unchanged", async (expression, value) => {
  expect(await read(expression)).toEqual(value)
})

test("an infinite timestamp is not converted to a date", async () => {
  expect(await read("'infinity'::timestamptz")).toEqual(new Date(Number.NaN))
})

test("values of each column type are read back as they were written", async () => {
  const { sql } = database.db
  await sql`create table kept (small smallint, whole bigint, exact numeric, rough float8, yes boolean, words text,
    bytes bytea, at timestamptz, on_day date, json json, jsonb jsonb, list text[], numbers integer[], days date[],
    flags boolean[], nothing text)`
  const at = new Date("2026-11-23T10:11:12.345Z")
  const words = `a 'quote', a "double", a \\ and 🏃`
  const row = {
    small: 7,
    whole: 9007199254740993n,
    exact: "0.30000000000000004",
    rough: Number.NEGATIVE_INFINITY,
    yes: false,
    words,
    bytes: new Uint8Array([0, 255, 39]),
    at,
    on_day: "2026-03-29",
    json: sql.json({ a: [words] }),
    jsonb: sql.json([1, "two", null]),
    list: [words, "", null, "NULL", "{}"],
    numbers: [1, null, -3],
    days: [new Date("2026-03-29T00:00:00Z")],
    flags: [true, false],
    nothing: null,
  }
  const [found] = await sql`insert into kept ${sql(row)} returning *`
  expect(found).toEqual({
    ...row,
    whole: "9007199254740993",
    bytes: Buffer.from([0, 255, 39]),
    on_day: new Date("2026-03-29T00:00:00Z"),
    json: { a: [words] },
    jsonb: [1, "two", null],
  })
})

test("values with an evident type need no cast in the statement", async () => {
  const { sql } = database.db
  const at = new Date("2026-11-23T10:00:00Z")
  const [row] = await sql`select ${at} + interval '1 hour' as later, ${true} as yes, ${5n} as five,
    ${new Uint8Array([1])} as bytes, ${sql.json({ a: 1 })} as json`
  expect(row).toEqual({
    later: new Date("2026-11-23T11:00:00Z"),
    yes: true,
    five: "5",
    bytes: Buffer.from([1]),
    json: { a: 1 },
  })
})

test("undefined is refused everywhere and never becomes null", async () => {
  const { sql, query } = database.db
  const refused = { code: "UNDEFINED_VALUE" }
  await expect(sql`select ${undefined}::text`).rejects.toMatchObject(refused)
  await expect(sql`select ${["a", undefined]}::text[]`).rejects.toMatchObject(refused)
  await expect(sql`select ${sql.json(undefined)}`).rejects.toMatchObject(refused)
  await expect(sql`select * from pg_class where relname in ${sql([undefined])}`).rejects.toMatchObject(
    refused,
  )
  await expect(query("select $1::text", [undefined])).rejects.toMatchObject(refused)
  await sql`create table rows (a integer, b integer)`
  await expect(sql`insert into rows ${sql([{ a: 1, b: 2 }, { a: 3 }], "a", "b")}`).rejects.toMatchObject(
    refused,
  )
  expect(await sql`select * from rows`).toEqual([])
})

test("nested templates keep their values in order, and identifiers are quoted", async () => {
  const { sql } = database.db
  const where = sql`where n > ${1} and n < ${4}`
  const rows =
    await sql`select ${sql("n")}, ${"x"}::text as x from generate_series(1, ${9}) n ${where} order by n`
  expect(rows).toEqual([
    { n: 2, x: "x" },
    { n: 3, x: "x" },
  ])
  await sql`create schema odd`
  await sql`create table ${sql('odd.a"b')} (${sql("select")} integer)`
  expect(await sql`select * from odd."a""b"`).toEqual([])
  const parts = [sql`select 1 as n`, sql`union all`, sql`select ${2}::integer order by n`]
  expect(await sql`${parts}`).toEqual([{ n: 1 }, { n: 2 }])
})

test("`in` accepts a list, including an empty one", async () => {
  const { sql } = database.db
  const among = (list: unknown[]) =>
    sql`select n from generate_series(1, 5) n where n in ${sql(list)} order by n`
  expect(await among([5, 2])).toEqual([{ n: 2 }, { n: 5 }])
  expect(await among([])).toEqual([])
})

test("a template runs each time that it is awaited, and not before", async () => {
  const { sql } = database.db
  await sql`create table counted (n serial)`
  const insert = sql`insert into counted default values`
  expect(await sql`select * from counted`).toEqual([])
  await insert
  await insert
  expect(await sql`select count(*)::integer as n from counted`).toEqual([{ n: 2 }])
})

test("a statement with fixed text is prepared at its second use, and survives a change of its table", async () => {
  await database.db.transaction(async ({ sql }) => {
    for (let n = 0; n < 3; n++) await sql`select ${n}::integer as prepared_here`
    const prepared = await sql`select from pg_prepared_statements where statement like '%prepared_here%'`
    expect(prepared).toHaveLength(1)
  })
  const { sql } = database.db
  await sql`create table shapes as select 1 as a`
  const all = () => sql`select * from shapes`
  for (let n = 0; n < 12; n++) await all()
  await sql`alter table shapes add b integer default 2`
  for (let n = 0; n < 12; n++) expect(await all()).toEqual([{ a: 1, b: 2 }])
})

test("a script of several statements returns the rows of each", async () => {
  expect(await database.db.query("select 1 as a; select 2 as b where false; select 3 as c")).toEqual([
    [{ a: 1 }],
    [],
    [{ c: 3 }],
  ])
})
