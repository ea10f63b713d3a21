/** How the arguments of a call are passed in its statement. */
import { expect, test } from "vitest"
import type { Routine } from "../catalog.ts"
import { type CallArguments, callSql } from "./call.ts"
import { Statement } from "./statement.ts"

const argument = (name: string, type: string, variadic = false) => ({
  name,
  type,
  optional: false,
  variadic,
  row: null,
})
const routine = (...args: Routine["args"]): Routine => ({
  schema: "arena",
  name: 'do "it"',
  args,
  set: false,
  returns: "scalar",
  row: null,
  single: false,
})
const called = '"arena"."do ""it"""'
const add = routine(argument("a", "integer"), argument("b", "text[]"))
const many = routine(argument("factor", "integer"), argument("parts", "integer[]", true))

const texts = (...pairs: [string, string][]): CallArguments => ({ kind: "texts", pairs })
const json = (value: object): CallArguments => ({
  kind: "json",
  json: JSON.stringify(value),
  names: new Set(Object.keys(value)),
})

test.each<[string, Routine, CallArguments, string, string[]]>([
  [
    "a body",
    routine(argument("", "json")),
    { kind: "body", text: "[1]" },
    `${called}($1::json) as "r"`,
    ["[1]"],
  ],
  [
    "texts",
    add,
    texts(["b", "{x}"], ["a", "1"]),
    `${called}("a" := $1::integer, "b" := $2::text[]) as "r"`,
    ["1", "{x}"],
  ],
  ["fewer texts", add, texts(["b", "{x}"]), `${called}("b" := $1::text[]) as "r"`, ["{x}"]],
  [
    "the last value of a name",
    add,
    texts(["a", "1"], ["a", "2"]),
    `${called}("a" := $1::integer) as "r"`,
    ["2"],
  ],
  ["no texts", add, texts(), `${called}() as "r"`, []],
  ["texts without a matching argument", add, texts(["c", "1"]), `${called}() as "r"`, []],
  // All given values of a variadic argument; a single one may be an array.
  [
    "a variadic text",
    many,
    texts(["factor", "2"], ["parts", "3"]),
    `${called}("factor" := $1::integer, variadic "parts" := $2::integer[]) as "r"`,
    ["2", '{"3"}'],
  ],
  [
    "variadic texts",
    many,
    texts(["parts", "3"], ["parts", "4"]),
    `${called}(variadic "parts" := $1::integer[]) as "r"`,
    ['{"3","4"}'],
  ],
  [
    "a variadic array",
    many,
    texts(["parts", "{3,4}"]),
    `${called}(variadic "parts" := $1::integer[]) as "r"`,
    ["{3,4}"],
  ],
  [
    "a variadic array across lines",
    many,
    texts(["parts", "{3,\n4}"]),
    `${called}(variadic "parts" := $1::integer[]) as "r"`,
    ["{3,\n4}"],
  ],
  [
    "several values, one of which looks like an array",
    many,
    texts(["parts", "3"], ["parts", "{4}"]),
    `${called}(variadic "parts" := $1::integer[]) as "r"`,
    ['{"3","{4}"}'],
  ],
  [
    "the beginning of an array",
    many,
    texts(["parts", "{4"]),
    `${called}(variadic "parts" := $1::integer[]) as "r"`,
    ['{"{4"}'],
  ],
  [
    "the end of an array",
    many,
    texts(["parts", "4}"]),
    `${called}(variadic "parts" := $1::integer[]) as "r"`,
    ['{"4}"}'],
  ],
  [
    "an object",
    add,
    json({ a: 1, b: ["x"] }),
    `json_to_record($1::json) as pgrst_args("a" integer, "b" text[]) cross join lateral ${called}("a" := pgrst_args."a", "b" := pgrst_args."b") as "r"`,
    ['{"a":1,"b":["x"]}'],
  ],
  [
    "an object with fewer names",
    add,
    json({ b: ["x"], c: 1 }),
    `json_to_record($1::json) as pgrst_args("b" text[]) cross join lateral ${called}("b" := pgrst_args."b") as "r"`,
    ['{"b":["x"],"c":1}'],
  ],
  [
    "an object with a variadic list",
    many,
    json({ parts: [1] }),
    `json_to_record($1::json) as pgrst_args("parts" integer[]) cross join lateral ${called}(variadic "parts" := pgrst_args."parts") as "r"`,
    ['{"parts":[1]}'],
  ],
  ["an empty object", add, json({}), `${called}() as "r"`, []],
])("%s", (_, of, given, text, values) => {
  const statement = new Statement()
  expect(callSql(of, given, "r", statement)).toBe(text)
  expect(statement.values).toEqual(values)
})
