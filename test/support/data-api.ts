/** A few tables and functions in the format of the Data API's catalog, without a database. */
import {
  type Catalog,
  type Column,
  type ForeignKey,
  named,
  type Relation,
  type Routine,
} from "#platform/data/catalog.ts"
import { readParameters } from "#platform/data/grammar/parameters.ts"
import { type Branch, plant } from "#platform/data/tree.ts"

/** `name type`, and after an equals sign the expression that computes it. */
function columnOf(text: string): [string, Column] {
  const [, name = "", type = "", filled] = /^(\w+) ([\w[\]]+)(?: = (.+))?$/.exec(text) ?? []
  // A domain over json stands for all of them.
  const base = type === "arena.document" ? "json" : type
  return [name, { name, type, base, default: filled ?? null }]
}

const relation = (name: string, key: string[], columns: string[]): Relation => ({
  schema: "arena",
  name,
  view: false,
  columns: new Map(columns.map(columnOf)),
  key,
})

const foreignKey = (table: string, column: string, refTable: string, unique = false): ForeignKey => ({
  name: `${table}_${column}_fkey`,
  schema: "arena",
  table,
  columns: [column],
  refSchema: "arena",
  refTable,
  refColumns: ["id"],
  unique,
})

/** A function of a club that a request may embed. */
const ofClub = (name: string, row: string, set: boolean): Routine => ({
  schema: "arena",
  name,
  args: [{ name: "", type: "arena.clubs", optional: false, variadic: false, row: "arena.clubs" }],
  set,
  returns: "composite",
  row,
  single: false,
})

const relations = [
  relation("clubs", ["id"], ["id integer", "name text", "level integer = 1", "founded date = now()"]),
  relation(
    "athletes",
    ["id"],
    [
      "id bigint",
      "name text",
      "club_id integer",
      "settings jsonb",
      "raw json",
      "words tsvector",
      "tags text[]",
    ],
  ),
  relation("passports", ["athlete_id"], ["athlete_id bigint", "number text"]),
  relation("races", ["id"], ["id integer", "title text"]),
  relation("results", ["athlete_id", "race_id"], ["athlete_id bigint", "race_id integer", "time_s integer"]),
]
const routines = [ofClub("fans", "arena.athletes", true), ofClub("captain", "arena.athletes", false)]

export const sampleCatalog: Catalog = {
  relations: new Map(relations.map((one) => [named(one.schema, one.name), one])),
  foreignKeys: [
    foreignKey("athletes", "club_id", "clubs"),
    foreignKey("passports", "athlete_id", "athletes", true),
    foreignKey("results", "athlete_id", "athletes"),
    foreignKey("results", "race_id", "races"),
  ],
  routines: new Map(routines.map((one) => [named(one.schema, one.name), [one]])),
}

/** A relation of the sample. */
export function sampleRelation(name: string): Relation {
  const found = sampleCatalog.relations.get(named("arena", name))
  if (!found) throw new Error(`The sample has no ${name}`)
  return found
}

/** The plan of a request for a relation of the sample, from its address such as `clubs?select=id`. */
export function planted(address: string, aggregates = true): Branch {
  const [name = "", query = ""] = address.split(/\?(.*)/s)
  const parameters = readParameters([...new URLSearchParams(query)])
  return plant(parameters, {
    catalog: sampleCatalog,
    schema: "arena",
    relation: sampleRelation(name),
    name,
    aggregates,
  })
}
