/** Which values PostgreSQL can store. */
import { expect, test } from "vitest"
import { cleanText, isPlain, isPlainText } from "./plain.ts"

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
const inObjects = (depth: number): unknown => (depth === 0 ? 1 : { a: inObjects(depth - 1) })

test.each([
  ["text", "Zoë 🏃", true],
  ["half a character", "\ud83c", false],
  ["a NUL", "a\0", false],
  ["a number", 1.5, true],
  ["no number", Number.NaN, false],
  ["an infinite number", Number.POSITIVE_INFINITY, false],
  ["nothing", null, true],
  ["true", true, true],
  ["a list", ["a", 1, null], true],
  ["a list with a NUL", ["a", "\0"], false],
  ["an object", { a: { b: "c" } }, true],
  ["a NUL in a value", { a: { b: "\0" } }, false],
  ["a NUL in a name", { a: { "\0": 1 } }, false],
  ["sixteen lists", nested(16), true],
  ["seventeen lists", nested(17), false],
  ["sixteen objects", inObjects(16), true],
  ["seventeen objects", inObjects(17), false],
])("%s is plain: %#", (_, value, plain) => expect(isPlain(value)).toBe(plain))

test.each([
  ["", true],
  ["\0", false],
  ["\udc00", false],
])("%j is plain text: %s", (text, plain) => expect(isPlainText(text)).toBe(plain))

test("a lone surrogate is replaced, and truncation never leaves one", () => {
  expect(cleanText("a\uD83D b", 10)).toBe("a\uFFFD b")
  expect(cleanText("\u{1F600}\u{1F600}", 3)).toBe("\u{1F600}")
  expect(cleanText("a\r\n\tb", 10)).toBe("a b")
})
