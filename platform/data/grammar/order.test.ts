import { expect, test } from "vitest"
import { parseOrder } from "./order.ts"

function shown(text: string): string {
  return parseOrder(text)
    .map(({ embed, field, direction, nulls }) => {
      const path = field.path.map(({ arrow, key }) => arrow + key).join("")
      return [
        embed === null ? "" : `${embed}:`,
        field.name,
        path,
        direction && ` ${direction}`,
        nulls && ` ${nulls}`,
      ].join("")
    })
    .join("; ")
}

test.each([
  ["a", "a"],
  ["a.asc", "a asc"],
  ["a.desc.nullslast", "a desc last"],
  ["a.nullsfirst", "a first"],
  ["a.asc, b.desc", "a asc; b desc"],
  ["data->>k.desc", "data->>k desc"],
  ["data->0->b.asc.nullsfirst", "data->0->b asc first"],
  ['"a.b".desc', "a.b desc"],
  ['a, "b.c".desc', "a; b.c desc"],
  ["teams(name).desc.nullslast", "teams:name desc last"],
  ["teams(data->k)", "teams:data->k"],
])("%j is parsed", (text, expected) => {
  expect(shown(text)).toBe(expected)
})

test.each([
  ["", 1],
  ["a,", 3],
  ["a.up", 2],
  ["a.nullslast.desc", 2],
  ["a.desc.nulls", 7],
  ["a.descending", 2],
  ["teams(name", 11],
  ["teams()", 7],
  ["data->k(name)", 8],
  ["a;drop", 2],
])("%j is refused at column %i", (text, column) => {
  expect(() => parseOrder(text)).toThrow(
    expect.objectContaining({
      code: "PGRST100",
      message: `"failed to parse order (${text})" (line 1, column ${column})`,
    }),
  )
})
