/** How embedded rows are joined to those of their parent, and how they appear in the result. */
import { expect, test } from "vitest"
import { planted } from "#test/support/data-api.ts"
import { countedSql, readSql, sourceSql } from "./read.ts"
import { Statement } from "./statement.ts"

function read(address: string, reading: typeof countedSql = readSql): string {
  const branch = planted(address)
  return reading(branch, sourceSql(branch), new Statement())
}
/** The select list, the joins, and the clauses after them. */
function parts(address: string): { outputs: string; joins: string } {
  const [, outputs = "", joins = ""] =
    /^select (.*?)(?: )?from "arena"\."\w+" ((?:left|inner) join.*)$/.exec(read(address)) ?? []
  return { outputs: outputs.trim(), joins: joins.replace(/ limit 1000$/, "") }
}

const club = 'from "arena"."clubs" as "clubs_1" where "clubs_1"."id" = "athletes"."club_id"'
const members = 'from "arena"."athletes" as "athletes_1" where "athletes_1"."club_id" = "clubs"."id"'

test.each([
  // A to-one embed is an object, or its columns when spread.
  [
    "athletes?select=id,clubs(name)",
    '"athletes"."id", row_to_json("_e1".*) as "clubs"',
    `left join lateral (select "clubs_1"."name" ${club}) as "_e1" on true`,
  ],
  [
    "athletes?select=clubs!inner(name)",
    'row_to_json("_e1".*) as "clubs"',
    `inner join lateral (select "clubs_1"."name" ${club}) as "_e1" on true`,
  ],
  [
    "athletes?select=c:clubs(*)",
    'row_to_json("_e1".*) as "c"',
    `left join lateral (select "clubs_1".* ${club}) as "_e1" on true`,
  ],
  [
    "athletes?select=...clubs(name)",
    '"_e1".*',
    `left join lateral (select "clubs_1"."name" ${club}) as "_e1" on true`,
  ],
  // For a to-one embed, ranges are ignored; order and conditions apply.
  [
    "athletes?select=clubs(name)&clubs.level=eq.1&clubs.order=id&clubs.limit=0",
    'row_to_json("_e1".*) as "clubs"',
    `left join lateral (select "clubs_1"."name" ${club} and "clubs_1"."level" = $1 order by "clubs_1"."id") as "_e1" on true`,
  ],
  // A to-many embed is a list, which may be empty.
  [
    "clubs?select=athletes(id)",
    `coalesce("_e1"."_e1", '[]') as "athletes"`,
    `left join lateral (select json_agg("_e1") as "_e1" from (select "athletes_1"."id" ${members} limit 1000) as "_e1") as "_e1" on true`,
  ],
  [
    "clubs?select=athletes!inner(id)",
    `coalesce("_e1"."_e1", '[]') as "athletes"`,
    `inner join lateral (select json_agg("_e1") as "_e1" from (select "athletes_1"."id" ${members} limit 1000) as "_e1") as "_e1" on "_e1"."_e1" is not null`,
  ],
  [
    "clubs?select=a:athletes(id)&a.order=id.desc&a.limit=2&a.offset=1",
    `coalesce("_e1"."_e1", '[]') as "a"`,
    `left join lateral (select json_agg("_e1") as "_e1" from (select "athletes_1"."id" ${members} order by "athletes_1"."id" desc limit 2 offset 1) as "_e1") as "_e1" on true`,
  ],
  // A spread to-many embed is a list per column.
  [
    "clubs?select=...athletes(id,n:name)",
    `coalesce("_e1"."id", '[]') as "id", coalesce("_e1"."n", '[]') as "n"`,
    `left join lateral (select json_agg("_e1") as "_e1", json_agg("_e1"."id") as "id", json_agg("_e1"."n") as "n" from (select "athletes_1"."id", "athletes_1"."name" as "n" ${members} limit 1000) as "_e1") as "_e1" on true`,
  ],
  // An embed without selected columns is not in the result.
  ["athletes?select=id,clubs()", '"athletes"."id"', `left join lateral (select  ${club}) as "_e1" on true`],
  [
    "athletes?select=id,clubs(athletes())",
    '"athletes"."id"',
    'left join lateral (select  from "arena"."clubs" as "clubs_1" left join lateral (select json_agg("_e2") as "_e2" from (select  from "arena"."athletes" as "athletes_2" where "athletes_2"."club_id" = "clubs_1"."id" limit 1000) as "_e2") as "_e2" on true where "clubs_1"."id" = "athletes"."club_id") as "_e1" on true',
  ],
  [
    "athletes?select=clubs(athletes(),captain(id))",
    'row_to_json("_e1".*) as "clubs"',
    expect.stringContaining('select row_to_json("_e3".*) as "captain" from'),
  ],
])("%s", (address, outputs, joins) => expect(parts(address)).toEqual({ outputs, joins }))

