import fc from "fast-check"
import { expect, test } from "vitest"
import { delimiterOf, readCsv } from "./csv.ts"

test.each([
  ["", []],
  ["a", [["a"]]],
  [
    "a,b\nc,d",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  [
    "a,b\r\nc,d\r\n",
    [
      ["a", "b"],
      ["c", "d"],
    ],
  ],
  ["a\rb\r\rc", [["a"], ["b"], ["c"]]],
  ["\n\na\n\n", [["a"]]],
  [
    "a,\n,b\n,",
    [
      ["a", ""],
      ["", "b"],
      ["", ""],
    ],
  ],
  ['"a,""b"",\r\nc",d', [['a,"b",\r\nc', "d"]]],
  ['"",a', [["", "a"]]],
  ['a"b"c,d', [["abc", "d"]]],
  ['"never closed,\n', [["never closed,\n"]]],
] as [string, string[][]][])("%j", (text, rows) => expect([...readCsv(text)]).toEqual(rows))

test("another delimiter leaves commas in the fields", () =>
  expect([...readCsv("a,1;b\nc;d", ";")]).toEqual([
    ["a,1", "b"],
    ["c", "d"],
  ]))

test("whatever is written quoted is read back", () => {
  const field = fc.string({ unit: fc.constantFrom("a", '"', ",", ";", "\n", "\r", " ") })
  const rows = fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { maxLength: 4 })
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(
      rows,
      fc.constantFrom(",", ";"),
      fc.constantFrom("\n", "\r\n", "\r"),
      (all, delimiter, end) => {
        const text = all.map((row) => row.map(quoted).join(delimiter) + end).join("")
        expect([...readCsv(text, delimiter)]).toEqual(all)
      },
    ),
  )
})

test.each([
  ["a;b;c\n1,5;2,5;3,5;4,5,6,7,8", ";"],
  ["a,b;c,d\n;;;;", ","],
  ["a,b;c", ","],
  ["a;b\r,,,,,", ";"],
  ["", ","],
  [`${"a".repeat(2000)};;`, ","],
])("the delimiter of %j", (text, delimiter) => expect(delimiterOf(text)).toBe(delimiter))
