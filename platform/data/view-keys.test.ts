import { expect, test } from "vitest"
import { foreignKeysWith, type StoredKey, type StoredView } from "./view-keys.ts"

const key: StoredKey = {
  name: "athletes_club_id_fkey",
  unique: false,
  from: { oid: 10, schema: "arena", table: "athletes", numbers: [2], columns: ["club_id"] },
  to: { oid: 20, schema: "arena", table: "clubs", numbers: [1], columns: ["id"] },
}
const column = (own: number, name: string, oid: number, number: number) =>
  `{TARGETENTRY :expr {VAR :varno 1} :resno ${own} :resname ${name} :ressortgroupref 0 :resorigtbl ${oid} :resorigcol ${number} :resjunk false}`
const query = (own: string, inner = "") =>
  `({QUERY :commandType 1 :rtable ({RANGETBLENTRY :subquery {QUERY :targetList (${inner})}}) :targetList (${own}) :override 0})`
const view = (
  oid: number,
  name: string,
  columns: Record<string, string>,
  tree: string,
  schema = "arena",
): StoredView => ({
  oid,
  schema,
  name,
  columns,
  tree,
})
const ends = (keys: ReturnType<typeof foreignKeysWith>) =>
  keys.map((one) => `${one.table}(${one.columns}) ${one.refTable}(${one.refColumns})`)

test("a view has the keys of the columns it exposes, under its own names, also through another view", () => {
  const inner = view(30, "members", { 1: "club" }, query(column(1, "club", 10, 2)))
  const outer = view(31, "people", { 1: "of" }, query(column(1, "of", 30, 1)))
  expect(ends(foreignKeysWith([key], [inner, outer], ["arena"]))).toEqual([
    "athletes(club_id) clubs(id)",
    "members(club) clubs(id)",
    "people(of) clubs(id)",
  ])
})

test("columns of subqueries, computed columns and incomplete keys have none", () => {
  const within = view(30, "v", { 1: "n" }, query(column(1, "n", 0, 0), column(1, "club_id", 10, 2)))
  expect(ends(foreignKeysWith([key], [within], ["arena"]))).toEqual(["athletes(club_id) clubs(id)"])
  const wide = { ...key, from: { ...key.from, numbers: [2, 3], columns: ["club_id", "town"] } }
  const partial = view(30, "v", { 1: "club_id" }, query(column(1, "club_id", 10, 2)))
  expect(foreignKeysWith([wide], [partial], ["arena"])).toHaveLength(1)
})

test("views that refer to each other lead to no table, and the search ends", () => {
  const one = view(30, "v", { 1: "club_id" }, query(column(1, "club_id", 31, 1)))
  const other = view(31, "w", { 1: "club_id" }, query(column(1, "club_id", 30, 1)))
  expect(ends(foreignKeysWith([key], [one, other], ["arena"]))).toEqual(["athletes(club_id) clubs(id)"])
})

test("string constants in a query are not parsed as a part of it", () => {
  const tree = query(column(1, "club_id", 10, 2)).replace(
    ":commandType 1",
    ":commandType 1 :comment a\\(\\ b",
  )
  expect(ends(foreignKeysWith([key], [view(30, "v", { 1: "club_id" }, tree)], ["arena"]))).toHaveLength(2)
})

test("a column that is exposed twice has its first name", () => {
  const twice = view(30, "v", { 1: "a", 2: "b" }, query(column(1, "a", 10, 2) + column(2, "b", 10, 2)))
  expect(ends(foreignKeysWith([key], [twice], ["arena"]))).toContain("v(a) clubs(id)")
})

test("a subquery among the columns exposes no keys", () => {
  const among = column(2, "race_id", 0, 0).replace(
    "{VAR :varno 1}",
    `{SUBLINK :subselect ${query(column(1, "id", 20, 1)).slice(1, -1)}}`,
  )
  const mixed = view(30, "v", { 1: "club_id", 2: "race_id" }, query(column(1, "club_id", 10, 2) + among))
  expect(ends(foreignKeysWith([key], [mixed], ["arena"]))).toEqual([
    "athletes(club_id) clubs(id)",
    "v(club_id) clubs(id)",
  ])
})

test("relations of other schemas are never an end of a key, but keys can lead through them", () => {
  const hidden = { ...key, from: { ...key.from, schema: "private" } }
  const shown = view(30, "v", { 1: "club_id" }, query(column(1, "club_id", 10, 2)))
  const kept = view(31, "w", { 1: "club_id" }, query(column(1, "club_id", 10, 2)), "private")
  expect(ends(foreignKeysWith([hidden], [shown, kept], ["arena"]))).toEqual(["v(club_id) clubs(id)"])
})
