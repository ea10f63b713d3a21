/** The statements that change rows. */
import { expect, test } from "vitest"
import { planted, sampleRelation } from "#test/support/data-api.ts"
import { type Change, changeSql, returningSql } from "./change.ts"
import { Statement } from "./statement.ts"

/** The statement of a change followed by its values, separated by bars; `$1` is the caller's role. */
function shown(address: string, change: Change): string {
  const statement = new Statement()
  const text = changeSql(change, planted(address), statement, { returning: "r", role: "anon" })
  return [text.replace(/\s+/g, " "), ...statement.values].join(" | ")
}
const columns = (...names: string[]) =>
  names.map((name) => sampleRelation("clubs").columns.get(name) ?? expect.fail(`${name} is no column`))
const json = "[]"
const list = "case json_typeof($2::json) when 'array' then $2::json else json_build_array($2::json) end"
const set = `(select * from json_to_recordset(${list}) as _("id" integer, "name" text)) pgrst_body`
const insert = (changes: Partial<Extract<Change, { kind: "insert" }>> = {}): Change => ({
  kind: "insert",
  json,
  columns: columns("id", "name"),
  defaults: false,
  conflict: null,
  ...changes,
})
const into = 'insert into "arena"."clubs"("id", "name") select pgrst_body."id", pgrst_body."name" from'
const counted = (step: string) =>
  `set_config('pgrst.inserted', (coalesce(nullif(current_setting('pgrst.inserted', true), '')::integer, 0) ${step})::text, true)`
const isNew = `${counted("+ 1")} <> '0'`
const isOld = `${counted("- 1")} <> '-1'`

// None of them has an effect under another role than the caller's.
test.each<[string, string, Change, string]>([
  [
    "a deletion",
    "clubs?id=eq.1",
    { kind: "delete" },
    'delete from "arena"."clubs" where current_user = $1::name and "clubs"."id" = $2 returning r | anon | 1',
  ],
  [
    "deleting everything",
    "clubs",
    { kind: "delete" },
    'delete from "arena"."clubs" where current_user = $1::name returning r | anon',
  ],
  [
    "an update",
    "clubs?id=eq.1",
    { kind: "update", json, columns: columns("name", "level") },
    `update "arena"."clubs" set "name" = pgrst_body."name", "level" = pgrst_body."level" from (select * from json_to_recordset(${list.replaceAll("$2", "$3")}) as _("name" text, "level" integer) limit 1) pgrst_body where current_user = $1::name and "clubs"."id" = $2 returning r | anon | 1 | []`,
  ],
  [
    "updating nothing",
    "clubs?id=eq.1",
    { kind: "update", json, columns: [] },
    'select r from "arena"."clubs" where current_user = $1::name and false | anon',
  ],
  ["new rows", "clubs", insert(), `${into} ${set} where current_user = $1::name returning r | anon | []`],
  [
    "a row of only defaults",
    "clubs",
    insert({ columns: [] }),
    `insert into "arena"."clubs" select from (select from json_array_elements(${list}) pgrst_row) pgrst_body where current_user = $1::name returning r | anon | []`,
  ],
  [
    "rows completed by defaults",
    "clubs",
    insert({ columns: columns("id", "level", "founded"), defaults: true }),
    `insert into "arena"."clubs"("id", "level", "founded") select pgrst_body."id", pgrst_body."level", pgrst_body."founded" from (select pgrst_row.* from jsonb_array_elements((${list})::jsonb) with ordinality as pgrst_element(value, place), lateral jsonb_to_record(jsonb_build_object($3::text, 1, $4::text, now()) || pgrst_element.value) as pgrst_row("id" integer, "level" integer, "founded" date) order by pgrst_element.place) pgrst_body where current_user = $1::name returning r | anon | [] | level | founded`,
  ],
  [
    "merging rows",
    "clubs",
    insert({ conflict: { on: ["id"], resolution: "merge" } }),
    `${into} ${set} where current_user = $1::name and ${isNew} on conflict ("id") do update set "id" = excluded."id", "name" = excluded."name" where ${isOld} returning r | anon | []`,
  ],
  [
    "ignoring duplicate rows",
    "clubs",
    insert({ conflict: { on: ["id", "name"], resolution: "ignore" } }),
    `${into} ${set} where current_user = $1::name and ${isNew} on conflict ("id", "name") do nothing returning r | anon | []`,
  ],
  [
    "merging rows without columns",
    "clubs",
    insert({ columns: [], conflict: { on: ["id"], resolution: "merge" } }),
    `insert into "arena"."clubs" select from (select from json_array_elements(${list}) pgrst_row) pgrst_body where current_user = $1::name and ${isNew} on conflict ("id") do nothing returning r | anon | []`,
  ],
  [
    "the row with a given key",
    "clubs",
    insert({ conflict: { on: ["id"], resolution: "merge", key: new Map([["id", "7"]]) } }),
    `${into} ${set.replaceAll("$2", "$3")} where current_user = $1::name and pgrst_body."id" = $2 and ${isNew} on conflict ("id") do update set "id" = excluded."id", "name" = excluded."name" where ${isOld} returning r | anon | 7 | []`,
  ],
])("%s", (_, address, change, expected) => expect(shown(address, change)).toBe(expected))

test("only rows of a relation can be changed", () =>
  expect(() =>
    changeSql({ kind: "delete" }, { ...planted("clubs"), relation: null }, new Statement(), {
      returning: "r",
      role: "anon",
    }),
  ).toThrow("A change needs a relation"))

const returned = (address: string, more: string[] = []) => {
  const [name = ""] = address.split("?")
  return returningSql(planted(address), sampleRelation(name), more).replaceAll(`"arena"."${name}".`, "")
}

test.each([
  ["clubs", [], "*"],
  ["clubs?select=id,n:name,x:id::text", [], '"id", "name"'],
  ["clubs?select=*,id", [], "*"],
  // `*` does not include calculated fields.
  ["clubs?select=*,label", [], '*, "label"'],
  ["athletes?select=settings->a", [], '"settings"'],
  ["clubs?select=name&order=id,name", [], '"name", "id"'],
  ["clubs?select=name", ["id"], '"name", "id"'],
  ["clubs?select=count()", [], "1 as pgrst_any"],
  ["clubs?select=count()", ["id"], '"id"'],
  // The columns by which embeds are joined, at the near end of a key.
  ["athletes?select=name,clubs(id)", [], '"name", "club_id"'],
  ["clubs?select=name,athletes(name)", [], '"name", "id"'],
  ["athletes?select=name,races(title)", [], '"name", "id"'],
  ["athletes?select=id,clubs(id)&order=clubs(name)", [], '"id", "club_id"'],
  // A function may read the whole row.
  ["clubs?select=fans(id)", [], '"id", "name", "level", "founded"'],
])("to read %s and %j, a change returns", (address, more, expected) =>
  expect(returned(address, more)).toBe(expected),
)
