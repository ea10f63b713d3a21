/** Bodies of changes and calls, parsed without a database. */
import { expect, test } from "vitest"
import { bodyBytes, bodyText, bodyType, isObject, parseJson, readRows } from "./body.ts"

/** The refusal of an unreadable body. */
const unreadable = (message: string) => expect.objectContaining({ status: 400, code: "PGRST102", message })
const bodyOf = (body: BodyInit) => bodyText(new Request("http://test", { method: "POST", body }))

test("a body has to be UTF-8 text", async () => {
  expect(await bodyOf("Größe 😀")).toBe("Größe 😀")
  expect(await bodyOf("")).toBe("")
  await expect(bodyOf(new Uint8Array([0x7b, 0xff, 0x7d]))).rejects.toThrow(
    unreadable("The body is not valid UTF-8"),
  )
})

test("bytes are passed unchanged, in PostgreSQL's format", async () => {
  const bytes = (body: BodyInit) => bodyBytes(new Request("http://test", { method: "POST", body }))
  expect(await bytes(new Uint8Array([0, 1, 0x5c, 0xff]))).toBe("\\x00015cff")
  expect(await bytes("")).toBe("\\x")
})

test.each([
  [null, "json"],
  ["", "json"],
  [" ", "json"],
  ["application/json", "json"],
  [" Application/JSON ; charset=utf-8; x=y", "json"],
  ["application/vnd.pgrst.object+json", "json"],
  ["application/jsonp", null],
  ["x/application/json", null],
  ["application/vnd json", null],
  ["text/csv", "csv"],
  ["text/csv; header=present", "csv"],
  ["application/x-www-form-urlencoded", "form"],
  ["text/plain;charset=UTF-8", "text"],
  ["application/octet-stream", "bytes"],
  ["text/xml", "xml"],
  ["text/html", null],
  ["multipart/form-data; boundary=a", null],
])("the header %j means %s", (header, type) => expect(bodyType(header)).toBe(type))

test.each<[string, unknown]>([
  ["1", 1],
  ["null", null],
  ['{"a":[1,"b"]}', { a: [1, "b"] }],
])("%s is parsed as JSON", (text, value) => expect(parseJson(text)).toEqual(value))

test.each(["", " ", "{", "{'a':1}", "undefined", '"\n"'])("%j is no JSON", (text) =>
  expect(() => parseJson(text)).toThrow(unreadable("Empty or invalid json")),
)

const nested = (depth: number, open = "[", close = "]") => open.repeat(depth) + close.repeat(depth)
const tooDeep = unreadable("The body is nested more than 200 levels deep")
test.each<[string, string]>([
  ["200 arrays", nested(200)],
  ["200 objects", `${'{"a":'.repeat(200)}1${"}".repeat(200)}`],
  ["many arrays next to each other", `[${Array(300).fill("[]").join()}]`],
  ["many objects next to each other", `[${Array(300).fill("{}").join()}]`],
  ["many texts", `[${Array(300).fill('"a"').join()}]`],
  ["brackets in a text", `["${"[".repeat(300)}"]`],
  ["braces after a quote in a text", `["\\"${"{".repeat(300)}"]`],
])("JSON within the depth limit: %s", (_, text) => expect(parseJson(text)).toBeTruthy())

test.each<[string, string]>([
  ["201 arrays", nested(201)],
  ["201 objects", `${'{"a":'.repeat(201)}1${"}".repeat(201)}`],
  ["arrays and objects in turn", `${'[{"a":'.repeat(101)}1${"}]".repeat(101)}`],
  ["after many texts", `[${Array(300).fill('"a"').join()},${nested(200)}]`],
  ["after closing brackets in a text", `["${"]}".repeat(300)}",${nested(200)}]`],
])("JSON beyond the depth limit: %s", (_, text) => expect(() => parseJson(text)).toThrow(tooDeep))

test("JSON deep enough to exhaust a stack is refused like any other", () =>
  expect(() => parseJson("[".repeat(1_000_000))).toThrow(tooDeep))

test.each<[unknown, boolean]>([
  [{}, true],
  [[], false],
  [null, false],
  ["a", false],
  [1, false],
  [undefined, false],
])("whether %j is an object: %s", (value, is) => expect(isObject(value)).toBe(is))

