/** Which function a call means: by the names of the arguments, otherwise by a single unnamed argument. */
import { expect, test } from "vitest"
import type { Argument, Catalog, Routine } from "./catalog.ts"
import { DataError } from "./errors.ts"
import { findRoutine } from "./find-routine.ts"

/** `name type`, `name type?` for an optional one, `name ...type` for a variadic one; ` type` has no name. */
function argumentOf(text: string): Argument {
  const [, name = "", variadic, type = "", optional] = /^(\w*) (\.\.\.)?([\w[\]]+)(\?)?$/.exec(text) ?? []
  return { name, type, optional: optional !== undefined, variadic: variadic !== undefined, row: null }
}
const routine = (name: string, args: string[], schema = "arena"): Routine => ({
  schema,
  name,
  args: args.map(argumentOf),
  set: false,
  returns: "scalar",
  row: null,
  single: false,
})
const routines = [
  routine("add", ["a integer", "b integer?"]),
  routine("scaled", ["factor integer", "parts ...integer[]"]),
  routine("nothing", []),
  routine("over", ["given integer"]),
  routine("over", ["given integer", "other integer"]),
  routine("either", ["given text"]),
  routine("either", ["given integer", "more integer?"]),
  routine("either", ["given integer"]),
  routine("total", [" json"]),
  routine("totalb", [" jsonb"]),
  routine("text_of", [" text"]),
  routine("bytes_of", [" bytea"]),
  routine("xml_of", [" xml"]),
  routine("both", [" json"]),
  routine("both", [" jsonb"]),
  routine("both", [" text"]),
  routine("mixed", [" json"]),
  routine("mixed", ["a integer"]),
  // These cannot be called: two unnamed arguments, or one with a type that accepts no body.
  routine("pair", [" json", " json"]),
  routine("half", ["a json", " json"]),
  routine("kubix", [" integer"]),
  routine("shopping", [], "shop"),
  routine("add", ["c integer"], "shop"),
]
const grouped = Map.groupBy(routines, ({ schema, name }) => `${schema}.${name}`)
const catalog: Catalog = { relations: new Map(), foreignKeys: [], routines: grouped }

const json = ["json", "jsonb"]
/** The arguments of the function that is found, or the code of the refusal. */
function found(name: string, given: string[], wholeBody: string[]): string {
  try {
    const { routine, takesBody } = findRoutine({
      catalog,
      schema: "arena",
      name,
      given: new Set(given),
      wholeBody,
    })
    const args = routine.args.map((one) => `${one.name} ${one.type}`).join()
    return `${routine.schema}.${routine.name}(${args})${takesBody ? " takes the body" : ""}`
  } catch (error) {
    if (error instanceof DataError) return `${error.status} ${error.code}`
    throw error
  }
}
const none = "404 PGRST202"
const several = "300 PGRST203"