test.each([
  [
    "a join table",
    "athletes?select=races(title)",
    'from "arena"."results" as "_e1j" cross join "arena"."races" as "races_1" where "_e1j"."athlete_id" = "athletes"."id" and "_e1j"."race_id" = "races_1"."id"',
  ],
  [
    "a to-one relation",
    "athletes?select=passports(number)",
    'from "arena"."passports" as "passports_1" where "passports_1"."athlete_id" = "athletes"."id") as',
  ],
  [
    "a computed to-many relation",
    "clubs?select=fans(id)",
    'from "arena"."fans"("clubs") as "athletes_1" limit 1000) as',
  ],
  // A function declared to return one row is limited to one.
  [
    "a computed to-one relation",
    "clubs?select=captain(id)",
    'from "arena"."captain"("clubs") as "athletes_1" limit 1) as',
  ],
  [
    "a computed relation of an embedded row",
    "athletes?select=clubs(captain(id))",
    'from "arena"."captain"("clubs_1") as "athletes_2" limit 1) as',
  ],
])("%s: %s", (_, address, source) => expect(read(address)).toContain(source))

test("rows can be ordered by a to-one relation", () =>
  expect(read("athletes?select=clubs(id)&order=clubs(name).desc,id")).toMatch(
    / order by "_e1"."name" desc, "athletes"."id" limit 1000$/,
  ))

test("nested embeds are joined inside their parent", () => {
  expect(parts("clubs?select=athletes(id,passports(number))").joins).toBe(
    `left join lateral (select json_agg("_e1") as "_e1" from (select "athletes_1"."id", row_to_json("_e2".*) as "passports" from "arena"."athletes" as "athletes_1" left join lateral (select "passports_2"."number" from "arena"."passports" as "passports_2" where "passports_2"."athlete_id" = "athletes_1"."id") as "_e2" on true where "athletes_1"."club_id" = "clubs"."id" limit 1000) as "_e1") as "_e1" on true`,
  )
})

test("a spread includes all columns, embeds, and the content of nested spreads", () => {
  const { outputs } = parts("clubs?select=...athletes(*,p:passports(number),results(*),...clubs(town:name))")
  const names = [...outputs.matchAll(/ as "(\w+)"/g)].map(([, name]) => name)
  expect(names).toEqual(["id", "name", "club_id", "settings", "raw", "words", "tags", "p", "results", "town"])
})

test.each([
  // A whole embedded row, a list, or the columns spread from either.
  ["athletes?select=count(),clubs(name)", ' group by "_e1".*'],
  ["clubs?select=count(),athletes(id)", ' group by "_e1"."_e1"'],
  [
    "athletes?select=club_id,count(),...clubs(name,level)",
    ' group by "athletes"."club_id", "_e1"."name", "_e1"."level"',
  ],
  ["clubs?select=count(),...athletes(id)", ' group by "_e1"."id"'],
])("%s groups by its embeds", (address, group) => {
  expect(read(address)).toContain(`${group} limit 1000`)
  expect(read(address, countedSql).endsWith(group)).toBe(true)
})

test("grouping keys are comparable, which json is not", () => {
  expect(read("clubs?select=count(),athletes(id)")).toContain('select jsonb_agg("_e1") as "_e1" from')
  expect(read("clubs?select=count(),...athletes(id)")).toContain('jsonb_agg("_e1"."id") as "id"')
  expect(read("clubs?select=athletes(id.max())")).toContain('select json_agg("_e1") as "_e1" from')
})

test("aggregates of an embed are computed per row of its parent", () =>
  expect(read("clubs?select=athletes(club_id,id.max())")).toContain(
    `(select "athletes_1"."club_id", pg_catalog.max("athletes_1"."id") as "max" ${members} group by "athletes_1"."club_id" limit 1000)`,
  ))

test("a count includes exactly the joins that exclude rows", () =>
  expect(read("athletes?select=clubs!inner(id)&id=gt.1", countedSql)).toBe(
    `select 1 from "arena"."athletes" inner join lateral (select "clubs_1"."id" ${club}) as "_e1" on true where "athletes"."id" > $1`,
  ))
