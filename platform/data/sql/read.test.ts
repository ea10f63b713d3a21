/** The statement for reading one relation. */
import { expect, test } from "vitest"
import { planted } from "#test/support/data-api.ts"
import { countedSql, readSql, sourceSql, whereSql } from "./read.ts"
import { Statement } from "./statement.ts"

type Reading = (...given: Parameters<typeof readSql>) => string
/** The statement of a request followed by its values, separated by bars. */
function shown(address: string, reading: Reading = readSql): string {
  const branch = planted(address)
  const statement = new Statement()
  return [reading(branch, sourceSql(branch), statement), ...statement.values].join(" | ")
}
/** The select list alone. */
const selected = (address: string) => /^select (.*) from "arena"\."\w+"/.exec(shown(address))?.[1]

test.each([
  ["clubs", 'select "clubs".* from "arena"."clubs" limit 1000'],
  [
    "clubs?id=eq.1&name=eq.a",
    'select "clubs".* from "arena"."clubs" where "clubs"."id" = $1 and "clubs"."name" = $2 limit 1000 | 1 | a',
  ],
  ["clubs?limit=5", 'select "clubs".* from "arena"."clubs" limit 5'],
  ["clubs?limit=0", 'select "clubs".* from "arena"."clubs" limit 0'],
  ["clubs?limit=1000&offset=20", 'select "clubs".* from "arena"."clubs" limit 1000 offset 20'],
  // The maximum number of rows applies to every caller.
  ["clubs?limit=1001", 'select "clubs".* from "arena"."clubs" limit 1000'],
  ["clubs?order=id", 'select "clubs".* from "arena"."clubs" order by "clubs"."id" limit 1000'],
  [
    "clubs?order=id.desc,name.asc.nullslast,level.nullsfirst",
    'select "clubs".* from "arena"."clubs" order by "clubs"."id" desc, "clubs"."name" asc nulls last, "clubs"."level" nulls first limit 1000',
  ],
  [
    "athletes?order=settings->>a.desc",
    'select "athletes".* from "arena"."athletes" order by ("athletes"."settings"->>$1::text) desc limit 1000 | a',
  ],
])("%s", (address, expected) => expect(shown(address)).toBe(expected))

test.each([
  ["clubs?select=id,name", '"clubs"."id", "clubs"."name"'],
  ["clubs?select=*,id", '"clubs".*, "clubs"."id"'],
  ["clubs?select=n:name", '"clubs"."name" as "n"'],
  ['clubs?select="a\\"b":name', '"clubs"."name" as "a""b"'],
  ["clubs?select=id::text", 'cast("clubs"."id" as text) as "id"'],
  ["clubs?select=n:id::text", 'cast("clubs"."id" as text) as "n"'],
  // A json path is named after its last key.
  ["athletes?select=settings->a", '("athletes"."settings"->$1::text) as "a"'],
  ["athletes?select=settings->a->>b", '("athletes"."settings"->$1::text->>$2::text) as "b"'],
  ["athletes?select=settings->a->0", '("athletes"."settings"->$1::text->0) as "a"'],
  ["athletes?select=settings->0", '("athletes"."settings"->0) as "settings"'],
  ["athletes?select=x:settings->a::int", 'cast(("athletes"."settings"->$1::text) as int) as "x"'],
  // Aggregates are named after their functions.
  ["clubs?select=count()", 'pg_catalog.count(*) as "count"'],
  ["clubs?select=n:count()::text", 'cast(pg_catalog.count(*) as text) as "n"'],
  ["clubs?select=level.sum()", 'pg_catalog.sum("clubs"."level") as "sum"'],
  [
    "clubs?select=s:level::numeric.avg()::text",
    'cast(pg_catalog.avg(cast("clubs"."level" as numeric)) as text) as "s"',
  ],
  ["athletes?select=settings->a.max()", 'pg_catalog.max(("athletes"."settings"->$1::text)) as "max"'],
])("%s selects", (address, expected) => expect(selected(address)).toBe(expected))

test.each([
  ["clubs?select=count()", ""],
  ["clubs?select=level,count()", ' group by "clubs"."level"'],
  ["clubs?select=level,n:name::text,id.max()", ' group by "clubs"."level", cast("clubs"."name" as text)'],
  ["athletes?select=settings->a,count()", ' group by ("athletes"."settings"->$1::text)'],
  ["clubs?select=level,name", ""],
])("%s groups", (address, expected) =>
  expect(/ from "arena"\."\w+"(.*) limit 1000/.exec(shown(address))?.[1]).toBe(expected),
)

test("a change reads all of its rows in order", () =>
  expect(
    shown("clubs?order=id&limit=5&offset=2", (branch, source, statement) =>
      readSql(branch, source, statement, { all: true }),
    ),
  ).toBe('select "clubs".* from "arena"."clubs" order by "clubs"."id"'))

test.each([
  [
    "clubs?select=name&id=eq.1&order=id&limit=5&offset=2",
    'select 1 from "arena"."clubs" where "clubs"."id" = $1 | 1',
  ],
  [
    "clubs?select=level,count()&order=level&limit=5",
    'select "clubs"."level", pg_catalog.count(*) as "count" from "arena"."clubs" group by "clubs"."level"',
  ],
])("%s is counted without order and range", (address, expected) =>
  expect(shown(address, countedSql)).toBe(expected),
)

test("filters follow the conditions that every row has to meet", () => {
  const where = (address: string, more: string[]) => whereSql(planted(address), new Statement(), more)
  expect(where("clubs", [])).toBe("")
  expect(where("clubs", ["a", "b"])).toBe(" where a and b")
  expect(where("clubs?id=eq.1", ["a"])).toBe(' where a and "clubs"."id" = $1')
})

test("rows have the relation's name or an alias", () => {
  const branch = planted("clubs")
  expect(sourceSql(branch)).toBe('"arena"."clubs"')
  expect(sourceSql({ ...branch, alias: "clubs_1" })).toBe('"arena"."clubs" as "clubs_1"')
  expect(() => sourceSql({ ...branch, relation: null })).toThrow("source of their own")
})