test.each([
  ["add", ["a", "b"], [], "arena.add(a integer,b integer)"],
  ["add", ["b", "a"], json, "arena.add(a integer,b integer)"],
  ["add", ["a"], [], "arena.add(a integer,b integer)"],
  ["add", ["b"], [], none],
  ["add", [], [], none],
  ["add", ["a", "c"], [], none],
  ["add", ["c"], [], none],
  ["scaled", ["factor", "parts"], [], "arena.scaled(factor integer,parts integer[])"],
  ["scaled", ["factor"], [], "arena.scaled(factor integer,parts integer[])"],
  ["scaled", ["parts"], [], none],
  ["nothing", [], [], "arena.nothing()"],
  ["nothing", [], json, "arena.nothing()"],
  ["nothing", ["a"], [], none],
  ["over", ["given"], [], "arena.over(given integer)"],
  ["over", ["given", "other"], [], "arena.over(given integer,other integer)"],
  ["over", ["other"], [], none],
  ["either", ["given"], [], several],
  ["either", ["given", "more"], [], "arena.either(given integer,more integer)"],
  ["total", [], json, "arena.total( json) takes the body"],
  ["total", ["a", "b"], json, "arena.total( json) takes the body"],
  ["totalb", ["a"], json, "arena.totalb( jsonb) takes the body"],
  ["total", ["a"], ["text"], none],
  ["total", ["a"], [], none],
  ["total", [""], [], "arena.total( json) takes the body"],
  ["text_of", [], ["text"], "arena.text_of( text) takes the body"],
  ["bytes_of", [], ["bytea"], "arena.bytes_of( bytea) takes the body"],
  ["xml_of", [], ["xml"], "arena.xml_of( xml) takes the body"],
  ["text_of", [], json, none],
  ["both", ["a"], json, several],
  ["both", ["a"], ["text"], "arena.both( text) takes the body"],
  ["mixed", ["a"], json, "arena.mixed(a integer)"],
  ["mixed", ["b"], json, "arena.mixed( json) takes the body"],
  ["pair", [""], json, none],
  ["pair", [], json, none],
  ["half", ["a", ""], json, none],
  ["half", ["a"], json, none],
  ["kubix", [""], json, none],
  ["kubix", [], ["integer"], none],
  ["shopping", [], [], none],
  ["nobody", [], [], none],
])("%s with %j, a body as %j: %s", (name, given, wholeBody, expected) =>
  expect(found(name, given, wholeBody)).toBe(expected),
)

/** The refusal of a call. */
function refusal(name: string, given: string[], wholeBody: string[] = [], schema = "arena") {
  try {
    findRoutine({ catalog, schema, name, given: new Set(given), wholeBody })
  } catch (error) {
    const { message, details, hint } = error as DataError
    return { message, details, hint }
  }
  throw new Error("It was found")
}

test.each([
  ["add", [], [], "arena.add without parameters", "arena.add without parameters"],
  ["add", ["x"], [], "arena.add(x)", "arena.add with parameter x"],
  ["add", ["x", "b"], [], "arena.add(b, x)", "arena.add with parameters b, x"],
  [
    "add",
    ["x"],
    json,
    "arena.add(x)",
    "arena.add with parameter x or with a single unnamed json/jsonb parameter",
  ],
  [
    "add",
    [],
    ["text"],
    "arena.add without parameters",
    "arena.add without parameters or with a single unnamed text parameter",
  ],
])("%s with %j, a body as %j: where it was sought", (name, given, wholeBody, sought, searched) =>
  expect(refusal(name, given, wholeBody)).toMatchObject({
    message: `Could not find the function ${sought} in the schema cache`,
    details: `Searched for the function ${searched}, but no matches were found in the schema cache.`,
  }),
)

test.each([
  // Suggests the most similar arguments of a function with that name, otherwise the most similar callable name.
  ["over", ["given", "others"], "arena", "Perhaps you meant to call the function arena.over(given, other)"],
  ["over", ["givn"], "arena", "Perhaps you meant to call the function arena.over(given)"],
  ["add", ["b", "aa"], "arena", "Perhaps you meant to call the function arena.add(a, b)"],
  ["add", ["xyz"], "arena", null],
  ["nothin", [], "arena", "Perhaps you meant to call the function arena.nothing"],
  ["shoppin", [], "arena", null],
  ["shoppin", [], "shop", "Perhaps you meant to call the function shop.shopping"],
  ["kubixx", [], "arena", null],
  ["kubix", [], "arena", null],
  ["xyzzy", [], "arena", null],
])("%s with %j in %s: %s", (name, given, schema, hint) =>
  expect(refusal(name, given, [], schema).hint).toBe(hint),
)

test("ambiguous functions are all listed, shorter ones first", () => {
  expect(refusal("either", ["given"])).toEqual({
    message:
      "Could not choose the best candidate function between: arena.either(given => integer), arena.either(given => text), arena.either(given => integer, more => integer)",
    details: null,
    hint: "Try renaming the parameters or the function itself in the database so function overloading can be resolved",
  })
  expect(refusal("both", ["a"], json).message).toBe(
    "Could not choose the best candidate function between: arena.both( => json), arena.both( => jsonb)",
  )
})
