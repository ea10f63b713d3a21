import { expect, test } from "vitest"
import { readAmount } from "./giving.ts"

test.each([
  ["1", 100],
  ["40", 4000],
  [" 40 ", 4000],
  ["$40", 4000],
  ["12.5", 1250],
  ["12.50", 1250],
  ["0099", 9900],
  ["1,000", 100_000],
  ["10,000.00", 1_000_000],
  ["10000", 1_000_000],
])("%s is an amount", (typed, cents) => {
  expect(readAmount(typed)).toEqual({ ok: true, cents })
})

test.each(["0", "0.99", "10000.01", "10,001", "999999999"])("%s is out of range", (typed) => {
  expect(readAmount(typed)).toEqual({ ok: false, problem: "Enter an amount from $1 to $10,000." })
})

test.each([
  "",
  "forty",
  "12.345",
  "1,00",
  "-5",
  "1e3",
  "12..5",
  "0x20",
  "١٢",
  "Infinity",
  "99999999999999999999",
])("'%s' is none", (typed) => {
  expect(readAmount(typed)).toEqual({
    ok: false,
    problem: "Enter an amount in dollars, such as 40 or 12.50.",
  })
})
