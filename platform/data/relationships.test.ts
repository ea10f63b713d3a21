import { expect, test } from "vitest"
import { type Catalog, type ForeignKey, named, type Relation, type Routine } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { findRelationship, isToOne, type Relationship } from "./relationships.ts"

const relation = (name: string, key: readonly string[], options: Partial<Relation> = {}): Relation => ({
  schema: "public",
  name,
  view: false,
  columns: new Map(),
  key,
  ...options,
})
const foreignKey = (
  table: string,
  columns: readonly string[],
  refTable: string,
  options: Partial<ForeignKey> = {},
): ForeignKey => ({
  name: `${table}_${columns.join("_")}_fkey`,
  schema: "public",
  table,
  columns,
  refSchema: "public",
  refTable,
  refColumns: columns.length === 1 ? ["id"] : columns,
  unique: false,
  ...options,
})
const routine = (name: string, argument: string, options: Partial<Routine> = {}): Routine => ({
  schema: "public",
  name,
  args: [{ name: "row", type: argument, optional: false, variadic: false, row: named("public", argument) }],
  set: true,
  returns: "composite",
  row: "public.clubs",
  single: false,
  ...options,
})

const relations = [
  relation("clubs", ["id"]),
  relation("runners", ["id"]),
  relation("profiles", ["runner_id"]),
  relation("races", ["id"]),
  relation("entries", ["runner_id", "race_id"]),
  relation("likes", ["id"]),
  relation("games", ["id"]),
  relation("runners_view", [], { view: true }),
  relation("squads", ["id"]),
  relation("members", ["squad_id", "club_id"]),
  relation("allies", ["squad_id", "club_id"]),
  relation("legs", ["id"]),
  relation("friends", ["one", "other"]),
  relation("secrets", ["id"], { schema: "hidden" }),
  // A table of the same name in another schema, with keys of its own.
  relation("runners", ["id"], { schema: "hidden" }),
]
const foreignKeys = [
  foreignKey("runners", ["club_id"], "clubs"),
  foreignKey("runners", ["coach"], "runners"),
  foreignKey("profiles", ["runner_id"], "runners", { unique: true }),
  foreignKey("entries", ["runner_id"], "runners"),
  foreignKey("entries", ["race_id"], "races"),
  // Its two columns are not part of its key, so it is not a join table.
  foreignKey("likes", ["runner_id"], "runners"),
  foreignKey("likes", ["game_id"], "games"),
  foreignKey("games", ["home"], "clubs", { refColumns: ["code"] }),
  foreignKey("games", ["away"], "clubs"),
  foreignKey("races", ["runner"], "runners_view"),
  foreignKey("members", ["squad_id"], "squads"),
  foreignKey("members", ["club_id"], "clubs"),
  foreignKey("allies", ["squad_id"], "squads"),
  foreignKey("allies", ["club_id"], "clubs"),
  foreignKey("runners", ["squad_id"], "squads", { schema: "hidden" }),
  foreignKey("squads", ["captain"], "runners", { refSchema: "hidden" }),
  // A key of two columns, and a self-referencing join table.
  foreignKey("legs", ["runner_id", "race_id"], "entries"),
  foreignKey("friends", ["one"], "races"),
  foreignKey("friends", ["other"], "races"),
  // Keys of a hidden table of the same name, and of a join table to a hidden one.
  foreignKey("entries", ["race_id"], "clubs", { schema: "hidden" }),
  foreignKey("members", ["club_id"], "secrets", { refSchema: "hidden" }),
  // Keys of tables that this role may not see.
  foreignKey("runners", ["ghost_id"], "ghosts"),
  foreignKey("ghosts", ["club_id"], "clubs"),
  foreignKey("secrets", ["club_id"], "clubs", { schema: "hidden" }),
  foreignKey("clubs", ["secret_id"], "secrets", { refSchema: "hidden" }),
]
const routines = [
  routine("rival", "runners", { single: true }),
  routine("sponsor", "runners", { set: false }),
  routine("clubs_near", "runners"),
  routine("near_races", "races"),
  routine("count_of", "runners", { row: null }),
  routine("of_nothing", "runners", { args: [] }),
  routine("of_a_number", "runners", {
    args: [{ name: "n", type: "int4", optional: false, variadic: false, row: null }],
  }),
  routine("two_words", "runners", {
    args: [...routine("x", "runners").args, ...routine("x", "runners").args],
  }),
]
const catalog: Catalog = {
  relations: new Map(relations.map((one) => [named(one.schema, one.name), one])),
  foreignKeys,
  routines: new Map(routines.map((one) => [named(one.schema, one.name), [one]])),
}

