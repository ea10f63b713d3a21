/** How names and values are written into statements. */
import fc from "fast-check"
import { expect, test } from "vitest"
import { arrayText, quote, Statement } from "./statement.ts"

test("each value has a placeholder, and equal values share one", () => {
  const statement = new Statement()
  expect(["a", "b", "a", "", "b", ""].map((value) => statement.place(value))).toEqual([
    "$1",
    "$2",
    "$1",
    "$3",
    "$2",
    "$3",
  ])
  expect(statement.values).toEqual(["a", "b", ""])
})

test("a quoted identifier cannot end its quotes", () => {
  expect(quote("a")).toBe('"a"')
  expect(quote('a"; drop table b; --')).toBe('"a""; drop table b; --"')
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(quote(name).slice(1, -1).replaceAll('""', "")).not.toContain('"')
    }),
    { seed: 1 },
  )
})

test.each([
  [[], "{}"],
  [["a", ""], '{"a",""}'],
  [["a,b", "c}d", "NULL"], '{"a,b","c}d","NULL"}'],
  [['say "hi"', "back\\slash"], '{"say \\"hi\\"","back\\\\slash"}'],
])("the array %j is formatted", (values, text) => expect(arrayText(values)).toBe(text))
