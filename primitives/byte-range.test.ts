import { expect, test } from "vitest"
import { byteRange } from "./byte-range.ts"

test.each([
  ["bytes=0-1", { start: 0, end: 1 }],
  [" bytes=0-1 ", { start: 0, end: 1 }],
  ["bytes=5-", { start: 5, end: 9 }],
  ["bytes=-3", { start: 7, end: 9 }],
  ["bytes=-30", { start: 0, end: 9 }],
  ["bytes=8-100", { start: 8, end: 9 }],
  ["bytes=9-9", { start: 9, end: 9 }],
  ["bytes=10-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=4-2", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,4-5", undefined],
  ["lines=0-1", undefined],
  ["bytes=a-b", undefined],
])("%s of ten bytes", (header, expected) => {
  expect(byteRange(header, 10)).toEqual(expected)
})