const way = (one: Relationship) =>
  one.kind === "key"
    ? `${one.cardinality} ${one.target.name} by ${one.key.name}${one.forward ? "" : " from there"}`
    : `${one.cardinality} ${one.target.name} by ${one.kind === "junction" ? one.junction.name : one.routine.name}`

const sought = (parent: string, name: string, hint: string | null) => ({
  catalog,
  schema: "public",
  parent: catalog.relations.get(named("public", parent)) ?? null,
  parentName: parent,
  name,
  hint,
})

function found(parent: string, name: string, hint: string | null): string {
  try {
    return way(findRelationship(sought(parent, name, hint)))
  } catch (error) {
    if (error instanceof DataError) return error.code
    throw error
  }
}

const none = "PGRST200"

test.each([
  // By the name of the other table, from both ends of a key.
  ["runners", "clubs", null, "many-to-one clubs by runners_club_id_fkey"],
  ["clubs", "runners", null, "one-to-many runners by runners_club_id_fkey from there"],
  ["runners", "profiles", null, "one-to-one profiles by profiles_runner_id_fkey from there"],
  ["profiles", "runners", null, "one-to-one runners by profiles_runner_id_fkey"],
  // By the column, and by the name of the key, of tables but not of views.
  ["runners", "club_id", null, "many-to-one clubs by runners_club_id_fkey"],
  ["runners", "runners_club_id_fkey", null, "many-to-one clubs by runners_club_id_fkey"],
  ["clubs", "runners_club_id_fkey", null, "one-to-many runners by runners_club_id_fkey from there"],
  ["clubs", "club_id", null, none],
  ["races", "runners_view", null, "many-to-one runners_view by races_runner_fkey"],
  ["races", "runner", null, none],
  ["races", "races_runner_fkey", null, none],
  // A join table, by one of its keys.
  ["runners", "races", null, "many-to-many races by entries"],
  ["races", "runners", null, "many-to-many runners by entries"],
  ["runners", "games", null, none],
  ["runners", "races", "entries", "many-to-many races by entries"],
  ["runners", "races", "likes", none],
  // A self-reference: many by its name, one by the column.
  ["runners", "runners", null, "one-to-many runners by runners_coach_fkey from there"],
  ["runners", "coach", null, "many-to-one runners by runners_coach_fkey"],
  ["runners", "runners", "runners_coach_fkey", "one-to-many runners by runners_coach_fkey from there"],
  ["runners", "runners", "coach", "one-to-many runners by runners_coach_fkey from there"],
  ["runners", "runners", "club_id", none],
  ["runners", "coach", "runners_coach_fkey", none],
  // Two keys between the same tables: a hint selects one, by the key or a column at either end.
  ["games", "clubs", null, "PGRST201"],
  ["clubs", "games", null, "PGRST201"],
  ["games", "clubs", "games_home_fkey", "many-to-one clubs by games_home_fkey"],
  ["games", "clubs", "away", "many-to-one clubs by games_away_fkey"],
  ["games", "clubs", "code", "many-to-one clubs by games_home_fkey"],
  ["games", "home", null, "many-to-one clubs by games_home_fkey"],
  ["games", "clubs", "nothing", none],
  ["games", "runners", "games_home_fkey", none],
  // A key of two columns cannot be named by a column.
  ["legs", "entries", null, "many-to-one entries by legs_runner_id_race_id_fkey"],
  ["legs", "runner_id", null, none],
  ["legs", "entries", "runner_id", none],
  ["legs", "entries", "legs_runner_id_race_id_fkey", "many-to-one entries by legs_runner_id_race_id_fkey"],
  // A join table between rows of the same table: only a function can select the direction.
  ["races", "races", null, none],
  ["races", "races", "friends", none],
  // Other schemas are not searched, at either end.
  ["squads", "secrets", null, none],
  ["clubs", "secrets", null, none],
  ["runners", "squads", null, none],
  ["squads", "runners", null, none],
  ["runners", "ghosts", null, none],
  ["clubs", "ghosts", null, none],
  ["runners", "club_id", "runners_club_id_fkey", none],
  ["races", "runners_view", "races_runner_fkey", "many-to-one runners_view by races_runner_fkey"],
  ["squads", "clubs", "allies", "many-to-many clubs by allies"],
  // Computed relationships: their cardinality, and functions that are none.
  ["runners", "rival", null, "one-to-one clubs by rival"],
  ["runners", "sponsor", null, "one-to-one clubs by sponsor"],
  ["runners", "clubs_near", null, "one-to-many clubs by clubs_near"],
  ["runners", "near_races", null, none],
  ["runners", "count_of", null, none],
  ["runners", "two_words", null, none],
  ["runners", "of_nothing", null, none],
  ["runners", "of_a_number", null, none],
  ["nowhere", "clubs", null, none],
  ["runners", "club", null, none],
])("%s with %s, hint %s: %s", (parent, name, hint, expected) => {
  expect(found(parent, name, hint)).toBe(expected)
})

