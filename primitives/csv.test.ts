import fc from "fast-check"
import { expect, test } from "vitest"
import { delimiterOf, readCsv } from "./csv.ts"

const cellsOf = (text: string, delimiter?: string) => [...readCsv(text, delimiter)].map(({ cells }) => cells)

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
] as [string, string[][]][])("%j", (text, rows) => expect(cellsOf(text)).toEqual(rows))

test.each([
  ["a\nb\nc", [1, 2, 3]],
  ["a\r\nb\rc\n", [1, 2, 3]],
  ["\n\na\n\nb", [3, 5]],
  ["\r\n\r\na\r\n\r\nb", [3, 5]],
  ["\r\ra\r\rb", [3, 5]],
  ['"a\n\nb",1\n"c\r\nd"\ne', [1, 4, 6]],
  ['\n"\r\r",a\rb\n', [2, 5]],
  ["a\n ", [1, 2]],
])("the lines on which the rows of %j begin", (text, lines) =>
  expect([...readCsv(text)].map(({ line }) => line)).toEqual(lines),
)

test("with another delimiter, fields may contain commas", () =>
  expect(cellsOf("a,1;b\nc;d", ";")).toEqual([
    ["a,1", "b"],
    ["c", "d"],
  ]))

test("any text that is written quoted is read back unchanged", () => {
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
        expect(cellsOf(text, delimiter)).toEqual(all)
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
  ["\r\n\na;b\n,,,,", ";"],
  [`${"a".repeat(2000)};;`, ","],
])("%j is separated by %s", (text, delimiter) => expect(delimiterOf(text)).toBe(delimiter))