test.each<[string, boolean, { names: string[]; rows: number; isList: boolean }]>([
  ['{"a":1,"b":2}', false, { names: ["a", "b"], rows: 1, isList: false }],
  ['[{"a":1}]', false, { names: ["a"], rows: 1, isList: true }],
  ['[{"a":1,"b":2},{"b":3,"a":4}]', false, { names: ["a", "b"], rows: 2, isList: true }],
  ["[]", false, { names: [], rows: 0, isList: true }],
  ["{}", false, { names: [], rows: 1, isList: false }],
  ['[{"a":1},{"b":2}]', true, { names: ["a"], rows: 2, isList: true }],
])("the rows %s, with any names %s", (text, anyNames, expected) =>
  expect(readRows(text, "json", anyNames)).toEqual({ json: text, ...expected }),
)

test("numbers are left to PostgreSQL to parse", () =>
  expect(readRows('{"a":9007199254740993}', "json", false).json).toBe('{"a":9007199254740993}'))

test.each<[string, boolean]>([
  ['[{"a":1},{"b":2}]', false],
  ['[{"a":1},{"a":1,"b":2}]', false],
  ['[{"a":1,"b":2},{"a":1}]', false],
  ['[{"a":1},{}]', false],
  ['[{},{"a":1}]', false],
  ["[1]", true],
  ['[{"a":1},null]', true],
  ['"a"', true],
  ["null", true],
])("the rows %s, with any names %s, do not match", (text, anyNames) =>
  expect(() => readRows(text, "json", anyNames)).toThrow(unreadable("All object keys must match")),
)

const csv = (text: string): unknown => JSON.parse(readRows(text, "csv", false).json)
test.each<[string, unknown[]]>([
  ["", []],
  ["a,b", []],
  ["a,b\n", []],
  ["a,b\n1,2", [{ a: "1", b: "2" }]],
  [
    "a,b\r\n1,2\r\n3,4\r\n",
    [
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ],
  ],
  ["a\n1\n", [{ a: "1" }]],
  // An empty line is not a row.
  [
    "a,b\n1,2\n\n3,4\r\n\r\n",
    [
      { a: "1", b: "2" },
      { a: "3", b: "4" },
    ],
  ],
  ["\na\n\n1", [{ a: "1" }]],
  ["a,b\n,", [{ a: "", b: "" }]],
  ["a,b\n1,\n", [{ a: "1", b: "" }]],
  ["a,b\n1,", [{ a: "1", b: "" }]],
  ['a,b\n"1,2","say ""hi"""', [{ a: "1,2", b: 'say "hi"' }]],
  ['a\n"two\nlines"\n', [{ a: "two\nlines" }]],
  ['"a ""b"""\n1', [{ 'a "b"': "1" }]],
  // NULL is a null value; "NULL" in quotes is text.
  ['a,b\nNULL,"NULL"', [{ a: null, b: "NULL" }]],
  ["a,b\nnull, NULL", [{ a: "null", b: " NULL" }]],
  ["NULL\n1", [{ NULL: "1" }]],
])("the CSV %j", (text, rows) => expect(csv(text)).toEqual(rows))

test.each([
  ["a,b\n1", "All lines must have same number of fields"],
  ["a\n1,2", "All lines must have same number of fields"],
  ['a\n"1"2', "The CSV cannot be read"],
  ['a\n"1', "The CSV cannot be read"],
  ['a\n1"', "The CSV cannot be read"],
  ["a\r1", "The CSV cannot be read"],
])("the CSV %j is refused", (text, message) => expect(() => csv(text)).toThrow(unreadable(message)))

test("a form is one row", () =>
  expect(readRows("a=1&b=x+y%26", "form", false)).toEqual({
    json: '{"a":"1","b":"x y&"}',
    names: ["a", "b"],
    rows: 1,
    isList: false,
  }))

test.each(["text", "bytes", "xml", null] as const)("rows are not read from %s", (type) =>
  expect(() => readRows("{}", type, false)).toThrow(
    unreadable("Content-Type not acceptable: the body must be JSON, CSV or a form"),
  ),
)
