import fc from "fast-check"
import { expect, test } from "vitest"
import { createSeals } from "./seals.ts"

const seals = createSeals()
const body = (text: string) => Buffer.from(seals.openBody(Buffer.from(text))).toString()

test("a sealed text is one word and opens to itself", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const sealed = seals.seal(text)
      expect(sealed).toMatch(/^\w+$/)
      expect(Number.isNaN(Number(sealed))).toBe(true)
      expect(seals.open(sealed)).toBe(text)
      expect(seals.open([sealed, null, [sealed]])).toEqual([text, null, [text]])
    }),
  )
})

test("seals of one instance mean nothing to another", () => {
  const foreign = createSeals().seal("x")
  expect(seals.open(foreign)).toBe(foreign)
})

test.each([
  ["0", 0],
  ["-12", -12],
  ["3.50", 3.5],
  ["999999999999999", 999999999999999],
])("%s is an exact number", (text, expected) => {
  expect(seals.numberFromDatabase(text)).toBe(expected)
})

test.each(["9007199254740993", "-123456789012345678901234.5", "1.2345678901234567", "1e+300000"])(
  "%s keeps its digits in a JSON and in a CSV body",
  (text) => {
    const value = seals.numberFromDatabase(text)
    expect(body(JSON.stringify({ value }))).toBe(`{"value":${text}}`)
    expect(body(`value\n${value}`)).toBe(`value\n${text}`)
    expect(seals.open(value)).toBe(text)
  },
)

test.each(["NaN", "Infinity", "-Infinity"])("%s is text, as in to_json", (text) => {
  expect(seals.numberFromDatabase(text)).toBe(text)
})

test("JSON goes in and out without losing a digit, also inside a JSON string", () => {
  const text = '{"n":12345678901234567890,"d":[0.12345678901234567890],"s":"12345678901234567890","e":1e999}'
  expect(seals.writeJson(seals.parseJson(text))).toBe(text)
  expect(body(JSON.stringify(seals.jsonFromDatabase(text)))).toBe(text)
  expect(body(JSON.stringify(JSON.stringify(seals.jsonFromDatabase('{"n":12345678901234567890}'))))).toBe(
    '"{\\"n\\":12345678901234567890}"',
  )
})

test("any JSON value survives", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value)
      expect(JSON.parse(body(JSON.stringify(seals.jsonFromDatabase(text))))).toEqual(JSON.parse(text))
    }),
  )
})

test("a text out of a json column is not taken for JSON by who parses again", () => {
  for (const text of ["123", "true", "null", "[1]", '{"a":1}', '"x"']) {
    const value = seals.jsonFromDatabase(JSON.stringify(text))
    expect(() => JSON.parse(String(value))).toThrow()
    expect(body(JSON.stringify(value))).toBe(JSON.stringify(text))
  }
})

test("an answer without marks is the same bytes", () => {
  const bytes = Buffer.from("[]")
  expect(seals.openBody(bytes)).toBe(bytes)
})