test("each row of the parent has at most one related row, or may have many", () => {
  const of = (cardinality: string) => isToOne({ cardinality } as Relationship)
  expect(["many-to-one", "one-to-one", "one-to-many", "many-to-many"].map(of)).toEqual([
    true,
    true,
    false,
    false,
  ])
})

function refusal(parent: string, name: string, hint: string | null) {
  try {
    return findRelationship(sought(parent, name, hint))
  } catch (error) {
    if (!(error instanceof DataError)) throw error
    return { status: error.status, message: error.message, details: error.details, hint: error.hint }
  }
}

test("the error for an unknown relationship states where it was searched", () => {
  expect(refusal("runners", "xyzzy", null)).toEqual({
    status: 400,
    message: "Could not find a relationship between 'runners' and 'xyzzy' in the schema cache",
    details:
      "Searched for a foreign key relationship between 'runners' and 'xyzzy' in the schema 'public', but no matches were found.",
    hint: null,
  })
  expect(refusal("runners", "club", null)).toMatchObject({
    hint: "Perhaps you meant 'clubs' instead of 'club'.",
  })
  // The table itself is not suggested, neither for its join tables nor for a self-referencing one.
  expect(refusal("squads", "squad", null)).toMatchObject({ hint: null })
  expect(refusal("races", "race", null)).toMatchObject({ hint: null })
  // An existing name needs no suggestion.
  expect(refusal("runners", "clubs", "captain")).toMatchObject({
    details: expect.stringContaining("'clubs' using the hint 'captain' in the schema"),
    hint: null,
  })
})

test("ambiguous relationships are all described, in order", () => {
  expect(refusal("squads", "clubs", null)).toEqual({
    status: 300,
    message: "Could not embed because more than one relationship was found for 'squads' and 'clubs'",
    details: [
      {
        cardinality: "many-to-many",
        embedding: "squads with clubs",
        relationship: "allies using allies_squad_id_fkey(squad_id) and allies_club_id_fkey(club_id)",
      },
      {
        cardinality: "many-to-many",
        embedding: "squads with clubs",
        relationship: "members using members_squad_id_fkey(squad_id) and members_club_id_fkey(club_id)",
      },
    ],
    hint: "Try changing 'clubs' to one of the following: 'clubs!allies', 'clubs!members'. Find the desired relationship in the 'details' key.",
  })
  expect(refusal("clubs", "games", null)).toMatchObject({
    details: [
      { cardinality: "one-to-many", relationship: "games_away_fkey using clubs(id) and games(away)" },
      { cardinality: "one-to-many", relationship: "games_home_fkey using clubs(code) and games(home)" },
    ],
  })
  expect(refusal("games", "clubs", null)).toMatchObject({
    details: [
      { cardinality: "many-to-one", relationship: "games_away_fkey using games(away) and clubs(id)" },
      { cardinality: "many-to-one", relationship: "games_home_fkey using games(home) and clubs(code)" },
    ],
  })
})
